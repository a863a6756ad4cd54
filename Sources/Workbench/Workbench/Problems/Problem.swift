package import Notation
package import Redactors

/// An error as the user sees it. Every error that stops a command becomes one of these in one place, and one renderer
/// shows it.
package struct Problem: Error, Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package var text: String
        /// In UTF-8 bytes of the text.
        package var span: Range<Int>
        /// The file or stream that the text was read from; nil at the prompt.
        package var name: String?
        /// The line on which the text begins in that file, from 1.
        package var line: Int

        package init(text: String, span: Range<Int>, name: String? = nil, line: Int = 1) {
            self.text = text
            self.span = span
            self.name = name
            self.line = line
        }
    }

    package enum Cause: Sendable, Hashable {
        /// A file is replaced only on request.
        case fileExists
        /// A recipe uses files of its own folder only.
        case outsideFolder
    }

    package var kind: Kind
    package var message: String
    /// The text that the carets point at; nil for a problem without a location.
    package var source: Source?
    package var notes: [String]
    package var hints: [String]
    var details: JSON?
    /// A cause that code may branch on; nil if none does.
    package var cause: Cause?
    /// The suggested replacement for the text at `source`.
    package var replacement: String?
    /// The suggested replacement for the whole line.
    var correction: String?
    /// Further errors in the same text, each with its own location.
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

    /// The problem located in a file, as the script's runner knows it.
    ///
    /// - Parameter command: the command that was run; a problem without a location covers all of it.
    package func located(in name: String, line: Int, command: String? = nil) -> Problem {
        var problem = self
        problem.further = further.map { $0.located(in: name, line: line, command: command) }
        if problem.source == nil, let command, !command.isEmpty {
            problem.source = Source(text: command, span: 0..<command.utf8.count)
        }
        // A location in another file that the command read is kept.
        guard problem.source?.name == nil else { return problem }
        problem.source?.name = name
        problem.source?.line = line
        return problem
    }

    package var exitStatus: Int32 { kind.exitStatus }
}

extension Problem {
    /// The kind of a problem. The raw value is used in its JSON form.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case `internal`
        /// The command is invalid.
        case usage
        case refused
        /// The instance could not be reached, or did not respond.
        case network
        /// The tape cannot be used as requested, or differs.
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
            case .internal: "internal error: a bug in Snowdeck, or a failure of this machine"
            case .usage: "usage: the command is invalid, and nothing was done"
            case .refused: "the instance rejected the request, or has no such record"
            case .network: "network: the instance could not be reached or did not answer"
            case .tape: "tape: a miss, a mismatch, a damaged tape, or an answer that was not recorded"
            case .expectation: "an expectation failed"
            case .guardRefused: "a guard rejected a write"
            case .interrupted: "interrupted"
            }
        }
    }
}

extension Problem {
    /// The problem with placeholders for secrets, because errors are pasted into tickets and an invalid line may
    /// contain a password. Carets keep pointing at the same text.
    ///
    /// - Parameter known: what the command's document says about its variables; nil if it was not parsed.
    package func withoutSecrets(_ redaction: Redaction, knowing known: DocumentSecrets? = nil) -> Problem {
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
        // Spans before the first secret or after the last one keep their distance to that end; spans in between cover
        // them.
        let fromEnd = min(before.count - min(source.span.upperBound, before.count), tail ?? shorter - head)
        let isBehind = source.span.lowerBound >= before.count - (tail ?? shorter - head)
        let start = isBehind ? source.span.lowerBound + after.count - before.count : min(source.span.lowerBound, head)
        let isBefore = source.span.upperBound <= head
        problem.source?.text = text
        problem.source?.span = start..<max(start, isBefore ? source.span.upperBound : after.count - fromEnd)
        return problem
    }
}

/// An error that another one caused.
package protocol CausedError: Error {
    var cause: any Error { get }
}

/// A command that was not completed: what was done stays, and the notes say what that is.
package struct IncompleteError: CausedError {
    /// The failure that ended it.
    package let cause: any Error
    let notes: [String]
    private(set) var hints: [String]

    package init(_ cause: any Error, notes: [String], hints: [String] = []) {
        self.cause = cause
        self.notes = notes
        self.hints = hints
    }

    package func addingHints(_ lines: [String]) -> IncompleteError {
        var other = self
        other.hints = lines
        return other
    }
}
