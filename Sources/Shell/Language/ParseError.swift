/// Why a line is no command.
package struct ParseError: Error, Sendable, Hashable {
    /// One sentence.
    package let message: String
    /// What is wrong, in UTF-8 bytes of the text that was read.
    package let span: Range<Int>
    /// True exactly when more lines can still make it a command: the prompt then asks for another line.
    package let mayContinue: Bool
    /// What to type instead.
    package let hints: [String]

    /// An error at a place; more lines do not mend it unless told.
    package init(_ message: String, at span: Range<Int>, mayContinue: Bool = false, hints: [String] = []) {
        self.message = message
        self.span = span
        self.mayContinue = mayContinue
        self.hints = hints
    }

    /// The error as a problem under the user's own text.
    package func problem(in text: String) -> Problem {
        Problem(.usage, message, source: Problem.Source(text: text, span: span), hints: hints)
    }
}
