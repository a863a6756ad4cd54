import Notation

/// Formats a recipe: parameters in columns, single blanks between words, no empty lines at the ends of a block. Prose,
/// other blocks, expected output and continuation lines stay byte for byte.
package enum RecipeFormat {
    /// The formatted text, with LF line breaks. Formatting is idempotent.
    ///
    /// - Throws: the syntax errors; then nothing is changed.
    package static func formatted(_ text: String) throws(RecipeError) -> String {
        let recipe = try Recipe.read(text, at: "")
        let layout = RecipeLayout(text)
        var lines: [String] = []
        var blocks = recipe.blocks[...]
        for part in layout.parts {
            switch part {
            case .prose(let index):
                lines.append(recipe.writesLine == index + 1 ? writes(recipe) : layout.lines[index])
            case .fence(let fence):
                let indent = String(repeating: " ", count: fence.indent)
                var content = Array(layout.lines[fence.content])
                switch fence.language {
                case "params":
                    let own = parameterLines(fence.content.map { layout.line($0, in: fence) })
                    content = tidied(own.map { ($0, false) }, indent)
                case "snowdeck":
                    if let block = blocks.popFirst() { content = tidied(blockLines(layout, fence, block), indent) }
                default: break
                }
                lines += [layout.lines[fence.opening]] + content + [layout.lines[fence.content.upperBound]]
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A line of a block, and whether it must stay as it is.
    private typealias Line = (text: String, isFixed: Bool)

    private static func writes(_ recipe: Recipe) -> String {
        "writes: " + (recipe.writes.isEmpty ? "nothing" : recipe.writes.map(\.name).joined(separator: ", "))
    }

    /// Indents the lines, removes empty ones at the ends and reduces several to one.
    private static func tidied(_ lines: [Line], _ indent: String) -> [String] {
        var tidy: [Line] = []
        for line in lines {
            let isBlank = !line.isFixed && line.text.isEmpty
            if isBlank, tidy.last.map({ !$0.isFixed && $0.text.isEmpty }) ?? true { continue }
            tidy.append(line)
        }
        if let last = tidy.last, !last.isFixed, last.text.isEmpty { tidy.removeLast() }
        return tidy.map { $0.text.isEmpty ? "" : indent + $0.text }
    }

    /// The lines of a `params` block in columns.
    private static func parameterLines(_ lines: [Substring]) -> [String] {
        let rows = lines.map { (line: $0, parts: ParameterLine($0)) }
        let names = rows.compactMap { $0.parts?.name.count }.max() ?? 0
        let heads = rows.map { row -> String in
            guard let parts = row.parts else { return String(ASCII.trimmed(row.line)) }
            guard let value = parts.value else { return String(parts.name) }
            return parts.name + String(repeating: " ", count: names - parts.name.count) + " = " + value
        }
        let comments = rows.map { $0.parts.map { comment($0.comment) } ?? "" }
        let width = zip(heads, comments).map { head, comment in comment.isEmpty ? 0 : min(head.count, 60) }.max() ?? 0
        return zip(heads, comments).map { head, comment in
            if comment.isEmpty { return head }
            return head + String(repeating: " ", count: max(width - head.count, 0) + 3) + "# " + comment
        }
    }

    /// The comment of a parameter, with one blank after the colon behind its type.
    private static func comment(_ text: Substring) -> String {
        let comment = ASCII.trimmed(text)
        let head = ASCII.trimmed(comment.prefix { $0 != ":" })
        let about = ASCII.trimmed(comment.drop { $0 != ":" }.dropFirst())
        guard case .kind(let kind) = RecipeParameter.Kind.read(String(head)) else {
            return String(head.isEmpty && !comment.isEmpty ? "string: " + about : comment)
        }
        return kind.text + (about.isEmpty ? "" : ": " + about)
    }

    /// The lines of a block of steps.
    private static func blockLines(_ layout: RecipeLayout, _ fence: RecipeLayout.Fence, _ block: RecipeBlock) -> [Line]
    {
        var fixed: Set<Int> = []
        var written: [Int: String] = [:]
        func command(_ text: String, behind sign: String, _ line: Int) {
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            written[line] = sign + parts[0]
            fixed.formUnion(line..<line + parts.count)
        }
        if let loop = block.loop { command(loop.command, behind: "for \(loop.variable) in ", loop.line) }
        for step in block.steps {
            command(step.command, behind: "> ", step.line)
            for expectation in step.expectations { written[expectation.line] = "? " + expectation.text }
            if let retry = step.retry { written[retry.line] = retry.text }
            fixed.formUnion(step.outputLines)
        }
        let firstStep = block.steps.first?.line ?? .max
        return fence.content.map { index in
            let line = index + 1, text = layout.line(index, in: fence)
            if let own = written[line] { return (own, true) }
            if fixed.contains(line) { return (String(text), true) }
            let plain = String(ASCII.trimmed("." + text).dropFirst())
            return (line < firstStep ? control(plain) : plain, false)
        }
    }

    /// `if`, `use` and `timeout` with one blank after the word; everything else unchanged.
    private static func control(_ text: String) -> String {
        var rest = text[...]
        let word = rest.takeWord()
        return ["if", "use", "timeout"].contains(word) ? "\(word) \(rest)" : text
    }
}
