import Glibc
import Notation

/// The character set of a page, determined as in browsers (HTML, 13.2.3.2).
///
/// The order is: a byte order mark, the `charset` of `Content-Type`, a `meta` element in the first 1024 bytes; then
/// UTF-8 if the bytes are valid, else windows-1252. Unknown labels are ignored.
package struct PageCharset: Sendable, Hashable {
    /// The name for the C library's iconv, in lower case.
    let name: String

    static let utf8 = PageCharset(name: "utf-8")

    /// Whether each character has two bytes at least.
    var isWide: Bool { name.hasPrefix("utf-16") }

    static func of(_ bytes: [UInt8], contentType: String?) -> PageCharset {
        if let mark = mark(of: bytes) { return mark.charset }
        if let label = contentType.flatMap(parameter(of:)), let charset = PageCharset(label: label) { return charset }
        if let charset = named(in: bytes.prefix(1024)) {
            // A meta element that can be read as ASCII is not in UTF-16, whatever it says.
            return charset.isWide ? .utf8 : charset
        }
        return (try? UTF8Span(validating: bytes.span)) != nil ? .utf8 : PageCharset(name: "windows-1252")
    }

    /// The byte order mark and its length.
    static func mark(of bytes: [UInt8]) -> (charset: PageCharset, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (PageCharset(name: "utf-16le"), 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (PageCharset(name: "utf-16be"), 2) }
        return nil
    }

    /// The character set that a `meta` element outside comments names (HTML, 13.2.3.3).
    private static func named(in bytes: some Sequence<UInt8>) -> PageCharset? {
        var page = HTMLScanner(Array(bytes))
        while let token = page.next() {
            guard case .startTag(let tag) = token, tag.name == "meta" else { continue }
            var attributes: [String: String] = [:]
            while let attribute = page.attribute() {
                let name = page.lowercased(attribute.name)
                if attributes[name] == nil { attributes[name] = page.lowercased(attribute.value ?? 0..<0) }
            }
            let isType = attributes["http-equiv"] == "content-type"
            let content = isType ? attributes["content"].flatMap(PageCharset.parameter) : nil
            if let charset = (attributes["charset"] ?? content).flatMap(PageCharset.init(label:)) { return charset }
        }
        return nil
    }

    /// The value of `charset` in a `Content-Type` or `content` attribute.
    package static func parameter(of contentType: String) -> String? {
        let text = Array(ASCII.lowercased(contentType).utf8)
        var rest = text[...]
        while let name = rest.firstRange(of: Array("charset".utf8)) {
            rest = rest[name.upperBound...]
            var value = rest.drop(while: ASCII.isSpace)
            guard value.first == UInt8(ascii: "=") else { continue }
            value = value.dropFirst().drop(while: ASCII.isSpace)
            guard let quote = value.first else { return nil }
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            value =
                isQuoted
                ? value.dropFirst().prefix { $0 != quote }
                : value.prefix { !ASCII.isSpace($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
    }
}

// Labels.
extension PageCharset {
    /// The character set of a label, ignoring case and surrounding white space; nil if it is unknown to iconv.
    package init?(label: String) {
        let label = ASCII.lowercased(String(ASCII.trimmed(label[...])))
        name = Self.names.first { $0.labels.contains(label) }?.name ?? label
        guard name.utf8.allSatisfy({ ASCII.isName($0) || $0 == UInt8(ascii: ":") }) else { return nil }
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        iconv_close(converter)
    }

    /// Labels that browsers read differently (Encoding Standard, 4.2): mostly as the larger set that pages mean.
    private static let names: [(name: String, labels: Set<String>)] = [
        ("utf-8", ["utf8"]), ("utf-16le", ["utf-16"]), ("windows-1254", ["iso-8859-9", "latin5"]),
        ("windows-1252", ["ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "cp1252"]),
        ("gb18030", ["gbk", "gb2312"]), ("cp932", ["shift_jis", "x-sjis", "windows-31j"]), ("cp949", ["euc-kr"]),
    ]
}

/// The text of a page for gumbo: UTF-8 without NUL, of at most so many bytes of the page.
struct PageSource: Sendable {
    private(set) var text: [UInt8]
    /// How many bytes of the page were used; nil if all.
    private(set) var read: Int?
    /// How many bytes were invalid.
    private(set) var bad = 0

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    init(_ bytes: [UInt8], _ charset: PageCharset, limit: Int) {
        let mark = PageCharset.mark(of: bytes).flatMap { $0.charset == charset ? $0.length : nil } ?? 0
        // A multiple of 4 bytes keeps characters of 2 and 4 bytes whole.
        var body = bytes[mark..<min(bytes.count, mark + max(limit, 4) / 4 * 4)]
        if charset == .utf8, body.endIndex < bytes.count {
            for _ in 0..<3 where bytes[body.endIndex] & 0xC0 == 0x80 { body.removeLast() }
        }
        (text, bad) = Self.converted(body, from: charset)
        let nulls = text.count { $0 == 0 }
        if nulls > 0 {
            text = text.flatMap { $0 == 0 ? Self.replacement : [$0] }
            bad += nulls
        }
        guard body.endIndex < bytes.count else { return }
        // It ends after the last tag or line, if there is one nearby.
        let end = text.suffix(4096).lastIndex { $0 == UInt8(ascii: ">") || $0 == 0x0A }.map { $0 + 1 } ?? text.count
        read = max(mark, body.endIndex - (text.count - end))
        text.removeSubrange(end...)
    }

    /// The text, and how many bytes were replaced because they are invalid.
    private static func converted(_ bytes: ArraySlice<UInt8>, from charset: PageCharset) -> (text: [UInt8], bad: Int) {
        // Nearly all pages are valid UTF-8.
        if charset == .utf8, (try? UTF8Span(validating: bytes.span)) != nil { return (Array(bytes), 0) }
        guard charset != .utf8 else {
            // As in the Encoding Standard. A replacement that is not in the page takes three bytes.
            let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
            let added = replacements(in: text[...]) - replacements(in: bytes)
            return (text, bytes.count - (text.count - 3 * added))
        }
        let converter = iconv_open("UTF-8", charset.name)
        defer { iconv_close(converter) }
        var bad = 0
        var input = bytes.map { CChar(bitPattern: $0) }
        // No byte becomes more than four.
        let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 4 + 16) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                var from = input.baseAddress, left = input.count, room = output.count
                var to = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
                while left > 0, iconv(converter, &from, &left, &to, &room) == -1 {
                    // The byte is invalid, or the last character is truncated.
                    let skipped = min(charset.isWide ? 2 : 1, left)
                    bad += skipped
                    from = from?.advanced(by: skipped)
                    left -= skipped
                    for byte in replacement {
                        to?.pointee = CChar(bitPattern: byte)
                        to = to?.advanced(by: 1)
                    }
                    room -= replacement.count
                }
                count = output.count - room
            }
        }
        return (text, bad)
    }

    private static func replacements(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.count { bytes[$0...].starts(with: replacement) }
    }
}
