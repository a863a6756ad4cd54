/// A string as a YAML scalar: plain where no reader can mistake it, a literal block for many lines, quoted otherwise.
enum YAMLScalar {
    /// Writes a scalar on one line.
    static func append(_ text: String, to out: inout ByteBuffer) {
        if canStandPlain(text) { return out.append(text) }
        // A JSON string is a YAML double-quoted scalar, with the same escapes.
        JSONText.appendString(text, to: &out)
    }

    /// Whether a text of several lines can be shown as them: nothing unprintable in it, no line of blanks alone, and no
    /// blank at its very start, where indentation is counted.
    static func canStandInBlock(_ text: String) -> Bool {
        var lines = 0
        var blanks = 0
        var length = 0
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                if length > 0, blanks == length { return false }
                if lines == 0, length == 0 { return false }
                lines += 1
                blanks = 0
                length = 0
                continue
            }
            if !isPrintable(scalar), scalar != "\t" { return false }
            if scalar == " " || scalar == "\t" {
                if lines == 0, length == 0 { return false }
                blanks += 1
            }
            length += 1
        }
        return lines > 0 && (length == 0 || blanks < length)
    }

    /// Writes a literal block, with the sign that keeps exactly the line breaks at its end.
    static func appendBlock(_ text: String, indent: Int, to out: inout ByteBuffer) {
        var body = Substring(text)
        var breaks = 0
        while body.utf8.last == 0x0A {
            body.unicodeScalars.removeLast()
            breaks += 1
        }
        out.append(breaks == 0 ? "|-\n" : breaks == 1 ? "|\n" : "|+\n")
        for line in body.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !line.isEmpty {
                out.append(spaces: indent)
                out.append(String(Substring(line)))
            }
            out.append(0x0A)
        }
        if breaks > 1 { for _ in 1..<breaks { out.append(0x0A) } }
    }

    private static func canStandPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "/" else { return false }
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if !isPrintable(scalar) { return false }
            if scalar == " ", previous == ":" { return false }
            if scalar == "#", previous == " " { return false }
            previous = scalar
        }
        if previous == " " || previous == ":" { return false }
        return text.utf8.count > 5 || !reserved.contains(text.lowercased())
    }

    /// What YAML 1.1 or 1.2 takes for a truth value or nothing, in lower case.
    private static let reserved: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    /// What YAML lets stand unescaped, less what could act on a screen.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
