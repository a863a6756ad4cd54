/// The SQL tables behind the ServiceNow tables: one for each hierarchy, with the columns of all its tables.
enum StorageLayout {
    /// The stored columns of a hierarchy, each once, the root's first.
    static func columns(of root: String, in schema: Schema) -> [Column] {
        var seen: Set<String> = []
        var columns: [Column] = []
        for table in schema.tables where table.root == root {
            for column in table.columns where !column.isJournal && seen.insert(column.name).inserted {
                columns.append(column)
            }
        }
        return columns
    }

    /// What creates everything.
    static func statements(for schema: Schema) -> [String] {
        var statements = [
            "CREATE TABLE sandbox_seeded (name TEXT PRIMARY KEY) WITHOUT ROWID",
            "CREATE TABLE sandbox_counter (prefix TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
            "CREATE TABLE sandbox_clock (seconds INTEGER NOT NULL)",
        ]
        for table in schema.tables where table.name == table.root {
            let columns = columns(of: table.root, in: schema).map { $0.sqlName + " " + declaration($0.type.storage) }
            statements.append(
                "CREATE TABLE \(table.storage) (\"_row\" INTEGER PRIMARY KEY, " + columns.joined(separator: ", ") + ")")
            statements.append("CREATE UNIQUE INDEX \"\(table.root).sys_id\" ON \(table.storage) (\"sys_id\")")
            if schema.tables.contains(where: { $0.definition.parent == table.name }) {
                statements.append("CREATE INDEX \"\(table.root).class\" ON \(table.storage) (\"sys_class_name\")")
            }
            for name in indexed(table, in: schema) {
                // With the class beside it, the rows of one class are counted in the index alone.
                let isShared = schema.tables.contains { $0.definition.parent == table.name }
                let list = "\"\(name)\"" + (isShared ? ", \"sys_class_name\"" : "")
                statements.append("CREATE INDEX \"\(table.root).\(name)\" ON \(table.storage) (\(list))")
            }
        }
        return statements
    }

    /// The columns that the definition asks for, and those that records of one table stand above one another by.
    private static func indexed(_ table: Table, in schema: Schema) -> [String] {
        let steps = ["parent", "manager"].filter { table[$0]?.reference.flatMap { schema[$0] }?.root == table.root }
        return table.definition.indexed + steps.filter { !table.definition.indexed.contains($0) }
    }

    private static func declaration(_ storage: InternalType.Storage) -> String {
        switch storage {
        case .text, .elsewhere: "TEXT COLLATE NOCASE"
        case .integer: "INTEGER"
        case .number: "NUMERIC"
        }
    }
}
