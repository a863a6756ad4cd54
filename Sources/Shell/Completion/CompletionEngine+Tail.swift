import LineEditing
import Notation

/// Completes what follows a command: programs after `|`, and paths in `=> NAME = .path`.
extension CompletionEngine {
    func programs(_ point: CompletionPoint) -> Completions {
        offer(environment.programs().map { Candidate($0) }, point, in: point.current)
    }

    /// A path into the command's last answer, or into the columns of the table it reads.
    func capturedPath(_ point: CompletionPoint) async -> Completions {
        let typed = CompletionPoint.text(of: point.current)
        guard let answer = await answer(to: point), let steps = AnswerPath(typed, in: answer) else {
            return offer([], point, in: point.current)
        }
        let paths = steps.candidates.matching(typed).map { candidate in
            let isBare = !candidate.name.utf8.contains { $0 == .doubleQuote }
            return candidate.written(isBare ? candidate.name : Quoting.word(candidate.name))
        }
        return Completions(replacing: point.current.span.lowerBound..<point.bytes.count, with: paths)
    }

    private func answer(to point: CompletionPoint) async -> JSON? {
        guard let match = try? CommandTable.match(Invocation(text: "", words: point.words)) else { return nil }
        if let last = environment.answer(match.command) { return last }
        let command = match.command, places = ArgumentPlaces(match.words, of: command)
        // A command with `--fields` returns records, or one record if its arguments identify or create one.
        guard command.flag(long: "fields") != nil, !places.usedFlags.contains("query"), let table = places.table else {
            return nil
        }
        let chosen = places.flagTexts["fields"].map { FieldList.names(in: $0).map(\.name) }
        var names = chosen ?? []
        if chosen == nil { names = await source.columns(of: table).map(\.name) }
        guard !names.isEmpty else { return nil }
        let record = JSON.object(names.map { JSON.Member($0, .string("")) })
        let isOne = command.arguments.contains { $0.kind == .record || $0.kind == .assignment(of: .field) }
        return isOne ? record : .array([record])
    }
}

/// A partial path, and the value at its complete steps.
private struct AnswerPath {
    private let whole: String
    private let step: String
    private let value: JSON

    /// Nil if the path does not exist.
    init?(_ typed: String, in root: JSON) {
        let bytes = Array(typed.utf8)
        var start = 0, isQuoted = false
        for (place, byte) in bytes.enumerated() {
            if byte == .doubleQuote { isQuoted.toggle() }
            if !isQuoted, byte == .dot || byte == .openBracket { start = place }
        }
        whole = String(decoding: bytes[..<start], as: UTF8.self)
        step = String(decoding: bytes[start...], as: UTF8.self)
        if whole.isEmpty {
            value = root
        } else {
            guard let path = try? FieldPath(whole), let found = try? path.value(in: root) else { return nil }
            value = found
        }
    }

    var candidates: [Candidate] {
        let before = whole == "." ? "" : whole
        switch value {
        case .object(let members): return Self.members(members, after: before)
        case .array(let elements):
            guard let first = elements.first, let last = elements.last else { return [] }
            let dot = before.isEmpty ? "." : before
            var found = [Candidate("\(dot)[0]", "first of \(elements.count)", appendsSpace: Self.isSingle(first))]
            if elements.count > 1 {
                found.append(Candidate("\(dot)[-1]", "last of \(elements.count)", appendsSpace: Self.isSingle(last)))
            }
            // A member name is typed where an array index is expected.
            if step.utf8.count > 1, step.utf8.first == .dot, case .object(let members) = first {
                found += Self.members(members, after: "\(dot)[0]")
            }
            return found
        default: return []
        }
    }

    private static func members(_ members: [JSON.Member], after before: String) -> [Candidate] {
        members.compactMap { member in
            let isWritable =
                TerminalText.isPlain(member.name) && !member.name.utf8.contains { $0 < 0x20 || $0 == .doubleQuote }
            guard isWritable, !member.name.isEmpty else { return nil }
            let step = FieldPath(steps: [.member(member.name)]).description
            return Candidate(before + step, kind(of: member.value), appendsSpace: isSingle(member.value))
        }
    }

    private static func isSingle(_ value: JSON) -> Bool {
        switch value {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.isEmpty
        default: true
        }
    }

    private static func kind(of value: JSON) -> String {
        switch value {
        case .array(let elements): "list of \(elements.count)"
        case .object: "object"
        default: ""
        }
    }
}
