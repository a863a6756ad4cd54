import Notation

/// Text from elsewhere on one line, fit for a terminal and for a comment.
enum SingleLine {
    /// - Parameter limit: how many characters are kept at most.
    static func of(_ text: String, limit: Int = .max) -> String {
        let words = TerminalText.plain(text).split { $0.isNewline || $0 == "\t" || $0 == " " }
        let line = words.joined(separator: " ")
        return line.count > limit ? line.prefix(limit) + "…" : line
    }
}
