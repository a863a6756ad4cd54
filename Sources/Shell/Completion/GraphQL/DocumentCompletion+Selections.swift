import Notation

extension DocumentCompletion {
    /// Fields of the selection set at the end of a path that it does not have yet.
    mutating func selections(_ path: GraphQL.Path, _ selected: [String], _ typed: String) async -> [Named] {
        guard let type = await walk.type(at: path) else { return [] }
        let selected = Set(selected)
        var names: [Named]
        switch type.name {
        case GraphQL.RecordNames.recordQueryType: names = await knowledge.tables()
        case GraphQL.RecordNames.recordMutationType:
            // Three for every table are too many to choose from: what is done comes first.
            let writes = SchemaWords.writes
            guard let prefix = writes.first(where: { typed.utf8.starts(with: $0.name.utf8) })?.name else {
                return writes
            }
            names = await knowledge.tables().map { Named(prefix + $0.name, $0.label) }
        default: names = Self.wantedFirst(type).map { Named($0.name, described($0)) }
        }
        names.append(Named("__typename", "the name of the type"))
        if type.name == walk.schema.queryType, typed.hasPrefix("__") {
            names += GraphQL.BuiltInTypes.rootFields.map { Named($0.name, described($0)) }
        }
        return names.filter { !selected.contains($0.name) }
    }

    /// The fields of a type; of those that are the same for every table and column the usual ones lead.
    private static func wantedFirst(_ type: GraphQL.TypeDefinition) -> [GraphQL.FieldDefinition] {
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

    /// A column's label and where it leads; of other fields what they give.
    private func described(_ field: GraphQL.FieldDefinition) -> String {
        let type = field.type.innermost.text
        guard type.utf8.starts(with: GraphQL.RecordNames.referencePrefix.utf8) else {
            return field.description ?? field.type.text
        }
        let table = type.dropFirst(GraphQL.RecordNames.referencePrefix.count)
        return (field.description.map { $0 + " " } ?? "") + "→ \(table)"
    }

    /// The type an argument takes, and what it is.
    func described(_ input: GraphQL.InputDefinition) -> String {
        input.type.text + (input.description.map { ", " + $0 } ?? "")
    }

    /// The fragments that fit, and the word that begins one without a name.
    mutating func spreads(_ path: GraphQL.Path) async -> [Named] {
        let type = await walk.type(at: path)?.name
        var own: Int?
        if case .fragment(_, let index) = path.root { own = index }
        let fitting = outline.fragments.enumerated().filter { index, fragment in
            index != own && (type == nil || fragment.type.isEmpty || fragment.type == type)
        }
        return fitting.map { Named($1.name, $1.type.isEmpty ? "" : "on \($1.type)") } + [Named("on", "a type")]
    }

    /// Types that a fragment may be for.
    mutating func typeConditions(_ cursor: GraphQL.Cursor, _ typed: String) async -> [Named] {
        let type = await walk.type(at: cursor.path)?.name
        // A fragment that stands inside a selection set is for what that selects from.
        guard let name = cursor.definedFragment else { return [type].compactMap { $0 }.map { Named($0) } }
        var names: [Named] = []
        if let use = outline.use(ofFragment: name),
            let type = await walk.type(at: use)
        {
            names.append(Named(type.name, "where ...\(name) stands"))
        }
        let prefixes = [
            Named(GraphQL.RecordNames.rowPrefix, "rows of a table"),
            Named(GraphQL.RecordNames.tablePrefix, "a table's answer"),
        ]
        if let prefix = prefixes.first(where: { typed.utf8.starts(with: $0.name.utf8) }) {
            let first = names.first?.name
            names += await knowledge.tables().map { Named(prefix.name + $0.name, $0.label) }.filter { $0.name != first }
        } else {
            names += prefixes
        }
        return names
    }

    /// The arguments of a field or a directive.
    mutating func arguments(of callee: GraphQL.ValuePlace.Callee, at path: GraphQL.Path) async -> [Named] {
        switch callee {
        case .field(let name):
            guard let field = await walk.field(name, at: path) else { return [] }
            return field.arguments.map { Named($0.name, described($0)) }
        case .directive(let name):
            let directive = walk.schema.directives.first { $0.name == name }
            return (directive?.arguments ?? []).map { Named($0.name, described($0)) }
        case .variable: return []
        }
    }
}
