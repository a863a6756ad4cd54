/// Makes text from elsewhere safe to show on a terminal.
package enum TerminalText {
    /// The text without anything that a terminal could obey: control characters (C0 but line feed and tab, DEL, C1),
    /// whole escape sequences (CSI, OSC, DCS, SOS, PM, APC with their contents, and the short ones), and the marks that
    /// reorder text (U+202A to U+202E, U+2066 to U+2069).
    ///
    /// A sequence that is never finished is dropped up to the end of its line, so that no more than that is lost.
    package static func plain(_ text: String) -> String {
        var text = text
        let cleaned: String? = text.withUTF8 { bytes in
            guard let first = firstSuspect(in: bytes) else { return nil }
            return PlainTextPass.run(bytes, from: first)
        }
        return cleaned ?? text
    }

    /// The same for bytes; what is no UTF-8 becomes U+FFFD.
    package static func plain(_ bytes: some Sequence<UInt8>) -> String {
        plain(String(decoding: Array(bytes), as: UTF8.self))
    }

    /// Whether the text is shown as it stands.
    package static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { firstSuspect(in: $0) == nil }
    }

    /// The place of the first byte that may begin something to drop; nil when there is none. Nearly every text is
    /// decided here, eight bytes at a time.
    private static func firstSuspect(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return nil }
        var place = 0
        while place < bytes.count {
            if place + 8 <= bytes.count, ByteWord(at: start + place).controls(or: 0x7F, 0x7F) == 0 {
                place += 8
                continue
            }
            let end = min(place + 8, bytes.count)
            while place < end {
                if PlainTextPass.isSuspect(bytes, place) { return place }
                place += 1
            }
        }
        return nil
    }
}
