import Glibc
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
        let text = Array(ASCII.lowercased(contentType).utf8)
        var rest = text[...]
        while let name = rest.firstRange(of: Array("charset".utf8)) {
            rest = rest[name.upperBound...]
            var value = rest.drop(while: HTMLWhitespace.isSpace)
            guard value.first == UInt8(ascii: "=") else { continue }
            value = value.dropFirst().drop(while: HTMLWhitespace.isSpace)
            guard let quote = value.first else { return nil }
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            value =
                isQuoted
                ? value.dropFirst().prefix { $0 != quote }
                : value.prefix { !HTMLWhitespace.isSpace($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
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
        let text = bytes.prefix(1024).prefix { $0 != UInt8(ascii: ">") }
        guard let name = text.firstRange(of: Array("encoding".utf8)) else { return nil }
        var rest = text[name.upperBound...].drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.firstIndex(of: quote)
        else { return nil }
        return PageCharset(label: String(decoding: rest[..<end], as: UTF8.self))
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

// The labels of the Encoding Standard.
extension PageCharset {
    /// The character set of a label, ignoring case and surrounding white space; nil if unknown.
    package init?(label: String) {
        let label = String(decoding: ASCII.lowercased(label).utf8.filter { $0 > 0x20 }, as: UTF8.self)
        guard let charset = Self.labels[label] else { return nil }
        self = charset
    }

    private init(name: Substring) {
        switch name {
        case "utf-8": self = .utf8
        case "utf-16be": self = .utf16BE
        case "utf-16le": self = .utf16LE
        case "windows-1252": self = .windows1252
        default: self = .other(String(name))
        }
    }

    private static let labels: [String: PageCharset] = {
        var labels: [String: PageCharset] = [:]
        for line in names.split(separator: "\n") {
            let words = line.split(separator: " ")
            for label in words.dropFirst() { labels[String(label)] = PageCharset(name: words[0].dropLast()) }
        }
        return labels
    }()

    /// A name, as the C library's iconv knows it, and its labels.
    private static let names = """
        utf-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
        utf-16be: unicodefffe utf-16be
        utf-16le: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
        windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 \
           iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
        ISO-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        ISO-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        ISO-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        ISO-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        ISO-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e \
           iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        ISO-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 \
           iso_8859-7 iso_8859-7:1987 sun_eu_greek
        ISO-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 \
           iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
        ISO-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
        ISO-8859-13: iso-8859-13 iso8859-13 iso885913
        ISO-8859-14: iso-8859-14 iso8859-14 iso885914
        ISO-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
        ISO-8859-16: iso-8859-16
        CP1250: cp1250 windows-1250 x-cp1250
        CP1251: cp1251 windows-1251 x-cp1251
        CP1253: cp1253 windows-1253 x-cp1253
        CP1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 \
           windows-1254 x-cp1254
        CP1255: cp1255 windows-1255 x-cp1255
        CP1256: cp1256 windows-1256 x-cp1256
        CP1257: cp1257 windows-1257 x-cp1257
        CP1258: cp1258 windows-1258 x-cp1258
        CP866: 866 cp866 csibm866 ibm866
        KOI8-R: cskoi8r koi koi8 koi8-r koi8_r
        KOI8-U: koi8-ru koi8-u
        MACINTOSH: csmacintosh mac macintosh x-mac-roman
        CP874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
        GB18030: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030
        BIG5-HKSCS: big5 big5-hkscs cn-big5 csbig5 x-x-big5
        EUC-JP: cseucpkdfmtjapanese euc-jp x-euc-jp
        ISO-2022-JP: csiso2022jp iso-2022-jp
        CP932: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
        CP949: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
           windows-949
        """
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
        case .utf16LE: (text, bad) = Self.wide(body, low: 0)
        case .utf16BE: (text, bad) = Self.wide(body, low: 1)
        case .windows1252: (text, bad) = Self.western(body)
        case .other(let name): (text, bad) = Self.foreign(body, name)
        }
        if body.endIndex < bytes.count { read = body.endIndex }
        guard text.count > limit || read != nil else { return }
        let whole = text.count
        text.removeSubrange(Self.border(text, limit)...)
        // The exact position is known for UTF-8 only; otherwise it is estimated by proportion.
        if whole > 0 { read = mark + Int(Double(body.count) * Double(text.count) / Double(whole)) }
    }

    /// The end of the last tag or line before the limit, if there is one nearby.
    private static func border(_ text: [UInt8], _ limit: Int) -> Int {
        var end = min(text.count, limit)
        let last = end
        while end > 0, last - end < 4096 {
            if text[end - 1] == UInt8(ascii: ">") || text[end - 1] == UInt8(ascii: "\n") { return end }
            end -= 1
        }
        end = last
        while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    private static func append(_ scalar: UInt32, _ text: inout [UInt8], _ bad: inout Int, width: Int) {
        guard scalar != 0, let scalar = Unicode.Scalar(scalar) else {
            bad += width
            text += [0xEF, 0xBF, 0xBD]
            return
        }
        if scalar.isASCII {
            text.append(UInt8(scalar.value))
        } else if let encoded = UTF8.encode(scalar) {
            text += encoded
        }
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, low: Int) -> ([UInt8], Int) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var bad = 0
        var place = bytes.startIndex
        func unit(_ place: Int) -> UInt32? {
            guard place + 1 < bytes.endIndex else { return nil }
            return UInt32(bytes[place + low]) | UInt32(bytes[place + 1 - low]) << 8
        }
        while let first = unit(place) {
            place += 2
            if (0xD800...0xDBFF).contains(first), let second = unit(place), (0xDC00...0xDFFF).contains(second) {
                place += 2
                append(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), &text, &bad, width: 4)
            } else {
                append(first, &text, &bad, width: 2)
            }
        }
        if place < bytes.endIndex { append(0, &text, &bad, width: 1) }
        return (text, bad)
    }

    private static func western(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Int) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        var bad = 0
        for byte in bytes {
            append((0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : UInt32(byte), &text, &bad, width: 1)
        }
        return (text, bad)
    }

    /// windows-1252 from 0x80 to 0x9F.
    private static let upper = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars.map(\.value)

    /// Decodes with the C library's iconv. Without it, the page is read as windows-1252.
    private static func foreign(_ bytes: ArraySlice<UInt8>, _ name: String) -> ([UInt8], Int) {
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return western(bytes) }
        defer { iconv_close(converter) }
        var bad = 0
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 1 << 16)
        input.withUnsafeMutableBufferPointer { input in
            guard var from = input.baseAddress else { return }
            var left = input.count
            while left > 0 {
                let isWhole = output.withUnsafeMutableBufferPointer { output in
                    guard var to = output.baseAddress else { return true }
                    var room = output.count
                    var source: UnsafeMutablePointer<CChar>? = from
                    var target: UnsafeMutablePointer<CChar>? = to
                    let result = iconv(converter, &source, &left, &target, &room)
                    let failure = errno
                    from = source ?? from
                    for index in 0..<(output.count - room) {
                        append(UInt8(bitPattern: output[index]), &text, &bad)
                    }
                    to = target ?? to
                    return result != Int.max && result != -1 || failure == E2BIG
                }
                if isWhole { continue }
                // The byte is invalid, or the last character is truncated.
                append(0, &text, &bad, width: 1)
                from += 1
                left -= 1
            }
        }
        return (text, bad)
    }

    /// Appends a byte of converted text, in which only NUL is invalid.
    private static func append(_ byte: UInt8, _ text: inout [UInt8], _ bad: inout Int) {
        if byte == 0 { append(0, &text, &bad, width: 1) } else { text.append(byte) }
    }
}

/// Replaces invalid UTF-8 and NUL with U+FFFD, as in the Encoding Standard.
enum UTF8Repair {
    static func isValid(_ bytes: [UInt8]) -> Bool { (try? UTF8Span(validating: bytes.span)) != nil }

    /// The text, and how many bytes were replaced.
    static func repaired(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], bad: Int) {
        // Nearly all pages are valid.
        if (try? UTF8Span(validating: bytes.span)) != nil, !bytes.contains(0) { return (Array(bytes), 0) }
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        // Each replacement that is not in the page itself takes three bytes in place of the invalid ones.
        let added = replacements(in: text[...]) - replacements(in: bytes)
        let nulls = text.count { $0 == 0 }
        let bad = bytes.count - (text.count - 3 * added) + nulls
        if nulls == 0 { return (text, bad) }
        return (text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }, bad)
    }

    private static func replacements(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.count { place in
            bytes[place] == 0xEF && place + 2 < bytes.endIndex && bytes[place + 1] == 0xBF && bytes[place + 2] == 0xBD
        }
    }
}
