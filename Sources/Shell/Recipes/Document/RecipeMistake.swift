/// One thing that keeps a text from being a recipe, and where it stands.
package struct RecipeMistake: Sendable, Hashable {
    /// The line, counted from 1 in the file.
    package var line: Int
    /// What is wrong, in UTF-8 bytes of that line.
    package var span: Range<Int>
    /// One sentence that names the thing.
    package var message: String
    /// What to write instead.
    package var hints: [String]

    /// A mistake at a place.
    package init(line: Int, span: Range<Int>, _ message: String, hints: [String] = []) {
        self.line = line
        self.span = span
        self.message = message
        self.hints = hints
    }
}
