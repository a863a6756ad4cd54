import LineEditing
import Notation

extension DocumentCompletion {
    /// Fields for the selection set at the end of a path, without those it already has.
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

    /// A column's label and referenced table, or the type of another field.
    private func described(_ field: GraphQL.FieldDefinition) -> String {
        let type = field.type.innermost.text
        guard type.utf8.starts(with: GraphQL.RecordNames.referencePrefix.utf8) else {
            return field.description ?? field.type.text
        }
        let table = type.dropFirst(GraphQL.RecordNames.referencePrefix.count)
        return (field.description.map { $0 + " " } ?? "") + "→ \(table)"
    }

    /// An argument's type and description.
    func described(_ input: GraphQL.InputDefinition) -> String {
        input.type.text + (input.description.map { ", " + $0 } ?? "")
    }

    /// The applicable fragments, and `on` for an inline fragment.
    mutating func spreads(_ path: GraphQL.Path) async -> [Candidate] {
        let type = await resolver.type(at: path)?.name
        var own: Int?
        if case .fragment(_, let index) = path.root { own = index }
        let fitting = outline.fragments.enumerated().filter { index, fragment in
            index != own && (type == nil || fragment.type.isEmpty || fragment.type == type)
        }
        return fitting.map { Candidate($1.name, $1.type.isEmpty ? "" : "on \($1.type)") } + [Candidate("on", "a type")]
    }

    /// Possible type conditions of a fragment.
    mutating func typeConditions(_ cursor: GraphQL.Cursor, _ typed: String) async -> [Candidate] {
        let type = await resolver.type(at: cursor.path)?.name
        // A fragment inside a selection set applies to the set's type.
        guard let name = cursor.definedFragment else { return [type].compactMap { $0 }.map { Candidate($0) } }
        var names: [Candidate] = []
        if let use = outline.use(ofFragment: name),
            let type = await resolver.type(at: use)
        {
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

    /// The arguments of a field or a directive.
    mutating func arguments(of callee: GraphQL.ValuePlace.Callee, at path: GraphQL.Path) async -> [Candidate] {
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
    /// The meaning of a string argument.
    enum TextMeaning {
        case query(of: String)
        case table
        /// A column of a table, dot-walks included.
        case columns(of: String)
        /// A value of a column of a table.
        case choice(of: String, column: String)
    }

    /// The meaning of an argument's string; nil for free text.
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
            guard let table = text(value.given["tableName"]) else { return nil }
            switch argument {
            case "queryConditions": return .query(of: table)
            case "groupBy": return .columns(of: table)
            default: return nil
            }
        case (GraphQL.RecordNames.aggregatesType, "field"):
            for case .field(GraphQL.RecordNames.aggregateQuery, let given) in path.steps.reversed() {
                return text(given["tableName"]).map { .columns(of: $0) }
            }
            return nil
        default: return nil
        }
    }

    /// The string given to an argument, directly or by a variable with a known value.
    private func text(_ given: GraphQL.Outline.Given?) -> String? {
        switch given {
        case .text(let text): return text
        case .variable(let name):
            if let text = self.given[name] { return text }
            return outline.operations.lazy.flatMap(\.variables).first { $0.name == name }?.defaultText
        case nil: return nil
        }
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

    /// Values that a flag may give a variable, by the variable's use or else by its type.
    mutating func values(
        of variable: GraphQL.Outline.Variable, typed: [UInt8]
    ) async -> (from: Int, candidates: [Candidate]) {
        let type = variable.type.filter { !"[]!".contains($0) }
        guard type != "Boolean" else {
            return (0, [Candidate].truth.matching(String(decoding: typed, as: UTF8.self)))
        }
        guard !variable.type.hasPrefix("[") else { return (0, []) }
        return await texts(
            for: GraphQL.ValuePlace(.variable(variable.name, type: type), ""),
            at: GraphQL.Path(.operation(.query, index: 0), []), typed: typed)
    }
}
