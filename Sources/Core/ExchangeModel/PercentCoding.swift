/// Percent-encoding in URLs and form bodies (RFC 3986, 2.1; the URL Standard for forms).
public enum PercentCoding {
    /// Encodes everything but unreserved characters, for path segments and for names and values in queries.
    public static func encode(_ text: some StringProtocol) -> String {
        let isPlain =
            text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isUnreserved) }
            ?? text.utf8.allSatisfy(isUnreserved)
        guard !isPlain else { return String(text) }
        return String(decoding: text.utf8.flatMap { isUnreserved($0) ? [$0] : escape($0) }, as: UTF8.self)
    }

    /// The bytes of `%XX`.
    package static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
    }

    /// Decodes `%XX`. Invalid escapes are kept; bytes that are not UTF-8 become U+FFFD.
    public static func decode(_ text: some StringProtocol) -> String { decode(text, plusIsSpace: false) }

    /// Decodes `%XX`, and `+` as a space, as in queries and form bodies.
    public static func decodeForm(_ text: some StringProtocol) -> String { decode(text, plusIsSpace: true) }

    /// The fields of a query or form body in order, decoded. A field without `=` has an empty value.
    package static func fields(of text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { field in
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            return (
                decodeForm(Substring(name)),
                decodeForm(Substring(field[name.endIndex...].dropFirst()))
            )
        }
    }

    private static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(of: bytes[index + 1]),
                let low = value(of: bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
                continue
            }
            out.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            index += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
