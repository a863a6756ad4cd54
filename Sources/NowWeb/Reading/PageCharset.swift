/// The character set of a page, found as browsers do (HTML, 13.2.3.2; the labels are those of the Encoding Standard).
///
/// What counts, in this order: a byte order mark, the `charset` of `Content-Type`, a `meta` element in the first 1024
/// bytes, the declaration of XHTML; else UTF-8 when the bytes are, else windows-1252. A label that nobody knows counts as none.
package enum PageCharset: Sendable, Hashable {
    /// UTF-8.
    case utf8
    /// UTF-16, least byte first.
    case utf16LE
    /// UTF-16, greatest byte first.
    case utf16BE
    /// windows-1252, which pages also mean with ISO-8859-1 and ASCII.
    case windows1252
    /// One that the machine's C library reads, by its name there.
    case other(String)

    /// The character set of a page.
    package static func of(_ bytes: [UInt8], contentType: String?) -> PageCharset {
        if let mark = mark(of: bytes) { return mark.charset }
        if let label = contentType.flatMap(parameter(of:)), let charset = PageCharset(label: label) { return charset }
        if let wide = wideDeclaration(in: bytes) { return wide }
        if let charset = MetaScan.charset(in: bytes.prefix(1024)) ?? declaration(in: bytes) {
            // A page whose meta element or declaration could be read is not UTF-16, whatever it says.
            return charset == .utf16LE || charset == .utf16BE ? .utf8 : charset
        }
        return UTF8Repair.isValid(bytes) ? .utf8 : .windows1252
    }

    /// The byte order mark that a page begins with, and its length.
    static func mark(of bytes: [UInt8]) -> (charset: PageCharset, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        return nil
    }

    /// The value of `charset` in a `Content-Type` or a `content` attribute.
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
