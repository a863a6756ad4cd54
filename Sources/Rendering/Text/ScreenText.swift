import Notation

/// Text from a server made fit for a screen: nothing in it can move the cursor, change colours or break a row.
enum ScreenText {
    /// On one line: line breaks are shown as `⏎`, tabs as a space.
    static func oneLine(_ text: String) -> String {
        var text = text
        if text.withUTF8({ DisplayWidth.isPrintableASCII($0) }) { return text }
        text = TerminalText.plain(text)
        guard text.withUTF8({ $0.contains(where: { $0 < 0x20 || $0 == 0xE2 }) }) else { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\u{2028}", "\u{2029}": line.append("⏎")
            case "\t": line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// Bytes as text, when that is what they are: UTF-8 with no control character that text does not have.
    static func text(_ bytes: [UInt8]) -> String? {
        let isText = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 || $0 == 0x1B
        }
        return isText ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// On as many lines as it has; line breaks and tabs stay.
    static func lines(_ text: String) -> String {
        var text = text
        if text.withUTF8({ DisplayWidth.isPrintableASCII($0) }) { return text }
        return TerminalText.plain(text)
    }
}
