import Workbench
import Tapes
import Replaying
import CommandLanguage
import Notation

/// Pieces of a report's HTML. Text from a tape becomes markup here only.
enum Markup {
    /// Content or an attribute's value, without what a terminal could interpret.
    static func text(_ text: String) -> String { MarkupText.escaped(TerminalText.plain(text)) }

    /// Content whose line ends stay as they are.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }
            .joined(separator: "\n")
    }

    /// A preformatted text. HTML ignores the first line end.
    static func pre(_ text: String, _ kind: String) -> String { "<pre class=\"\(kind)\">\n\(lines(text))</pre>\n" }

    static func facts(_ facts: [(name: String, value: String)]) -> String {
        "<dl class=\"facts\">\n"
            + facts.map { "<div><dt>\($0.name)</dt><dd>\(text($0.value))</dd></div>\n" }.joined() + "</dl>\n"
    }

    /// Text of at most `limit` bytes, and a note if it was cut or is not text.
    static func cut(_ bytes: [UInt8], limit: Int) -> (text: String?, note: String?) {
        var end = min(bytes.count, limit)
        // Not inside a character.
        while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        guard let text = String(validating: bytes[..<end], as: UTF8.self), !text.utf8.contains(0) else {
            return (nil, "\(Phrase.counted(bytes.count, "byte")), not text.")
        }
        if end == bytes.count { return (text, nil) }
        return (text, "Cut: \(bytes.count - end) of \(Phrase.counted(bytes.count, "byte")) are left out.")
    }

    static func note(_ note: String?) -> String { note.map { "<p class=\"cut\">\(text($0))</p>\n" } ?? "" }
}
