import LineEditing
import Notation
import Tables
import Workbench

struct DocumentCompletion {
    let source: any CompletionSource
    let outline: GraphQL.Outline
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
            let text = Array(Array(word.text.utf8)[content.range])
            let (from, names) = await texts(for: value, at: cursor.path, typed: text)
            return word.offer(
                names.map { candidate in
                    // A complete value closes the quotes it opened.
                    let end = candidate.appendsSpace && !content.isClosed ? quotes(content) : ""
                    return Candidate(written(candidate.name, in: content) + end, candidate.label, appendsSpace: false)
                }, from: content.range.lowerBound + from)
        case .variable: return offer(assigned: undeclared(cursor))
        case .type: return offer(await variableTypes(cursor))
        case .directive(let ofSelection):
            let fitting = resolver.schema.directives.filter { ofSelection && $0.locations.contains("FIELD") }
            return offer(fitting.map { Candidate("@" + $0.name, SchemaWords.directives[$0.name] ?? "") })
        }
    }

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

    private func written(_ text: String, in content: GraphQL.StringContent) -> String {
        content.isBlock ? GraphQL.StringWriter.escapedInBlock(text) : GraphQL.StringWriter.escaped(text)
    }
}

extension DocumentCompletion {
    mutating func values(
        of value: GraphQL.ValuePlace, at cursor: GraphQL.Cursor, _ typed: String
    ) async -> [Candidate] {
        guard let type = await resolver.type(of: value, at: cursor.path) else { return [] }
        var names: [Candidate] = []
        if case .variable = value.callee {
        } else {
            names = variables(cursor).filter { $0.type.fits(type, hasDefault: $0.defaultValue != nil) }.map(named)
        }
        let definition = resolver.schema.type(type.innermost.text).value
        switch definition?.kind {
        case .enumeration: names += (definition?.enumValues ?? []).map { Candidate($0) }
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
    private func variables(_ cursor: GraphQL.Cursor) -> [GraphQL.VariableDefinition] {
        if let operation = cursor.operation { return outline.operations[operation].variables }
        var seen: Set<String> = []
        return outline.operations.flatMap(\.variables).filter { seen.insert($0.name.text).inserted }
    }

    private func named(_ variable: GraphQL.VariableDefinition) -> Candidate {
        Candidate("$" + variable.name.text, variable.type.text)
    }

    func undeclared(_ cursor: GraphQL.Cursor) -> [Candidate] {
        let declared = Set(cursor.operation.map { outline.operations[$0].variables.map(\.name.text) } ?? [])
        return outline.usedVariables.filter { !declared.contains($0) }.map {
            Candidate("$" + $0, "used in the document")
        }
    }

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

    func choices(of table: String, _ column: String) async -> [Candidate] {
        guard let found = await source.columns(of: table).first(where: { $0.name == column }) else { return [] }
        if found.hasChoices { return await source.choices(of: table, column: column) }
        return found.type == "boolean" ? [Candidate].truth : []
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

/// Follows a document's selection sets through the schema derived from the instance's tables. Columns are requested
/// only for tables on the path.
struct SchemaResolver {
    let source: any CompletionSource
    private var tables = GraphQL.TableShapes(allNames: nil)

    var schema: GraphQL.RecordSchema { GraphQL.RecordSchema(tables: tables, isWhole: false) }

    private static let deepest = 200

    init(source: any CompletionSource) { self.source = source }

    mutating func type(at path: GraphQL.Path) async -> GraphQL.TypeDefinition? {
        guard path.steps.count <= Self.deepest else { return nil }
        let root: String? =
            switch path.root {
            case .operation(let kind, _): schema.rootType(kind)
            case .fragment(let type, _): type
            }
        guard var type = root.flatMap({ schema.type($0).value }) else { return nil }
        for step in path.steps {
            switch step {
            case .type(let name):
                guard let found = schema.type(name).value else { return nil }
                type = found
            case .field(let name, _):
                guard let field = await field(name, of: type), let found = schema.type(field.type.innermost.text).value
                else { return nil }
                type = found
            }
        }
        return await whole(type)
    }

    mutating func field(_ name: String, at path: GraphQL.Path) async -> GraphQL.FieldDefinition? {
        guard let type = await type(at: path), let found = schema.field(name, of: type).value else { return nil }
        guard found.isOpen, let table = found.wants else { return found }
        await learn(table)
        return schema.type(type.name).value.flatMap { schema.field(name, of: $0).value }
    }

    mutating func type(of value: GraphQL.ValuePlace, at path: GraphQL.Path) async -> GraphQL.TypeReference? {
        var type: GraphQL.TypeReference?
        switch value.callee {
        case .field(let name): type = await field(name, at: path)?.argument(value.argument).value?.type
        case .directive(let name):
            let directive = schema.directives.first { $0.name == name }
            type = directive?.arguments.first { $0.name == value.argument }?.type
        case .variable(_, let spelling): type = .type(spelling.filter { !"[]!".contains($0) })
        }
        for key in value.keys {
            guard let object = type.flatMap({ schema.type($0.innermost.text).value }) else { return nil }
            type = object.inputFields.first { $0.name == key }?.type
        }
        return type
    }

    private mutating func field(_ name: String, of type: GraphQL.TypeDefinition) async -> GraphQL.FieldDefinition? {
        if let found = schema.field(name, of: type).value { return found }
        return schema.field(name, of: await whole(type)).value
    }

    private mutating func whole(_ type: GraphQL.TypeDefinition) async -> GraphQL.TypeDefinition {
        guard let table = type.wants else { return type }
        await learn(table)
        return schema.type(type.name).value ?? type
    }

    private mutating func learn(_ table: String) async {
        guard !tables.isLearned(table) else { return }
        let columns = await source.columns(of: table).map {
            GraphQL.ColumnShape(
                $0.name, label: $0.label, internalType: $0.type, reference: $0.reference, hasChoices: $0.hasChoices)
        }
        tables.learn(GraphQL.TableShape(name: table, columns: columns))
    }
}

extension DocumentCompletion {
    mutating func selections(_ path: GraphQL.Path, _ selected: [String], _ typed: String) async -> [Candidate] {
        guard let type = await resolver.type(at: path) else { return [] }
        let selected = Set(selected)
        var names: [Candidate]
        switch type.name {
        case GraphQL.RecordNames.recordQueryType: names = await source.tables()
        case GraphQL.RecordNames.recordMutationType:
            // Three mutations per table are too many to choose from, so the verbs come first.
            let writes = SchemaWords.writes
            guard let prefix = writes.first(where: { typed.utf8.starts(with: $0.name.utf8) })?.name else {
                return writes
            }
            names = await source.tables().map { Candidate(prefix + $0.name, $0.label) }
        default: names = Self.usualFirst(type).map { Candidate($0.name, described($0)) }
        }
        names.append(Candidate("__typename", "the name of the type"))
        if type.name == resolver.schema.queryType, typed.hasPrefix("__") {
            names += GraphQL.BuiltInTypes.rootFields.map { Candidate($0.name, described($0)) }
        }
        return names.filter { !selected.contains($0.name) }
    }

    /// The fields of a type; of those common to all tables and columns, the usual ones come first.
    private static func usualFirst(_ type: GraphQL.TypeDefinition) -> [GraphQL.FieldDefinition] {
        let fields = type.fields
        let beginnings = [
            GraphQL.RecordNames.tablePrefix, GraphQL.RecordNames.referencePrefix, GraphQL.RecordNames.wrapperPrefix,
        ]
        let isUniform =
            type.name.hasSuffix(GraphQL.RecordNames.wrapperSuffix)
            || beginnings.contains { type.name.utf8.starts(with: $0.utf8) }
        guard isUniform else { return fields }
        let usual = ["_results", "_rowCount", "value", "displayValue", "_reference", "_choices"]
        return usual.compactMap { name in fields.first { $0.name == name } }
            + fields.filter { !usual.contains($0.name) }
    }

    private func described(_ field: GraphQL.FieldDefinition) -> String {
        let type = field.type.innermost.text
        guard type.utf8.starts(with: GraphQL.RecordNames.referencePrefix.utf8) else {
            return field.description ?? field.type.text
        }
        let table = type.dropFirst(GraphQL.RecordNames.referencePrefix.count)
        return (field.description.map { $0 + " " } ?? "") + "→ \(table)"
    }

    func described(_ input: GraphQL.InputDefinition) -> String {
        input.type.text + (input.description.map { ", " + $0 } ?? "")
    }

    mutating func spreads(_ path: GraphQL.Path) async -> [Candidate] {
        let type = await resolver.type(at: path)?.name
        var own: Int?
        if case .fragment(_, let index) = path.root { own = index }
        let fitting = outline.fragments.enumerated().filter { index, fragment in
            index != own && (type == nil || fragment.type.isEmpty || fragment.type == type)
        }.map(\.element)
        return fitting.map { Candidate($0.name, $0.type.isEmpty ? "" : "on \($0.type)") } + [Candidate("on", "a type")]
    }

    mutating func typeConditions(_ cursor: GraphQL.Cursor, _ typed: String) async -> [Candidate] {
        let type = await resolver.type(at: cursor.path)?.name
        // A fragment inside a selection set applies to the set's type.
        guard let name = cursor.definedFragment else { return [type].compactMap { $0 }.map { Candidate($0) } }
        var names: [Candidate] = []
        if let use = outline.use(ofFragment: name), let type = await resolver.type(at: use) {
            names.append(Candidate(type.name, "where ...\(name) is used"))
        }
        let prefixes = [
            Candidate(GraphQL.RecordNames.rowPrefix, "rows of a table"),
            Candidate(GraphQL.RecordNames.tablePrefix, "a table's answer"),
        ]
        if let prefix = prefixes.first(where: { typed.utf8.starts(with: $0.name.utf8) }) {
            let first = names.first?.name
            names += await source.tables().map { Candidate(prefix.name + $0.name, $0.label) }.filter {
                $0.name != first
            }
        } else {
            names += prefixes
        }
        return names
    }

    package mutating func arguments(of callee: GraphQL.ValuePlace.Callee, at path: GraphQL.Path) async -> [Candidate] {
        switch callee {
        case .field(let name):
            guard let field = await resolver.field(name, at: path) else { return [] }
            return field.arguments.map { Candidate($0.name, described($0)) }
        case .directive(let name):
            let directive = resolver.schema.directives.first { $0.name == name }
            return (directive?.arguments ?? []).map { Candidate($0.name, described($0)) }
        case .variable: return []
        }
    }
}

extension DocumentCompletion {
    enum TextMeaning {
        case query(of: String)
        case table
        case columns(of: String)
        case choice(of: String, column: String)
    }

    mutating func meaning(of value: GraphQL.ValuePlace, at path: GraphQL.Path) async -> TextMeaning? {
        switch value.callee {
        case .directive: return nil
        case .variable(let name, _):
            // A variable's default means what the variable is used for.
            guard let use = outline.use(of: name) else { return nil }
            return await meaning(ofUse: use.value, at: use.path)
        case .field: return await meaning(ofUse: value, at: path)
        }
    }

    private mutating func meaning(ofUse value: GraphQL.ValuePlace, at path: GraphQL.Path) async -> TextMeaning? {
        guard case .field(let name) = value.callee, value.keys.isEmpty, let type = await resolver.type(at: path)?.name
        else { return nil }
        switch (type, value.argument) {
        case (GraphQL.RecordNames.recordQueryType, "queryConditions"): return .query(of: name)
        case (GraphQL.RecordNames.recordMutationType, let column):
            return GraphQL.RecordWrite.read(name).map { .choice(of: $0.table, column: column) }
        case (resolver.schema.queryType, let argument) where name == GraphQL.RecordNames.aggregateQuery:
            if argument == "tableName" { return .table }
            guard let table = text("tableName", in: value.given) else { return nil }
            switch argument {
            case "queryConditions": return .query(of: table)
            case "groupBy": return .columns(of: table)
            default: return nil
            }
        case (GraphQL.RecordNames.aggregatesType, "field"):
            for case .field(GraphQL.RecordNames.aggregateQuery, let given) in path.steps.reversed() {
                return text("tableName", in: given).map { .columns(of: $0) }
            }
            return nil
        default: return nil
        }
    }

    private func text(_ argument: String, in given: [GraphQL.Argument]) -> String? {
        var value = given.last { $0.name.text == argument }?.value
        if case .variable(let name)? = value?.kind {
            if let text = self.given[name] { return text }
            value = outline.operations.lazy.flatMap(\.variables).first { $0.name.text == name }?.defaultValue
        }
        if case .string(let text)? = value?.kind { return text }
        return nil
    }

    /// Completes the string of an argument; `from` is the start of the replaced part. A candidate that completes the
    /// string appends a blank.
    mutating func texts(
        for value: GraphQL.ValuePlace, at path: GraphQL.Path, typed: [UInt8]
    ) async -> (from: Int, candidates: [Candidate]) {
        let text = String(decoding: typed, as: UTF8.self)
        func whole(_ names: [Candidate]) -> [Candidate] {
            names.matching(text).map { Candidate($0.name, $0.label) }
        }
        switch await meaning(of: value, at: path) {
        case .query(let table):
            let found = await QueryCompletion(source: source, table: table).candidates(at: typed)
            return (found.from, found.candidates)
        case .table: return (0, whole(await source.tables()))
        case .columns(let table):
            return (0, await DotWalk(source: source).candidates(at: text, of: table))
        case .choice(let table, let column):
            guard let found = await source.columns(of: table).first(where: { $0.name == column }),
                found.sort == .reference, let reference = found.reference, !reference.isEmpty
            else { return (0, whole(await choices(of: table, column))) }
            let display = found.referenceDisplay
            let known = await source.references(to: reference, display: display, holding: text)
            return (0, known.candidates(text, as: .sysID))
        case nil: return (0, [])
        }
    }

    mutating func values(
        of variable: GraphQL.VariableDefinition, typed: [UInt8]
    ) async -> (from: Int, candidates: [Candidate]) {
        let type = variable.type.innermost.text
        guard type != "Boolean" else { return (0, [Candidate].truth.matching(String(decoding: typed, as: UTF8.self))) }
        if case .list = variable.type.nullable { return (0, []) }
        return await texts(
            for: GraphQL.ValuePlace(.variable(variable.name.text, type: type), ""),
            at: GraphQL.Path(.operation(.query, index: 0), []), typed: typed)
    }
}
