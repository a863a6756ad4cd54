package import Notation

/// What went wrong, as a value: everything that stops a command is turned into one of these, in one place, and shown
/// by one renderer.
package struct Problem: Error, Sendable, Hashable {
    /// The text a problem is about, and the part of it that is meant.
    package struct Source: Sendable, Hashable {
        /// The whole text.
        package var text: String
        /// In UTF-8 bytes of the text.
        package var span: Range<Int>
        /// The file or stream the text was read from; nil at the prompt.
        package var name: String?
        /// The line of that file the text begins on, counted from 1.
        package var line: Int

        /// A place at the prompt unless told.
        package init(text: String, span: Range<Int>, name: String? = nil, line: Int = 1) {
            self.text = text
            self.span = span
            self.name = name
            self.line = line
        }
    }

    /// What sort of problem it is: the exit status follows from it.
    package var kind: Kind
    /// One sentence that names the thing. No secrets.
    package var message: String
    /// What the carets stand under; nil for a problem without a place.
    package var source: Source?
    /// What else is known, a sentence each.
    package var notes: [String]
    /// What to do, a sentence or a line to paste each.
    package var hints: [String]
    /// The same facts for programs, as `--format json` prints them.
    package var details: JSON?
    /// What else is wrong with the same text, each with a place of its own.
    package var further: [Problem] = []

    /// A problem.
    package init(
        _ kind: Kind, _ message: String, source: Source? = nil, notes: [String] = [], hints: [String] = [],
        details: JSON? = nil
    ) {
        self.kind = kind
        self.message = message
        self.source = source
        self.notes = notes
        self.hints = hints
        self.details = details
    }

    /// The same problem, placed in a file: what a script's runner knows and the command does not.
    ///
    /// - Parameter command: what was run; a problem without a place of its own is about the whole of it.
    package func located(in name: String, line: Int, command: String? = nil) -> Problem {
        var problem = self
        problem.further = further.map { $0.located(in: name, line: line, command: command) }
        if problem.source == nil, let command, !command.isEmpty {
            problem.source = Source(text: command, span: 0..<command.utf8.count)
        }
        // A place in another file, which the command read, stays where it is.
        guard problem.source?.name == nil else { return problem }
        problem.source?.name = name
        problem.source?.line = line
        return problem
    }

    /// 0 is success; everything else is a problem's kind.
    package var exitStatus: Int32 { kind.exitStatus }
}
