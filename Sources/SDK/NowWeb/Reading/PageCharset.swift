import Notation

/// The character set of a page, determined as in browsers (HTML, 13.2.3.2; labels of the Encoding Standard).
///
/// The order is: a byte order mark, the `charset` of `Content-Type`, a `meta` element in the first 1024 bytes, the XML
/// declaration; then UTF-8 if the bytes are valid, else windows-1252. Unknown labels are ignored.
package enum PageCharset: Sendable, Hashable {
    case utf8
    case utf16LE
    case utf16BE
    /// windows-1252, also used for ISO-8859-1 and ASCII.
    case windows1252
    case other(String)

    package static func of(_ bytes: [UInt8], contentType: String?) -> PageCharset {
        if let mark = mark(of: bytes) { return mark.charset }
        if let label = contentType.flatMap(parameter(of:)), let charset = PageCharset(label: label) { return charset }
        if let wide = wideDeclaration(in: bytes) { return wide }
        if let charset = MetaScan.charset(in: bytes.prefix(1024)) ?? declaration(in: bytes) {
            // If the meta element or declaration could be parsed as ASCII, the page is not UTF-16, whatever it says.
            return charset == .utf16LE || charset == .utf16BE ? .utf8 : charset
        }
        return UTF8Repair.isValid(bytes) ? .utf8 : .windows1252
    }

    /// The byte order mark and its length.
    static func mark(of bytes: [UInt8]) -> (charset: PageCharset, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        return nil
    }

    /// The value of `charset` in a `Content-Type` or `content` attribute.
    static func parameter(of contentType: String) -> String? {
        let bytes = Array(contentType.utf8)
        return bytes.withUnsafeBytes { bytes in
            let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return lower.withUnsafeBytes { lower in
                var from = 0
                while let name = lower.place(of: "charset", from: from) {
                    from = name + 7
                    var place = lower.place(afterSpacesFrom: from)
                    guard place < lower.count, lower[place] == UInt8(ascii: "=") else { continue }
                    place = lower.place(afterSpacesFrom: place + 1)
                    guard place < lower.count else { return nil }
                    let quote = lower[place]
                    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                        let end = lower[(place + 1)...].firstIndex(of: quote) ?? lower.count
                        return String(decoding: lower[place + 1..<end], as: UTF8.self)
                    }
                    let end = lower[place...].firstIndex { [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x3B, 0x2C].contains($0) }
                    return String(decoding: lower[place..<(end ?? lower.count)], as: UTF8.self)
                }
                return nil
            }
        }
    }
}

/// XML declarations (HTML, 13.2.3.2, "prescan", first and last step).
extension PageCharset {
    /// UTF-16 if `<?x` is encoded with two bytes each.
    static func wideDeclaration(in bytes: [UInt8]) -> PageCharset? {
        if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        return nil
    }

    /// The character set of `<?xml version="1.0" encoding="…"?>`; nil if missing or unknown.
    static func declaration(in bytes: [UInt8]) -> PageCharset? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        let text = Array(bytes.prefix(1024).prefix { $0 != UInt8(ascii: ">") })
        return text.withUnsafeBytes { text in
            guard let name = text.place(of: "encoding", from: 5) else { return nil }
            var place = skipped(text, from: name + 8)
            guard place < text.count, text[place] == UInt8(ascii: "=") else { return nil }
            place = skipped(text, from: place + 1)
            guard place < text.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[place]),
                let end = text[(place + 1)...].firstIndex(of: text[place])
            else { return nil }
            return PageCharset(label: String(decoding: text[place + 1..<end], as: UTF8.self))
        }
    }

    private static func skipped(_ text: UnsafeRawBufferPointer, from place: Int) -> Int {
        var place = place
        while place < text.count, text[place] <= 0x20 { place += 1 }
        return place
    }
}

/// Searches the start of a page for a character set (HTML, 13.2.3.3) in `meta` elements outside comments.
enum MetaScan {
    /// The first known character set in a `meta` element; nil if none.
    static func charset(in bytes: some Sequence<UInt8>) -> PageCharset? {
        var page = HTMLScanner(Array(bytes))
        while let token = page.next() {
            guard case .startTag(let tag) = token, tag.name == "meta" else { continue }
            var attributes: [String: String] = [:]
            while let attribute = page.attribute() {
                let name = page.lowercased(attribute.name)
                if attributes[name] == nil { attributes[name] = page.lowercased(attribute.value ?? 0..<0) }
            }
            if let charset = charset(of: attributes) { return charset }
        }
        return nil
    }

    private static func charset(of attributes: [String: String]) -> PageCharset? {
        if let label = attributes["charset"] { return PageCharset(label: label) }
        guard attributes["http-equiv"] == "content-type", let content = attributes["content"] else { return nil }
        return PageCharset.parameter(of: content).flatMap { PageCharset(label: $0) }
    }
}

/// Byte search.
extension UnsafeRawBufferPointer {
    /// The next position of a word; nil if there is none.
    func place(of word: StaticString, from: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard from >= 0, count - from >= length else { return nil }
        let first = word.utf8Start[0]
        for place in from...(count - length) where self[place] == first {
            if (1..<length).allSatisfy({ self[place + $0] == word.utf8Start[$0] }) { return place }
        }
        return nil
    }

    /// The first position that is not white space.
    func place(afterSpacesFrom from: Int) -> Int {
        var place = from
        while place < count, [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains(self[place]) { place += 1 }
        return place
    }
}
