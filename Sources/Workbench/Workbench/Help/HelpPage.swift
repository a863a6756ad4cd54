/// A help page, rendered as plain text at the prompt and as Markdown in the reference.
package struct HelpPage {
    package enum Block {
        case prose(String)
        case heading(String)
        /// Terms with their meanings.
        case terms([(term: String, meaning: String)])
        /// Example lines with explanations.
        case examples([Command.Example])
        /// Usage lines.
        case usage([String])
    }

    var blocks: [Block]

    /// Text for a terminal. Prose and usage lines are wrapped at 80 columns or less; lines to type are never wrapped.
    ///
    /// - Parameter width: the terminal's width in columns; nil if there is none.
    func plain(width: Int? = nil) -> String {
        let width = min(max(width ?? 80, 40), 80)
        var parts: [String] = []
        for block in blocks {
            switch block {
            case .prose(let text): parts.append(TextWrap.lines(text, width: width).joined(separator: "\n"))
            case .heading(let text): parts.append(text + ":")
            case .terms(let terms): parts.append(HelpPage.aligned(terms, width))
            case .examples(let examples):
                parts.append(examples.map { "  \($0.line)\n      \($0.shows)" }.joined(separator: "\n"))
            case .usage(let lines):
                let wrapped = lines.flatMap { UsageWrap.lines($0, width: width - 2) }
                parts.append(wrapped.map { "  " + $0 }.joined(separator: "\n"))
            }
        }
        // No empty line after a heading.
        var text = ""
        for (place, part) in parts.enumerated() {
            text += part + "\n"
            let isHeading = if case .heading = blocks[place] { true } else { false }
            if !isHeading, place < parts.count - 1 { text += "\n" }
        }
        return text
    }

    /// Markdown, with blocks separated by empty lines and a final line break.
    ///
    /// - Parameter level: the level of the page's headings.
    func markdown(level: Int) -> String {
        blocks.map { block in
            switch block {
            case .prose(let text): TextWrap.lines(text, width: 120).joined(separator: "\n") + "\n"
            case .heading(let text): String(repeating: "#", count: level) + " " + text + "\n"
            case .terms(let terms):
                "| | |\n|---|---|\n"
                    + terms.map { "| \(HelpPage.code($0.term)) | \(HelpPage.escaped($0.meaning)) |\n" }.joined()
            case .examples(let examples):
                "```\n" + examples.map { "# \($0.shows)\n\($0.line)\n" }.joined() + "```\n"
            case .usage(let lines): "```\n" + lines.map { $0 + "\n" }.joined() + "```\n"
            }
        }.joined(separator: "\n")
    }

    /// Two columns. A term that is too long for the first is put on its own line.
    private static func aligned(_ terms: [(term: String, meaning: String)], _ width: Int) -> String {
        let column = min(terms.map(\.term.count).max() ?? 0, width / 3)
        return terms.map { term, meaning in
            let lines = TextWrap.lines(meaning, width: width - column - 4)
            let hang = "\n" + String(repeating: " ", count: column + 4)
            let head = "  " + term + String(repeating: " ", count: max(column - term.count, 0))
            let body = lines.joined(separator: hang)
            if body.isEmpty { return "  " + term }
            return term.count > column ? head + hang + body : head + "  " + body
        }.joined(separator: "\n")
    }

    private static func code(_ term: String) -> String { "`" + escaped(term) + "`" }

    /// Text for a table cell, with bars escaped.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}

package enum TextWrap {
    /// Wraps text at `width` characters. Longer words are not split, and line breaks count as blanks.
    package static func lines(_ text: String, width: Int) -> [String] {
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

/// Wraps usage lines for a terminal.
enum UsageWrap {
    /// A usage line wrapped and indented. Bracketed parts are kept together unless they are longer than a line.
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
