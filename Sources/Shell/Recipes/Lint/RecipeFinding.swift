/// Something in a recipe that reads well and will not do what it seems to, or should not stand in a file that is shared.
package struct RecipeFinding: Sendable, Hashable {
    /// What sort of thing it is; the raw value is its word for programs.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A parameter that nothing uses.
        case unused = "unused-parameter"
        /// A variable that has no value, or not on every way.
        case undefined = "undefined-variable"
        /// A change that `writes:` does not name, or one that it names and nothing makes.
        case writes
        /// A sys_id in the text.
        case sysID = "hard-coded-sys-id"
        /// A text that looks like a secret.
        case secret
        /// Steps that never run, or lines that look like something they are not.
        case unreachable
        /// A command that no recipe may run, or only where it is trusted.
        case refused
        /// A command that cannot be read.
        case command
        /// A default that is no value of its type.
        case fallback = "default"
        /// Characters that a terminal obeys and nobody sees.
        case control = "control-character"
    }

    /// What sort of thing it is.
    package var rule: Rule
    /// The line, counted from 1 in the file.
    package var line: Int
    /// The part that is meant, in UTF-8 bytes of the line.
    package var span: Range<Int>
    /// One sentence.
    package var message: String
    /// What to write instead.
    package var hints: [String]

    /// A finding.
    package init(_ rule: Rule, line: Int, span: Range<Int>, _ message: String, hints: [String] = []) {
        self.rule = rule
        self.line = line
        self.span = span
        self.message = message
        self.hints = hints
    }
}
