import Synchronization

/// All tables of the instance, by name. A table is made when it is first asked for.
final class Schema: Sendable {
    let entries: [TableEntry]
    private let positions: [String: Int]
    /// The position of the table that each table extends; -1 when it extends none.
    private let parents: [Int]
    private let made: Mutex<[Table?]>

    /// A parent stands before its children.
    init(_ entries: [TableEntry]) {
        var positions: [String: Int] = Dictionary(minimumCapacity: entries.count)
        var parents: [Int] = []
        for (offset, entry) in entries.enumerated() {
            positions[entry.name] = offset
            parents.append(entry.parent.flatMap { positions[$0] } ?? -1)
        }
        self.entries = entries
        self.positions = positions
        self.parents = parents
        made = Mutex(Array(repeating: nil, count: entries.count))
    }

    /// The instance as it ships.
    static let standard = Schema(TableTexts.entries)

    /// In the order of the definitions, parents before children.
    var tables: [Table] { entries.indices.map(table) }

    /// The name of every table, in the order of the definitions.
    var names: [String] { entries.map(\.name) }

    /// The table of that name; names are case-sensitive.
    subscript(name: String) -> Table? { positions[name].map(table) }

    /// The name of the table at the root of a hierarchy.
    func root(of name: String) -> String? {
        guard var position = positions[name] else { return nil }
        while parents[position] >= 0 { position = parents[position] }
        return entries[position].name
    }

    /// A hierarchy's definitions, the root's first.
    func hierarchy(of root: String) -> [TableDefinition] {
        guard let position = positions[root] else { return [] }
        return entries.indices.filter { descends($0, from: position) }.map { entries[$0].definition }
    }

    private func table(_ position: Int) -> Table {
        if let table = made.withLock({ $0[position] }) { return table }
        var ancestry = [position]
        while let last = ancestry.last, parents[last] >= 0 { ancestry.append(parents[last]) }
        let chain = ancestry.map { entries[$0].definition }
        let table = Table(
            chain,
            classNames: entries.indices.filter { descends($0, from: position) }.map { entries[$0].name },
            columns: Schema.columns(of: chain))
        return made.withLock { tables in
            if let earlier = tables[position] { return earlier }
            tables[position] = table
            return table
        }
    }

    private func descends(_ position: Int, from ancestor: Int) -> Bool {
        var position = position
        while position > ancestor { position = parents[position] }
        return position == ancestor
    }

    /// Finds the columns that the wire order names, nearest definition first, and those it does not name behind them.
    /// `chain` leads from a table to its root.
    private static func columns(of chain: [TableDefinition]) -> [Column] {
        var found: [String: (definition: ColumnDefinition, owner: TableDefinition)] = [:]
        for column in ColumnDefinition.system { found[column.name] = (column, chain[0]) }
        for table in chain.reversed() {
            for column in table.columns { found[column.name] = (column, table) }
        }
        var order = chain.first { !$0.wireOrder.isEmpty }?.wireOrder ?? ColumnDefinition.system.map(\.name)
        let named = Set(order)
        order += chain.reversed().flatMap(\.columns).map(\.name).filter { !named.contains($0) }
        return order.compactMap { name in
            guard let (column, owner) = found.removeValue(forKey: name) else { return nil }
            var defaultValue = chain.lazy.compactMap { $0.defaults[name] }.first
            if column.type == .className { defaultValue = chain[0].name }
            return Column(
                column, owner: owner, choices: chain.lazy.compactMap { $0.choices[name] }.first ?? [],
                defaultValue: defaultValue)
        }
    }
}
