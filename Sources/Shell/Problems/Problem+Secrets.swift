package import TapeDeck

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
