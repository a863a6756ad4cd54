/// All tables of the instance, by name.
struct Schema: Sendable {
    /// In the order of the definitions, parents before children.
    let tables: [Table]
    private let positions: [String: Int]

    /// Resolves definitions; a parent stands before its children.
    init(_ definitions: [TableDefinition]) {
        let byName = Dictionary(definitions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        func lineage(of name: String) -> [String] {
            var names = [name]
            while let last = names.last, let parent = byName[last]?.parent { names.append(parent) }
            return names
        }
        let lineages = Dictionary(
            definitions.map { ($0.name, lineage(of: $0.name)) }, uniquingKeysWith: { first, _ in first })
        tables = definitions.map { definition in
            let ancestry = lineages[definition.name] ?? [definition.name]
            let chain = ancestry.compactMap { byName[$0] }
            return Table(
                definition, lineage: ancestry,
                classNames: definitions.map(\.name).filter { lineages[$0]?.contains(definition.name) == true },
                sharesStorage: definition.parent != nil, columns: Schema.columns(of: definition, chain: chain))
        }
        positions = Dictionary(
            tables.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The instance as it ships.
    static let standard = Schema(TableDefinition.all)

    /// The table of that name; names are case-sensitive.
    subscript(name: String) -> Table? { positions[name].map { tables[$0] } }

    /// Finds the columns that the wire order names, nearest definition first.
    private static func columns(of definition: TableDefinition, chain: [TableDefinition]) -> [Column] {
        var found: [String: (definition: ColumnDefinition, owner: String)] = [:]
        for column in ColumnDefinition.system { found[column.name] = (column, definition.name) }
        for table in chain.reversed() {
            for column in table.columns { found[column.name] = (column, table.name) }
        }
        return definition.wireOrder.compactMap { name in
            guard let (column, owner) = found[name] else { return nil }
            var defaultValue = chain.lazy.compactMap { $0.defaults[name] }.first
            if column.type == .className { defaultValue = definition.name }
            return Column(
                column, owner: owner, choices: chain.lazy.compactMap { $0.choices[name] }.first,
                defaultValue: defaultValue)
        }
    }
}
