import Synchronization

/// All tables of the instance, by name. What a table inherits is resolved when it is first used.
final class Schema: Sendable {
    let definitions: [TableDefinition]
    private let chains: [String: [TableDefinition]]
    private let made = Mutex<[String: Table]>([:])

    /// Parents must precede their children.
    init(_ definitions: [TableDefinition]) {
        var chains: [String: [TableDefinition]] = [:]
        for table in definitions { chains[table.name] = [table] + (table.parent.flatMap { chains[$0] } ?? []) }
        (self.definitions, self.chains) = (definitions, chains)
    }

    static let standard = Schema(TableReader.embedded.definitions)

    var tables: [Table] { names.compactMap { self[$0] } }

    var names: [String] { definitions.map(\.name) }

    subscript(name: String) -> Table? {
        guard let chain = chains[name] else { return nil }
        if let table = made.withLock({ $0[name] }) { return table }
        let table = Table(chain, classNames: hierarchy(of: name).map(\.name), columns: Schema.columns(of: chain))
        return made.withLock { tables in
            if tables[name] == nil { tables[name] = table }
            return tables[name]
        }
    }

    func root(of name: String) -> String? { chains[name]?.last?.name }

    func hierarchy(of name: String) -> [TableDefinition] {
        definitions.filter { chains[$0.name]?.contains { $0.name == name } ?? false }
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
    static func names(of chain: [TableDefinition]) -> [String] {
        let system = ColumnDefinition.system.map(\.name).filter { !chain[0].missingColumns.contains($0) }
        let own = chain.reversed().flatMap(\.columns).map(\.name)
        guard !chain[0].order.isEmpty else { return hashed(system + own) }
        let named = Set(chain[0].order)
        return chain[0].order + own.filter { !named.contains($0) }
    }

    /// A `HashMap` doubles its buckets from 16 at a load factor of 3/4. Names in one bucket keep the order of
    /// insertion, which is unknown: those in the list of collisions come last, the others are sorted by name.
    private static func hashed(_ names: [String]) -> [String] {
        let names = Set(names)
        var buckets: UInt32 = 16
        while names.count > Int(buckets) * 3 / 4 { buckets *= 2 }
        return names.map {
            (bucket: hash($0) & (buckets - 1), rank: TableReader.embedded.collisions[$0] ?? -1, name: $0)
        }
        .sorted { ($0.bucket, $0.rank, $0.name) < ($1.bucket, $1.rank, $1.name) }.map(\.name)
    }

    /// `String.hashCode`, with the higher half mixed in as by `HashMap`.
    private static func hash(_ name: String) -> UInt32 {
        let code = name.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
        return code ^ (code >> 16)
    }
}
