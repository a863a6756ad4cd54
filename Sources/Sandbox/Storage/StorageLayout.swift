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
        let isShared = hierarchy.count > 1
        if isShared { statements.append("CREATE INDEX \"\(root).sys_class_name\" ON \(storage) (\"sys_class_name\")") }
        if isWalked(hierarchy) {
            let list = (["sys_class_name"] + walked).map { "\"\($0)\"" }.joined(separator: ", ")
            statements.append("CREATE INDEX \"\(root).walked\" ON \(storage) (\(list))")
        }
        for name in indexed(hierarchy) {
            // With the class beside it, the rows of one class are counted in the index alone.
            let list = "\"\(name)\"" + (isShared ? ", \"sys_class_name\"" : "")
            statements.append("CREATE INDEX \"\(root).\(name)\" ON \(storage) (\(list))")
        }
        return statements + (isShared ? estimates(for: root, hierarchy) : [])
    }

    /// What SQLite is told about the indexes of long tables, in place of what it would find by counting: a class is a
    /// third of the rows, a person has some thousand. Without it the planner takes ten rows for any equality, and goes to
    /// the rows of a list one by one where one index holds everything or where all rows are wanted.
    private static func estimates(for root: String, _ hierarchy: [TableDefinition]) -> [String] {
        var known = [("sys_id", "100000 1"), ("sys_class_name", "100000 30000")]
        if isWalked(hierarchy) { known.append(("walked", "100000 30000 15000 5000 2000 200 20 10 5")) }
        known += indexed(hierarchy).map { ($0, $0 == "number" ? "100000 2 1" : "100000 5000 2500") }
        let rows = known.map { "('\(root)', '\(root).\($0.0)', '\($0.1)')" }.joined(separator: ", ")
        return ["ANALYZE sqlite_schema", "INSERT INTO sqlite_stat1 VALUES " + rows, "ANALYZE sqlite_schema"]
    }

    /// What lists of work are filtered and ordered by most, dot-walks included. One index holds them all, so that such a
    /// list of a long table is found in a sixth of what its rows take.
    private static let walked = [
        "active", "state", "priority", "assigned_to", "caller_id", "assignment_group", "opened_by",
    ]

    private static func isWalked(_ hierarchy: [TableDefinition]) -> Bool {
        Set(columns(of: hierarchy).map(\.name)).isSuperset(of: walked)
    }

    /// The columns that the definitions ask for, and those by which records of the hierarchy stand above one another.
    private static func indexed(_ hierarchy: [TableDefinition]) -> [String] {
        let asked = hierarchy.flatMap(\.indexed)
        let names = Set(hierarchy.map(\.name))
        let steps = columns(of: hierarchy).filter { column in
            ["parent", "manager"].contains(column.name) && column.reference.map(names.contains) == true
        }
        return asked + steps.map(\.name).filter { !asked.contains($0) }
    }

    private static func declaration(_ storage: InternalType.Storage) -> String {
        switch storage {
        case .text, .elsewhere: "TEXT COLLATE NOCASE"
        case .integer: "INTEGER"
        case .number: "NUMERIC"
        }
    }
}
