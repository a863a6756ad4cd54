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
            let stored = Set(Self.columns(of: table.root, in: schema).map(\.name))
            if stored.isSuperset(of: walked) {
                let list = (["sys_class_name"] + walked).map { "\"\($0)\"" }.joined(separator: ", ")
                statements.append("CREATE INDEX \"\(table.root).walked\" ON \(table.storage) (\(list))")
            }
            for name in indexed(table, in: schema) {
                // With the class beside it, the rows of one class are counted in the index alone.
                let isShared = schema.tables.contains { $0.definition.parent == table.name }
                let list = "\"\(name)\"" + (isShared ? ", \"sys_class_name\"" : "")
                statements.append("CREATE INDEX \"\(table.root).\(name)\" ON \(table.storage) (\(list))")
            }
        }
        return statements + estimates(for: schema)
    }

    /// What SQLite is told about the indexes of long tables, in place of what it would find by counting: a class is a
    /// third of the rows, a person has some thousand. Without it the planner takes ten rows for any equality, and goes to
    /// the rows of a list one by one where one index holds everything or where all rows are wanted.
    private static func estimates(for schema: Schema) -> [String] {
        var rows: [String] = []
        for table in schema.tables where schema.tables.contains(where: { $0.definition.parent == table.name }) {
            guard table.name == table.root else { continue }
            var known = [("sys_id", "100000 1"), ("class", "100000 30000")]
            if Set(columns(of: table.root, in: schema).map(\.name)).isSuperset(of: walked) {
                known.append(("walked", "100000 30000 15000 5000 2000 200 20 10 5"))
            }
            known += indexed(table, in: schema).map { ($0, $0 == "number" ? "100000 2 1" : "100000 5000 2500") }
            rows += known.map { "('\(table.root)', '\(table.root).\($0.0)', '\($0.1)')" }
        }
        guard !rows.isEmpty else { return [] }
        return [
            "ANALYZE sqlite_schema", "INSERT INTO sqlite_stat1 VALUES " + rows.joined(separator: ", "),
            "ANALYZE sqlite_schema",
        ]
    }

    /// What lists of work are filtered and ordered by most, dot-walks included. One index holds them all, so that such a
    /// list of a long table is found in a sixth of what its rows take.
    private static let walked = [
        "active", "state", "priority", "assigned_to", "caller_id", "assignment_group", "opened_by",
    ]

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
