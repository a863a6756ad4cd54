/// What the declaration at the start of an XHTML page says (HTML, 13.2.3.2: "prescan", its first step and its last).
extension PageCharset {
    /// UTF-16, where the bytes of `<?x` are two each.
    static func wideDeclaration(in bytes: [UInt8]) -> PageCharset? {
        if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        return nil
    }

    /// The character set of `<?xml version="1.0" encoding="…"?>`; nil without, and for a label that nobody knows.
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
