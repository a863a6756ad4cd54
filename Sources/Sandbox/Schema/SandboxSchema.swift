import Synchronization

/// All tables of the instance, by name. A table is read when it is first used.
final class Schema: Sendable {
    let entries: [TableEntry]
    private let positions: [String: Int]
    /// The index of each table's parent; -1 if it has none.
    private let parents: [Int]
    private let made: Mutex<[Table?]>

    /// Parents must precede their children.
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

    static let standard = Schema(TableTexts.entries)

    /// In the order of the definitions, parents before children.
    var tables: [Table] { entries.indices.map(table) }

    /// The names of all tables, in the order of the definitions.
    var names: [String] { entries.map(\.name) }

    /// The table with that name; names are case-sensitive.
    subscript(name: String) -> Table? { positions[name].map(table) }

    func root(of name: String) -> String? {
        guard var position = positions[name] else { return nil }
        while parents[position] >= 0 { position = parents[position] }
        return entries[position].name
    }

    /// A hierarchy's definitions, the root first.
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

    /// The columns in the order of responses, with the nearest definition of each. `chain` leads from a table to its
    /// root.
    private static func columns(of chain: [TableDefinition]) -> [Column] {
        var found: [String: (definition: ColumnDefinition, owner: TableDefinition)] = [:]
        for column in ColumnDefinition.system { found[column.name] = (column, chain[0]) }
        for table in chain.reversed() {
            for column in table.columns { found[column.name] = (column, table) }
        }
        return ColumnOrder.names(of: chain).compactMap { name in
            guard let (column, owner) = found.removeValue(forKey: name) else { return nil }
            var defaultValue = chain.lazy.compactMap { $0.defaults[name] }.first
            if column.type == .className { defaultValue = chain[0].name }
            return Column(
                column, owner: owner, choices: chain.lazy.compactMap { $0.choices[name] }.first ?? [],
                defaultValue: defaultValue)
        }
    }
}

/// The order of columns in responses: that of a Java `HashMap` of their names, as in recorded responses of nearly all
/// tables. Tables with another order declare it in their text.
enum ColumnOrder {
    /// `chain` leads from a table to its root. A table without a declared order uses that of its nearest ancestor,
    /// followed by its other columns.
    static func names(of chain: [TableDefinition]) -> [String] {
        let system = ColumnDefinition.system.map(\.name)
        let owner = chain.firstIndex { $0.isHashed || !$0.order.isEmpty }
        var order = owner.map { chain[$0].order } ?? system
        if let owner, order.isEmpty {
            let own = chain[owner...].reversed().flatMap(\.columns).map(\.name)
            order = hashed(system.filter { !chain[owner].missingColumns.contains($0) } + own)
        }
        let named = Set(order)
        return order + chain.reversed().flatMap(\.columns).map(\.name).filter { !named.contains($0) }
    }

    /// A `HashMap` doubles its buckets from 16 at a load factor of 3/4. Names in one bucket keep the order of
    /// insertion, which is unknown: those in the list of collisions come last, the others are sorted by name.
    private static func hashed(_ names: [String]) -> [String] {
        let names = Set(names)
        var buckets: UInt32 = 16
        while names.count > Int(buckets) * 3 / 4 { buckets *= 2 }
        return names.map { (bucket: hash($0) & (buckets - 1), rank: TableTexts.collisions[$0] ?? -1, name: $0) }
            .sorted { ($0.bucket, $0.rank, $0.name) < ($1.bucket, $1.rank, $1.name) }.map(\.name)
    }

    /// `String.hashCode`, with the higher half mixed in as by `HashMap`.
    private static func hash(_ name: String) -> UInt32 {
        let code = name.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
        return code ^ (code >> 16)
    }
}

/// A table's entry in the list of all tables: its place in the hierarchy, with the definition read on demand.
final class TableEntry: Sendable {
    let name: String
    let parent: String?
    /// The random sequence of its dictionary entries' sys_ids, in the order of the tables; nil if they are derived from
    /// names.
    let sequence: UInt64?
    /// The text that describes it.
    let section: TextSection
    private let make: @Sendable () -> TableDefinition
    private let made = Mutex<TableDefinition?>(nil)

    init(
        _ name: String, extends parent: String?, sequence: UInt64?, section: TextSection,
        _ make: @escaping @Sendable () -> TableDefinition
    ) {
        (self.name, self.parent, self.sequence, self.section, self.make) = (name, parent, sequence, section, make)
    }

    var definition: TableDefinition {
        if let made = made.withLock({ $0 }) { return made }
        let definition = make()
        made.withLock { $0 = definition }
        return definition
    }
}
