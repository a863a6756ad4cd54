import LineEditing
import Notation

/// Completes a GraphQL document by its schema.
struct DocumentCompletion {
    let source: any CompletionSource
    let outline: GraphQL.Outline
    /// The variables given by flags, by name.
    let given: [String: String]
    var resolver: SchemaResolver

    init(_ outline: GraphQL.Outline, given: [String: String], source: any CompletionSource) {
        self.outline = outline
        self.given = given
        self.source = source
        resolver = SchemaResolver(source: source)
    }

    mutating func complete(_ cursor: GraphQL.Cursor, in word: DocumentWord) async -> Completions {
        let typed = String(decoding: Array(word.text.utf8)[cursor.typed], as: UTF8.self)
        func offer(_ names: [Candidate]) -> Completions {
            word.offer(names.matching(typed).open, from: cursor.typed.lowerBound)
        }
        func offer(assigned names: [Candidate]) -> Completions {
            offer(word.isBeforeColon ? names : names.map { Candidate($0.name + ": ", $0.label) })
        }
        switch cursor.place {
        case .nothing: return offer([])
        case .definition: return offer(definitions(cursor, typed, in: word))
        case .on: return offer([Candidate("on", "the type it is for")])
        case .selection(let selected): return offer(await selections(cursor.path, selected, typed))
        case .spread: return offer(await spreads(cursor.path))
        case .typeCondition: return offer(await typeConditions(cursor, typed))
        case .argument(let callee, let given):
            return offer(assigned: await arguments(of: callee, at: cursor.path).filter { !given.contains($0.name) })
        case .objectField(let value, let given):
            let type = await resolver.type(of: value, at: cursor.path).flatMap {
                resolver.schema.type($0.innermost.text).value
            }
            let fields = (type?.inputFields ?? []).filter { !given.contains($0.name) }
            return offer(assigned: fields.map { Candidate($0.name, described($0)) })
        case .value(let value): return offer(await values(of: value, at: cursor, typed))
        case .string(let value, let content):
            let (from, names) = await texts(for: value, at: cursor.path, typed: content.text)
            guard from < content.origins.count else { return offer([]) }
            return word.offer(
                names.map { candidate in
                    // A complete value closes the quotes it opened.
                    let end = candidate.appendsSpace && !content.isClosed ? quotes(content) : ""
                    return Candidate(
                        written(candidate.name, in: content) + end, candidate.label, appendsSpace: false)
                }, from: content.origins[from])
        case .variable: return offer(assigned: undeclared(cursor))
        case .type: return offer(await variableTypes(cursor))
        case .directive(let ofSelection):
            let fitting = resolver.schema.directives.filter { ofSelection && $0.locations.contains(.field) }
            return offer(fitting.map { Candidate("@" + $0.name, SchemaWords.directives[$0.name] ?? "") })
        }
    }

    /// Keywords that begin a definition; after a brace, a blank is needed first.
    private func definitions(_ cursor: GraphQL.Cursor, _ typed: String, in word: DocumentWord) -> [Candidate] {
        let before = Array(word.text.utf8.prefix(cursor.typed.lowerBound))
        if let last = before.last, !ASCII.isSpace(last) { return [] }
        let words = [
            Candidate("query", "read"), Candidate("mutation", "write"),
            Candidate("fragment", "fields for use in several places"),
        ]
        return before.isEmpty ? [Candidate("{", "a query without a name")] + words : words
    }

    private func quotes(_ content: GraphQL.StringContent) -> String { content.isBlock ? "\"\"\"" : "\"" }

    /// A text escaped for a string's quotes.
    private func written(_ text: String, in content: GraphQL.StringContent) -> String {
        content.isBlock ? GraphQL.StringWriter.escapedInBlock(text) : GraphQL.StringWriter.escaped(text)
    }
}

extension DocumentCompletion {
    /// Unquoted values: matching variables, keywords, and opening brackets.
    mutating func values(
        of value: GraphQL.ValuePlace, at cursor: GraphQL.Cursor, _ typed: String
    ) async -> [Candidate] {
        guard let type = await resolver.type(of: value, at: cursor.path) else { return [] }
        var names: [Candidate] = []
        if case .variable = value.callee {} else { names = variables(cursor).filter { $0.fits(type) }.map(\.named) }
        let definition = resolver.schema.type(type.innermost.text).value
        switch definition?.kind {
        case .enumeration: names += (definition?.enumValues ?? []).map { Candidate($0.name, $0.description ?? "") }
        case .inputObject: names.append(Candidate("{", type.innermost.text))
        case _ where type.innermost.text == "Boolean": names += [Candidate].truth
        case .scalar, .object, nil: break
        }
        guard typed.isEmpty else { return names }
        switch await meaning(of: value, at: cursor.path) {
        case .query: names.append(Candidate("\"", "an encoded query"))
        case .table: names.append(Candidate("\"", "a table"))
        case .columns: names.append(Candidate("\"", "a column"))
        case .choice(let table, let column):
            names += await choices(of: table, column).map { Candidate("\"\($0.name)\"", $0.label) }
        case nil: break
        }
        return names
    }

    /// The variables of the operation at the cursor; in a fragment, which any operation may use, those of all
    /// operations.
    private func variables(_ cursor: GraphQL.Cursor) -> [GraphQL.Outline.Variable] {
        if let operation = cursor.operation { return outline.operations[operation].variables }
        var seen: Set<String> = []
        return outline.operations.flatMap(\.variables).filter { seen.insert($0.name).inserted }
    }

    /// Variables that are used but not declared.
    func undeclared(_ cursor: GraphQL.Cursor) -> [Candidate] {
        let declared = Set(cursor.operation.map { outline.operations[$0].variables.map(\.name) } ?? [])
        return outline.usedVariables.filter { !declared.contains($0) }.map {
            Candidate("$" + $0, "used in the document")
        }
    }

    /// Types of variables, the type required by its use first.
    mutating func variableTypes(_ cursor: GraphQL.Cursor) async -> [Candidate] {
        var names: [Candidate] = []
        if let variable = cursor.variable, let use = outline.use(of: variable),
            let type = await resolver.type(of: use.value, at: use.path)
        {
            names.append(Candidate(type.text, "what \(use.value.argument) takes"))
        }
        let usual = ["String", "Int", "Boolean", "Float", "ID", "[String]", "Glide_PaginationInputType"]
        return names + usual.filter { $0 != names.first?.name }.map { Candidate($0) }
    }

    /// The known values of a column with choices or of a boolean.
    func choices(of table: String, _ column: String) async -> [Candidate] {
        guard let found = await source.columns(of: table).first(where: { $0.name == column }) else { return [] }
        if found.hasChoices { return await source.choices(of: table, column: column) }
        return found.type == "boolean" ? [Candidate].truth : []
    }
}

extension GraphQL.Outline.Variable {
    /// The variable as a value: `$name`.
    var named: Candidate { Candidate("$" + name, type) }

    /// Whether it may be used in a location of a type (specification section 5.8.5).
    func fits(_ location: GraphQL.TypeReference) -> Bool {
        if hasDefault, case .nonNull(let inner) = location { return Self.fits(type[...], inner) }
        return Self.fits(type[...], location)
    }

    private static func fits(_ type: Substring, _ location: GraphQL.TypeReference) -> Bool {
        switch location {
        case .nonNull(let inner): return type.hasSuffix("!") && fits(type.dropLast(), inner)
        case .list(let inner):
            let list = type.hasSuffix("!") ? type.dropLast() : type
            return list.hasPrefix("[") && list.hasSuffix("]") && fits(list.dropFirst().dropLast(), inner)
        case .named(let name): return (type.hasSuffix("!") ? type.dropLast() : type) == name.text
        }
    }
}

/// Descriptions for schema names, because an instance's schema has none.
enum SchemaWords {
    static let directives = [
        "include": "take it when this is true", "skip": "leave it out when this is true", "defer": "give it later",
    ]

    static let writes = GraphQL.RecordWrite.allCases.map { write in
        switch write {
        case .insert: Candidate(write.rawValue, "make a record")
        case .update: Candidate(write.rawValue, "change a record")
        case .delete: Candidate(write.rawValue, "delete a record")
        }
    }
}
