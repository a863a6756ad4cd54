import Notation

/// Words of a page made fit for a screen.
enum PageText {
    /// On one line: nothing that a terminal could obey, every white space a plain space, and without the marks that say
    /// where a word may be broken. Spaces that must not be broken at are kept apart as U+00A0.
    static func line(_ text: String) -> String {
        var text = text
        if text.withUTF8({ DisplayWidth.isPrintableASCII($0) }) { return text }
        var line = String.UnicodeScalarView()
        for scalar in TerminalText.plain(text).unicodeScalars {
            switch scalar {
            case "\n", "\t", "\u{2028}", "\u{2029}": line.append(" ")
            case "\u{AD}", "\u{200B}", "\u{FEFF}": continue
            case "\u{202F}", "\u{2007}": line.append("\u{A0}")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// The same without spaces at its ends, and none of the sort that must not be broken at.
    static func label(_ text: String) -> String {
        let line = line(text)
        guard line.utf8.contains(where: { $0 == 0x20 || $0 == 0xC2 }) else { return line }
        return line.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" }).joined(separator: " ")
    }

    /// Lines of a text whose line ends count; tabs lead to every eighth cell.
    static func lines(_ text: String) -> [String] {
        TerminalText.plain(text).split(separator: "\n", omittingEmptySubsequences: false).map { untabbed($0) }
    }

    private static func untabbed(_ line: Substring) -> String {
        let cells = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
        if cells.count == 1 { return visible(line.unicodeScalars) }
        var whole = "", width = 0
        for (index, cell) in cells.enumerated() {
            if index > 0 {
                let blanks = 8 - width % 8
                whole += String(repeating: " ", count: blanks)
                width += blanks
            }
            let text = visible(cell)
            whole += text
            width += DisplayWidth.of(text)
        }
        return whole
    }

    private static func visible(_ scalars: Substring.UnicodeScalarView) -> String {
        guard scalars.contains(where: { $0.value > 0x7E }) else { return String(scalars) }
        var line = String.UnicodeScalarView()
        for scalar in scalars {
            switch scalar {
            case "\u{2028}", "\u{2029}", "\u{A0}": line.append(" ")
            case "\u{FEFF}": continue
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
