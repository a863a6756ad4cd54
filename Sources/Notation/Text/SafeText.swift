/// The instance's words made safe for messages.
package enum SafeText {
    /// The text on one line: what a terminal could obey goes, white space becomes single spaces, and what exceeds the
    /// limit, in bytes, is cut, with an ellipsis in its place.
    package static func line(_ text: String, limit: Int = 1000) -> String {
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
