/// Text made safe to look at: nothing in it moves a cursor, hides other text or ends a line.
enum PrintableText {
    /// The text with control characters (C0, DEL, C1), line and paragraph separators and the characters that change the
    /// direction of writing shown as `\n`, `\t`, `\r` or `\u{1B}`; a backslash as `\\`, so that it can be read back.
    static func escaped(_ text: some StringProtocol) -> String { shown(text, doublingBackslash: true) }

    /// The same with backslashes left as they are: for JSON, where they are escapes already.
    static func inert(_ text: some StringProtocol) -> String { shown(text, doublingBackslash: false) }

    private static func shown(_ text: some StringProtocol, doublingBackslash: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }
        guard !isPlain else { return String(text) }
        var out = ""
        out.reserveCapacity(text.utf8.count + 8)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += doublingBackslash ? "\\\\" : "\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case _ where isHarmful(scalar): out += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// Controls, separators that some programs break lines at, and bidirectional formatting (Unicode 15, 9.9 and 23).
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}
