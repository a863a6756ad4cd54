import Notation

enum PageText {
    /// On one line: without control characters and soft breaks, with white space as plain spaces. Non-breaking spaces
    /// are kept as U+00A0.
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

    /// `line` without surrounding spaces, and with plain spaces for non-breaking ones.
    static func label(_ text: String) -> String {
        let line = line(text)
        guard line.utf8.contains(where: { $0 == 0x20 || $0 == 0xC2 }) else { return line }
        return line.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" }).joined(separator: " ")
    }

    /// The lines of a text, with tabs that lead to every eighth column.
    static func lines(_ text: String) -> [String] {
        TerminalText.plain(text).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var whole = "", width = 0
            for (index, cell) in line.utf8.split(separator: 0x09, omittingEmptySubsequences: false).enumerated() {
                let text =
                    (index > 0 ? String(repeating: " ", count: 8 - width % 8) : "") + self.line(String(cell) ?? "")
                whole += text
                width += DisplayWidth.of(text)
            }
            return whole
        }
    }

    /// The lines of preformatted text, without empty ones at the end.
    static func preformatted(_ text: String) -> [String] {
        var lines = lines(text)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// How many bytes of a text fit into a number of cells, at least one character on a fresh line, and their width.
    static func cut(_ text: UnsafeBufferPointer<UInt8>, room: Int, isFresh: Bool) -> (bytes: Int, width: Int) {
        let fitting = DisplayWidth.prefix(of: text, fitting: max(room, 0))
        if fitting.bytes > 0 || !isFresh { return fitting }
        let least = DisplayWidth.prefix(of: text, fitting: 2)
        return least.bytes > 0 ? least : (text.count, 2)
    }
}
