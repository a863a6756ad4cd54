import Notation

/// The instance's words made safe for messages.
enum SafeText {
    /// How many bytes of a message are shown.
    private static let limit = 1000

    /// The text on one line: what a terminal could obey goes, white space becomes single spaces, and what exceeds the
    /// limit is cut.
    static func line(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        var length = 0
        var needsSpace = false
        for scalar in TerminalText.plain(text).unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = !out.isEmpty
                continue
            }
            length += UTF8.width(scalar) + (needsSpace ? 1 : 0)
            guard length <= limit else {
                out.append("…")
                break
            }
            if needsSpace { out.append(" ") }
            needsSpace = false
            out.append(scalar)
        }
        return String(out)
    }
}
