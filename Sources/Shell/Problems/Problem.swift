package import Notation
package import TapeDeck

/// What went wrong, as a value: everything that stops a command is turned into one of these, in one place, and shown
/// by one renderer.
package struct Problem: Error, Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package var text: String
        /// In UTF-8 bytes of the text.
        package var span: Range<Int>
        /// The file or stream the text was read from; nil at the prompt.
        package var name: String?
        /// The line of that file the text begins on, counted from 1.
        package var line: Int

        package init(text: String, span: Range<Int>, name: String? = nil, line: Int = 1) {
            self.text = text
            self.span = span
            self.name = name
            self.line = line
        }
    }

    package enum Cause: Sendable, Hashable {
        /// A file is not replaced unless that is requested.
        case fileExists
    }

    package var kind: Kind
    package var message: String
    /// What the carets point at; nil for a problem without a place.
    package var source: Source?
    package var notes: [String]
    package var hints: [String]
    package var details: JSON?
    /// What a command may decide by; nil where it need not.
    package var cause: Cause?
    /// What was probably meant at the place of `source`: a name that is near to what stands there.
    package var replacement: String?
    /// The whole line that was probably meant.
    package var correction: String?
    /// What else is wrong with the same text, each with a place of its own.
    package var further: [Problem] = []

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

    package var exitStatus: Int32 { kind.exitStatus }
}

extension Problem {
    /// What sort of problem it is. The raw value is the word of the JSON form.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case `internal`
        /// The command could not be read.
        case usage
        case refused
        /// The instance could not be reached, or did not answer.
        case network
        /// The tape cannot do what is asked, or does not say the same.
        case tape
        case expectation
        case guardRefused = "guard"
        case interrupted

        package var exitStatus: Int32 {
            switch self {
            case .internal: 1
            case .usage: 2
            case .refused: 3
            case .network: 4
            case .tape: 5
            case .expectation: 6
            case .guardRefused: 7
            case .interrupted: 130
            }
        }

        package var meaning: String {
            switch self {
            case .internal: "internal error: a fault of Snowdeck itself, or of the machine it runs on"
            case .usage: "usage: the command could not be read, and nothing was done"
            case .refused: "the instance refused, or has nothing of that name"
            case .network: "network: the instance could not be reached or did not answer"
            case .tape: "tape: a miss, a mismatch, a corrupt cassette, or an answer that was not recorded"
            case .expectation: "an expectation failed"
            case .guardRefused: "a guard refused a write"
            case .interrupted: "interrupted"
            }
        }
    }
}

extension Problem {
    /// The same problem with placeholders where secrets stood: an error is pasted into tickets, and a line that could not
    /// be run may hold a password. The caret stays under what it was under.
    ///
    /// - Parameter known: what the document of the command says of its variables; nil when it has not been read.
    package func withoutSecrets(
        _ redaction: Redaction, knowing known: DocumentSecrets? = nil
    ) -> Problem {
        var problem = self
        problem.message = redaction.redactText(message)
        problem.notes = notes.map(redaction.redactText)
        problem.hints = hints.map { redaction.redactLine($0) }
        problem.further = further.map { $0.withoutSecrets(redaction, knowing: known) }
        guard let source else { return problem }
        let before = Array(source.text.utf8)
        let text = redaction.redact(line: TypedSecrets.hidden(in: source.text), knowing: known)
        let after = Array(text.utf8)
        guard before != after else { return problem }
        let shorter = min(before.count, after.count)
        let head = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
        let tail = (0..<shorter - head).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] }
        // A place before the first secret or behind the last one keeps its distance to that end; one between covers them.
        let fromEnd = min(before.count - min(source.span.upperBound, before.count), tail ?? shorter - head)
        let isBehind = source.span.lowerBound >= before.count - (tail ?? shorter - head)
        let start = isBehind ? source.span.lowerBound + after.count - before.count : min(source.span.lowerBound, head)
        let isBefore = source.span.upperBound <= head
        problem.source?.text = text
        problem.source?.span = start..<max(start, isBefore ? source.span.upperBound : after.count - fromEnd)
        return problem
    }
}
