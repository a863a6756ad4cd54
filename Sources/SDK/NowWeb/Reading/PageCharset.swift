import Glibc
import Notation

/// The character set of a page, determined as in browsers (HTML, 13.2.3.2).
///
/// The order is: a byte order mark, the `charset` of `Content-Type`, a `meta` element in the first 1024 bytes; then
/// UTF-8 if the bytes are valid, else windows-1252. Unknown labels are ignored.
package enum PageCharset: Sendable, Hashable {
    case utf8
    /// windows-1252, also used for ISO-8859-1 and ASCII.
    case windows1252
    /// Converted by the C library's iconv, by this name in lower case.
    case other(String)

    package static func of(_ bytes: [UInt8], contentType: String?) -> PageCharset {
        if let mark = mark(of: bytes) { return mark.charset }
        if let label = contentType.flatMap(parameter(of:)), let charset = PageCharset(label: label) { return charset }
        if let charset = MetaScan.charset(in: bytes.prefix(1024)) {
            // A meta element that can be read as ASCII is not in UTF-16, whatever it says.
            return charset.isWide ? .utf8 : charset
        }
        return UTF8Repair.isValid(bytes) ? .utf8 : .windows1252
    }

    /// Whether each character has two bytes at least.
    var isWide: Bool { if case .other(let name) = self { name.hasPrefix("utf-16") } else { false } }

    /// The byte order mark and its length.
    static func mark(of bytes: [UInt8]) -> (charset: PageCharset, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.other("utf-16le"), 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.other("utf-16be"), 2) }
        return nil
    }

    /// The value of `charset` in a `Content-Type` or `content` attribute.
    static func parameter(of contentType: String) -> String? {
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

// Labels.
extension PageCharset {
    /// The character set of a label, ignoring case and surrounding white space; nil if it is unknown to iconv.
    package init?(label: String) {
        let label = ASCII.lowercased(String(ASCII.trimmed(label[...])))
        let name = Self.names.first { $0.labels.contains(label) }?.name ?? label
        switch name {
        case "utf-8": self = .utf8
        case "windows-1252": self = .windows1252
        default:
            guard name.utf8.allSatisfy({ ASCII.isName($0) || $0 == UInt8(ascii: ":") }) else { return nil }
            let converter = iconv_open("UTF-8", name)
            guard converter != iconv_t(bitPattern: -1) else { return nil }
            iconv_close(converter)
            self = .other(name)
        }
    }

    /// Labels that browsers read differently (Encoding Standard, 4.2): mostly as the larger set that pages mean.
    private static let names: [(name: String, labels: Set<String>)] = [
        ("utf-8", ["utf8", "unicode-1-1-utf-8"]), ("utf-16le", ["utf-16", "unicode", "ucs-2", "iso-10646-ucs-2"]),
        ("windows-1252", ["ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "cp1252"]),
        ("windows-1254", ["iso-8859-9", "iso8859-9", "latin5", "l5"]), ("windows-874", ["iso-8859-11", "tis-620"]),
        ("iso-8859-8", ["iso-8859-8-i", "iso-8859-8-e", "visual", "logical"]),
        ("gb18030", ["gbk", "gb2312", "gb_2312-80", "chinese", "x-gbk"]),
        ("big5-hkscs", ["big5", "cn-big5", "x-x-big5"]),
        ("cp932", ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j"]),
        ("cp949", ["euc-kr", "ks_c_5601-1987", "ksc5601", "windows-949", "korean"]), ("euc-jp", ["x-euc-jp"]),
    ]
}

/// The text of a page for gumbo: UTF-8 without NUL, up to the limit.
struct PageSource: Sendable {
    private(set) var text: [UInt8]
    /// How many bytes of the page were used; nil if all.
    private(set) var read: Int?
    /// How many bytes were invalid.
    private(set) var bad = 0

    init(_ bytes: [UInt8], _ charset: PageCharset, limit: Int) {
        let mark = PageCharset.mark(of: bytes).flatMap { $0.charset == charset ? $0.length : nil } ?? 0
        // A multiple of 4 bytes keeps characters of 2 and 4 bytes whole.
        var body = bytes[mark..<min(bytes.count, mark + max(limit, 4) / 4 * 4)]
        if charset == .utf8, body.endIndex < bytes.count {
            for _ in 0..<3 where bytes[body.endIndex] & 0xC0 == 0x80 { body.removeLast() }
        }
        switch charset {
        case .utf8: (text, bad) = UTF8Repair.repaired(body)
        case .windows1252: text = Self.western(body)
        case .other(let name):
            (text, bad) = Self.converted(body, from: name, step: charset.isWide ? 2 : 1) ?? (Self.western(body), 0)
        }
        let nulls = text.count { $0 == 0 }
        if nulls > 0 {
            text = text.flatMap { $0 == 0 ? Self.replacement : [$0] }
            bad += nulls
        }
        if body.endIndex < bytes.count { read = body.endIndex }
        guard text.count > limit || read != nil else { return }
        let whole = text.count
        text.removeSubrange(Self.border(text, limit)...)
        // The exact position is known for UTF-8 only; otherwise it is estimated by proportion.
        if whole > 0 { read = mark + Int(Double(body.count) * Double(text.count) / Double(whole)) }
    }

    /// U+FFFD.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// The end of the last tag or line before the limit, if there is one nearby.
    private static func border(_ text: [UInt8], _ limit: Int) -> Int {
        var end = min(text.count, limit)
        if let tag = text[max(0, end - 4096)..<end].lastIndex(where: { $0 == UInt8(ascii: ">") || $0 == 0x0A }) {
            return tag + 1
        }
        while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    private static func western(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let scalars = bytes.lazy.map { (0x80...0x9F).contains($0) ? upper[Int($0 - 0x80)] : Unicode.Scalar($0) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for scalar in scalars { if let encoded = UTF8.encode(scalar) { text += encoded } }
        return text
    }

    /// windows-1252 from 0x80 to 0x9F.
    private static let upper = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The text by the C library's iconv, and how many bytes are invalid; nil if it does not know the character set.
    ///
    /// - Parameter step: how many bytes to skip where one is invalid.
    private static func converted(
        _ bytes: ArraySlice<UInt8>, from name: String, step: Int
    ) -> (text: [UInt8], bad: Int)? {
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
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
                    let skipped = min(step, left)
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
}

/// Replaces invalid UTF-8 with U+FFFD, as in the Encoding Standard.
enum UTF8Repair {
    static func isValid(_ bytes: [UInt8]) -> Bool { (try? UTF8Span(validating: bytes.span)) != nil }

    /// The text, and how many bytes were replaced.
    static func repaired(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], bad: Int) {
        // Nearly all pages are valid.
        if (try? UTF8Span(validating: bytes.span)) != nil { return (Array(bytes), 0) }
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        // Each replacement that is not in the page itself takes three bytes in place of the invalid ones.
        let added = replacements(in: text[...]) - replacements(in: bytes)
        return (text, bytes.count - (text.count - 3 * added))
    }

    private static func replacements(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.count { place in
            bytes[place] == 0xEF && place + 2 < bytes.endIndex && bytes[place + 1] == 0xBF && bytes[place + 2] == 0xBD
        }
    }
}
