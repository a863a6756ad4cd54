/// Breaks usage lines for a screen.
enum UsageWrap {
    /// A usage line on as many lines as it takes, those after the first set in. What stands in brackets stays together,
    /// unless it alone is longer than a line.
    static func lines(_ usage: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for part in parts(of: usage) {
            if line.isEmpty {
                line = part
            } else if line.count + 1 + part.count > width {
                lines.append(line)
                line = "    " + part
            } else {
                line += " " + part
            }
        }
        return lines + [line]
    }

    private static func parts(of usage: String) -> [String] {
        var parts: [String] = [""]
        var depth = 0
        for character in usage {
            if "([".contains(character) { depth += 1 } else if ")]".contains(character) { depth -= 1 }
            if character == " ", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}
