/// Everything that keeps a text from being a recipe, in the order of its lines.
package struct RecipeMistakes: Error, Sendable, Hashable {
    /// The file as it was named.
    package var path: String
    /// At least one, at most `RecipeMistakes.most`.
    package var mistakes: [RecipeMistake]
    /// How many more there are.
    package var further: Int
    /// The lines that the mistakes stand on, by number: what the carets stand under.
    package var lines: [Int: String]

    /// How many are reported of one file.
    package static let most = 50

    /// The mistakes of a file; those beyond `most` are counted.
    ///
    /// - Parameter text: the lines of the file, the first one at 0.
    init(path: String, _ mistakes: [RecipeMistake], in text: [String]) {
        let sorted = mistakes.sorted { ($0.line, $0.span.lowerBound) < ($1.line, $1.span.lowerBound) }
        self.path = path
        self.mistakes = Array(sorted.prefix(RecipeMistakes.most))
        further = max(0, sorted.count - RecipeMistakes.most)
        lines = [:]
        for mistake in self.mistakes where text.indices.contains(mistake.line - 1) {
            lines[mistake.line] = text[mistake.line - 1]
        }
    }

    /// All of them as one problem: the first with its place, the others behind it, each with its own.
    package var problem: Problem {
        var problems = mistakes.map { mistake in
            guard let text = lines[mistake.line] else {
                return Problem(.usage, mistake.message, hints: mistake.hints)
            }
            let end = text.utf8.count
            let from = min(mistake.span.lowerBound, end)
            return Problem(
                .usage, mistake.message,
                source: Problem.Source(
                    text: text, span: from..<max(from, min(mistake.span.upperBound, end)), name: path,
                    line: mistake.line),
                hints: mistake.hints)
        }
        if further > 0, !problems.isEmpty {
            problems[problems.count - 1].notes.append("\(Phrase.counted(further, "further mistake")) are not shown.")
        }
        guard var first = problems.first else { return Problem(.usage, "\(path) is no recipe.") }
        first.further = Array(problems.dropFirst())
        return first
    }
}
