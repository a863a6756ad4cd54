/// The syntax errors of a recipe, in the order of its lines.
package struct RecipeError: Error, Sendable, Hashable {
    package var path: String
    /// At least one, at most `RecipeError.most`.
    package var diagnostics: [RecipeDiagnostic]
    package var further: Int
    /// The lines of the diagnostics, by number.
    package var lines: [Int: String]

    /// The maximum number of diagnostics of a file.
    static let most = 50

    /// The diagnostics of a file; those beyond `most` are counted.
    ///
    /// - Parameter text: the lines of the file; the first has index 0.
    init(path: String, _ diagnostics: [RecipeDiagnostic], in text: [String]) {
        let sorted = diagnostics.sorted { ($0.line, $0.span.lowerBound) < ($1.line, $1.span.lowerBound) }
        self.path = path
        self.diagnostics = Array(sorted.prefix(RecipeError.most))
        further = max(0, sorted.count - RecipeError.most)
        lines = [:]
        for diagnostic in self.diagnostics where text.indices.contains(diagnostic.line - 1) {
            lines[diagnostic.line] = text[diagnostic.line - 1]
        }
    }
}

/// A syntax error of a recipe, and its position.
package struct RecipeDiagnostic: Sendable, Hashable {
    /// Counted from 1.
    package var line: Int
    /// The range in UTF-8 bytes of that line.
    package var span: Range<Int>
    package var message: String
    /// What to write instead.
    package var hints: [String]

    init(line: Int, span: Range<Int>, _ message: String, hints: [String] = []) {
        self.line = line
        self.span = span
        self.message = message
        self.hints = hints
    }
}
