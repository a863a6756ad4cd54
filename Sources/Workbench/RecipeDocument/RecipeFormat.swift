import CommandLanguage
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
                lines.append(layout.lines[fence.opening])
                let indent = String(repeating: " ", count: fence.indent)
                let content: [String]
                switch fence.language {
                case "params": content = ParameterColumns(layout, fence, recipe).lines
                case "snowdeck":
                    content = blocks.popFirst().map { BlockLines(layout, fence, $0).lines } ?? []
                default:
                    lines += layout.lines[fence.content]
                    lines.append(layout.lines[fence.content.upperBound])
                    continue
                }
                lines += content.map { $0.isEmpty ? "" : indent + $0 }
                lines.append(layout.lines[fence.content.upperBound])
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func writes(_ recipe: Recipe) -> String {
        "writes: " + (recipe.writes.isEmpty ? "nothing" : recipe.writes.map(\.name).joined(separator: ", "))
    }

    /// Removes empty lines at the ends and reduces several to one.
    fileprivate static func tidied(_ lines: [(text: String, isFixed: Bool)]) -> [String] {
        var tidy: [(text: String, isFixed: Bool)] = []
        for line in lines {
            let isBlank = !line.isFixed && line.text.isEmpty
            if isBlank, tidy.last.map({ !$0.isFixed && $0.text.isEmpty }) ?? true { continue }
            tidy.append(line)
        }
        if let last = tidy.last, !last.isFixed, last.text.isEmpty { tidy.removeLast() }
        return tidy.map(\.text)
    }

    fileprivate static func withoutEnd(_ text: String) -> String {
        var bytes = text.utf8[...]
        while let last = bytes.last, ASCII.isSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}

extension RecipeFormat {
    /// The lines of a `params` block in columns.
    private struct ParameterColumns {
        let lines: [String]

        init(_ layout: RecipeLayout, _ fence: RecipeLayout.Fence, _ recipe: Recipe) {
            var rows: [(name: String, value: String?, comment: String)?] = []
            var others: [String] = []
            for index in fence.content {
                let text = String(ASCII.trimmed(layout.line(index, in: fence).text[...]))
                others.append(text)
                let known = recipe.parameters.first { $0.line == index + 1 }
                rows.append(known.map { ParameterColumns.row(text, $0) })
            }
            let names = rows.compactMap { $0?.name.count }.max() ?? 0
            let heads = rows.map { row -> String in
                guard let row else { return "" }
                guard let value = row.value else { return row.name }
                return row.name + String(repeating: " ", count: names - row.name.count) + " = " + value
            }
            let width =
                zip(heads, rows).compactMap { head, row in
                    row.map { $0.comment.isEmpty ? 0 : min(head.count, 60) }
                }.max() ?? 0
            lines = RecipeFormat.tidied(
                rows.indices.map { place in
                    guard let row = rows[place] else { return (others[place], false) }
                    if row.comment.isEmpty { return (heads[place], false) }
                    let room = String(repeating: " ", count: max(width - heads[place].count, 0) + 3)
                    return (heads[place] + room + "# " + row.comment, false)
                })
        }

        /// The parts of a line: the value is as written, including quotes.
        private static func row(
            _ text: String, _ parameter: RecipeParameter
        ) -> (name: String, value: String?, comment: String) {
            let bytes = Array(text.utf8)
            var at = parameter.name.utf8.count
            while at < bytes.count, ASCII.isSpace(bytes[at]) { at += 1 }
            var value: String?
            if at < bytes.count, bytes[at] == .equals {
                at += 1
                if case .word(let word)? = Lexer.lex(bytes, from: at).tokens.first {
                    value = String(decoding: bytes[word.span], as: UTF8.self)
                    at = word.span.upperBound
                }
            }
            guard let hash = bytes[at...].firstIndex(of: .hash) else { return (parameter.name, value, "") }
            let comment = String(ASCII.trimmed(String(decoding: bytes[(hash + 1)...], as: UTF8.self)[...]))
            let head = ASCII.trimmed(comment.prefix { $0 != ":" })
            let isTyped = if case .kind = RecipeParameter.Kind.read(String(head)) { true } else { head.isEmpty }
            guard isTyped, !comment.isEmpty else { return (parameter.name, value, comment) }
            let about = parameter.description.isEmpty ? "" : ": " + parameter.description
            return (parameter.name, value, parameter.kind.text + about)
        }
    }

    /// The lines of a block of steps.
    private struct BlockLines {
        let lines: [String]

        init(_ layout: RecipeLayout, _ fence: RecipeLayout.Fence, _ block: RecipeBlock) {
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
                if let retry = step.retry {
                    written[retry.line] =
                        "retry \(retry.limit) every \(retry.pause.text) until \(retry.until.text)"
                }
                fixed.formUnion(step.outputLines)
            }
            let firstStep = block.steps.first?.line ?? .max
            let content = fence.content.map { index -> (text: String, isFixed: Bool) in
                let line = index + 1
                let text = layout.line(index, in: fence).text
                if let own = written[line] { return (own, true) }
                if fixed.contains(line) { return (text, true) }
                let plain = RecipeFormat.withoutEnd(text)
                return (line < firstStep ? BlockLines.control(plain) : plain, false)
            }
            lines = RecipeFormat.tidied(content)
        }

        /// `if`, `use` and `timeout` with one blank after the word; everything else unchanged.
        private static func control(_ text: String) -> String {
            let word = text.prefix { !$0.isWhitespace }
            guard ["if", "use", "timeout"].contains(word) else { return text }
            return "\(word) \(ASCII.trimmed(text.dropFirst(word.count)))"
        }
    }
}
