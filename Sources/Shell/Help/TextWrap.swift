/// Breaks prose into lines.
enum TextWrap {
    /// Lines of at most `width` characters, but for a word that is longer. Line breaks in the text count as blanks.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var length = 0
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let count = word.count
            if length > 0, length + 1 + count > width {
                lines.append(line)
                line = ""
                length = 0
            }
            if length > 0 {
                line += " "
                length += 1
            }
            line += word
            length += count
        }
        if length > 0 { lines.append(line) }
        return lines
    }
}
