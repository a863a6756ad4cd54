import LineEditing
import Notation

/// What may stand in the arguments of `graphql`.
extension CompletionEngine {
    /// A document, or `@file`.
    func document(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) async -> Completions {
        if word.barePrefix.utf8.first == .at { return files(point, in: word, from: 1) }
        let document = DocumentWord(word, at: point)
        let cursor = GraphQL.Cursor(document.text, offset: document.offset)
        var completion = DocumentCompletion(cursor.outline, given: before.givenVariables, knowledge: knowledge)
        return await completion.complete(cursor, in: document)
    }

    /// `name=value` of `--var`: the variables of the document that have no value yet, and what the value may be.
    func documentVariable(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) async -> Completions {
        let none = point.offer([], in: word, from: 0)
        guard let outline = before.outline else { return none }
        let declared = outline.operations.filter { operation in
            before.flagTexts["operation"].map { operation.name == $0 } ?? true
        }.flatMap(\.variables)
        let given = before.givenVariables
        guard let length = Assignment.nameLength(in: word) else {
            var seen = Set(given.keys)
            let free = declared.filter { seen.insert($0.name).inserted }.map { Named($0.name + "=", $0.type) }
            let found = NameFilter.pick(free, typed: CompletionPoint.text(of: word))
            return point.offer(found.map { .init($0.name, $0.label, appendsSpace: false) }, in: word, from: 0)
        }
        let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
        let value = word.dropping(length + 1)
        if value.barePrefix.utf8.first == .at { return files(point, in: value, from: 1) }
        guard let variable = declared.first(where: { $0.name == name }) else { return none }
        var completion = DocumentCompletion(outline, given: given, knowledge: knowledge)
        let typed = Array(CompletionPoint.text(of: value).utf8)
        let (from, candidates) = await completion.values(of: variable, typed: typed)
        return point.offer(candidates, in: value, from: from)
    }

    /// The operations of the document that have a name.
    func operation(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let named = (before.outline?.operations ?? []).compactMap { operation in
            operation.name.map { Named($0, operation.kind.rawValue) }
        }
        let found = NameFilter.pick(named, typed: CompletionPoint.text(of: word))
        return point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
    }
}

extension ArgumentPlaces {
    /// The document that was typed, as far as it can be read; nil for one in a file.
    var outline: GraphQL.Outline? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .document }), place < arguments.count,
            arguments[place].barePrefix.utf8.first != .at
        else { return nil }
        return GraphQL.Outline(DocumentWord.document(in: arguments[place]))
    }

    /// What `--var` gives, by name.
    var givenVariables: [String: String] {
        var given: [String: String] = [:]
        for text in flagTextsInOrder["var"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { given[String(parts[0])] = String(parts[1]) }
        }
        return given
    }
}
