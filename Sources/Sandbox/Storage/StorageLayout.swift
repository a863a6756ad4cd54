/// The SQL tables behind the ServiceNow tables: one for each hierarchy, with the columns of all its tables.
enum StorageLayout {
    /// What the store itself keeps beside the records.
    static let bookkeeping = [
        "CREATE TABLE sandbox_counter (prefix TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE sandbox_clock (seconds INTEGER NOT NULL)",
    ]

    /// The stored columns of a hierarchy, each once, those of the platform first and then the root's.
    static func columns(of root: String, in schema: Schema) -> [ColumnDefinition] {
        columns(of: schema.hierarchy(of: root))
    }

    private static func columns(of hierarchy: [TableDefinition]) -> [ColumnDefinition] {
        var seen: Set<String> = []
        var columns: [ColumnDefinition] = []
        for column in ColumnDefinition.system + hierarchy.flatMap(\.columns)
        where column.type.storage != .elsewhere && seen.insert(column.name).inserted {
            columns.append(column)
        }
        return columns
    }

    /// What creates the SQL table of a hierarchy.
    static func statements(for root: String, in schema: Schema) -> [String] {
        let hierarchy = schema.hierarchy(of: root)
        let columns = columns(of: hierarchy).map { $0.sqlName + " " + declaration($0.type.storage) }
        let storage = "\"" + root + "\""
        var statements = [
            "CREATE TABLE \(storage) (\"_row\" INTEGER PRIMARY KEY, " + columns.joined(separator: ", ") + ")",
            "CREATE UNIQUE INDEX \"\(root).sys_id\" ON \(storage) (\"sys_id\")",
        ]
        let indexed = (hierarchy.count > 1 ? ["sys_class_name"] : []) + hierarchy.flatMap(\.indexed)
        for name in indexed {
            statements.append("CREATE INDEX \"\(root).\(name)\" ON \(storage) (\"\(name)\")")
        }
        return statements
    }

    private static func declaration(_ storage: InternalType.Storage) -> String {
        switch storage {
        case .text, .elsewhere: "TEXT COLLATE NOCASE"
        case .integer: "INTEGER"
        case .number: "NUMERIC"
        }
    }
}
