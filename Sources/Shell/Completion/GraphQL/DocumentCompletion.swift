import LineEditing
import Notation

/// Completes a GraphQL document: what the schema lets stand at the cursor.
struct DocumentCompletion {
    let knowledge: any SchemaKnowledge
    let outline: GraphQL.Outline
    /// Values that flags give to variables, by name.
    let given: [String: String]
    var walk: SchemaWalk

    init(_ outline: GraphQL.Outline, given: [String: String], knowledge: any SchemaKnowledge) {
        self.outline = outline
        self.given = given
        self.knowledge = knowledge
        walk = SchemaWalk(knowledge: knowledge)
    }

    /// What may stand at the cursor, each as a name with what it is.
    mutating func complete(_ cursor: GraphQL.Cursor, in word: DocumentWord) async -> Completions {
        let typed = String(decoding: Array(word.text.utf8)[cursor.typed], as: UTF8.self)
        func offer(_ names: [Named]) -> Completions {
            let found = NameFilter.pick(names, typed: typed)
            return word.offer(
                found.map { .init($0.name, $0.label, appendsSpace: false) }, from: cursor.typed.lowerBound)
        }
        /// Names that a colon follows.
        func offer(assigned names: [Named]) -> Completions {
            offer(word.isBeforeColon ? names : names.map { Named($0.name + ": ", $0.label) })
        }
        switch cursor.place {
        case .nothing: return offer([])
        case .definition: return offer(definitions(cursor, typed, in: word))
        case .on: return offer([Named("on", "the type it is for")])
        case .selection(let selected): return offer(await selections(cursor.path, selected, typed))
        case .spread: return offer(await spreads(cursor.path))
        case .typeCondition: return offer(await typeConditions(cursor, typed))
        case .argument(let callee, let given):
            return offer(assigned: await arguments(of: callee, at: cursor.path).filter { !given.contains($0.name) })
        case .objectField(let value, let given):
            let type = await walk.type(of: value, at: cursor.path).flatMap { walk.schema.type($0.innermost.text).value }
            let fields = (type?.inputFields ?? []).filter { !given.contains($0.name) }
            return offer(assigned: fields.map { Named($0.name, described($0)) })
        case .value(let value): return offer(await values(of: value, at: cursor, typed))
        case .string(let value, let content):
            let (from, names) = await texts(for: value, at: cursor.path, typed: content.text)
            guard from < content.origins.count else { return offer([]) }
            return word.offer(
                names.map { candidate in
                    // A value is whole: what was opened for it is closed behind it.
                    let end = candidate.appendsSpace && !content.isClosed ? quotes(content) : ""
                    return .init(written(candidate.text, in: content) + end, candidate.description, appendsSpace: false)
                }, from: content.origins[from])
        case .variable: return offer(assigned: undeclared(cursor))
        case .type: return offer(await variableTypes(cursor))
        case .directive(let ofSelection):
            let fitting = walk.schema.directives.filter { ofSelection && $0.locations.contains(.field) }
            return offer(fitting.map { Named("@" + $0.name, SchemaWords.directives[$0.name] ?? "") })
        }
    }

    /// Words that begin a definition; behind a brace none begins without a blank.
    private func definitions(_ cursor: GraphQL.Cursor, _ typed: String, in word: DocumentWord) -> [Named] {
        let before = Array(word.text.utf8.prefix(cursor.typed.lowerBound))
        if let last = before.last, !ASCII.isSpace(last) { return [] }
        let words = [
            Named("query", "read"), Named("mutation", "write"),
            Named("fragment", "fields for use in several places"),
        ]
        return before.isEmpty ? [Named("{", "a query without a name")] + words : words
    }

    private func quotes(_ content: GraphQL.StringContent) -> String { content.isBlock ? "\"\"\"" : "\"" }

    /// A text as it is written inside a string's quotes.
    private func written(_ text: String, in content: GraphQL.StringContent) -> String {
        content.isBlock ? GraphQL.StringWriting.escapedInBlock(text) : GraphQL.StringWriting.escaped(text)
    }
}
