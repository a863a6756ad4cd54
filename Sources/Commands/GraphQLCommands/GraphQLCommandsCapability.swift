import LineEditing
import Notation
package import Workbench

extension Capability {
    package static let graphQL = Capability(
        "GraphQL",
        commands: [.graphql, .graphqlDescribe, .graphqlFormat, .graphqlFrom],
        completes: CompletionEngine.graphQLValues)
}

extension CompletionEngine {
    /// Completes documents, their variables and operations, and the command of `graphql from`.
    @Sendable static func graphQLValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        switch kind {
        case .tableCommand: await engine.tableCommand(point, in: word, before)
        case .document: await engine.document(point, word, before)
        case .variable: await engine.documentVariable(point, word, before)
        case .operation: engine.operation(point, word, before)
        default: nil
        }
    }

    /// Completes a table command nested in another command, as at the prompt.
    func tableCommand(_ point: CompletionPoint, in word: Word, _ before: ArgumentPlaces) async -> Completions {
        let words = before.arguments.map { $0.literal ?? "" }
        let known = GraphQLConversion.commands
        guard let first = words.first else {
            var seen: Set<Substring> = []
            let groups = known.map { $0.words[0] }.filter { seen.insert($0).inserted }
            return offer(
                groups.map { group in
                    Candidate(String(group), CommandTable.groups.first { $0.name == group }?.summary ?? "")
                }, point, in: word)
        }
        guard words.count > 1 else {
            let members = known.filter { $0.words[0] == first }
            return offer(members.map { Candidate(String($0.words[1]), $0.summary) }, point, in: word)
        }
        guard let inner = known.first(where: { $0.name == first + " " + words[1] }) else {
            return offer([], point, in: word)
        }
        return await arguments(of: inner, point, after: point.words.count - words.count + 2)
    }
}

extension CompletionEngine {
    func document(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) async -> Completions {
        if word.barePrefix.utf8.first == .at { return files(point, in: word, from: 1) }
        let document = DocumentWord(word, at: point)
        let cursor = GraphQL.Cursor(document.text, offset: document.offset)
        var completion = DocumentCompletion(cursor.outline, given: before.givenVariables, source: source)
        return await completion.complete(cursor, in: document)
    }

    func documentVariable(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) async -> Completions {
        guard let outline = before.outline else { return offer([], point, in: word) }
        let declared = outline.operations.filter { operation in
            before.flagTexts["operation"].map { operation.name?.text == $0 } ?? true
        }.flatMap(\.variables)
        let given = before.givenVariables
        guard let (name, value) = assignment(in: word) else {
            var seen = Set(given.keys)
            let free = declared.filter { seen.insert($0.name.text).inserted }.map {
                Candidate($0.name.text + "=", $0.type.text)
            }
            return offer(free.open, point, in: word)
        }
        if value.barePrefix.utf8.first == .at { return files(point, in: value, from: 1) }
        guard let variable = declared.first(where: { $0.name.text == name }) else {
            return offer([], point, in: word)
        }
        var completion = DocumentCompletion(outline, given: given, source: source)
        let typed = Array(CompletionPoint.text(of: value).utf8)
        let (from, candidates) = await completion.values(of: variable, typed: typed)
        return point.offer(candidates, in: value, from: from)
    }

    func operation(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let named = (before.outline?.operations ?? []).compactMap { operation in
            operation.name.map { Candidate($0.text, operation.kind.rawValue) }
        }
        return offer(named, point, in: word)
    }
}

extension ArgumentPlaces {
    var givenVariables: [String: String] {
        var given: [String: String] = [:]
        for text in flagTextsInOrder["var"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { given[String(parts[0])] = String(parts[1]) }
        }
        return given
    }
}
