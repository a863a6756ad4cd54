import Database
import ExchangeModel

/// The SQL tables behind the ServiceNow tables: one for each hierarchy, with the columns of all its tables.
enum StorageLayout {
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

    /// What creates the SQL table of a hierarchy. One that tables share gets most of its indexes when it is long: a few
    /// hundred rows are read as fast as their indexes would be written.
    static func statements(for root: String, in schema: Schema) -> [String] {
        let hierarchy = schema.hierarchy(of: root)
        let columns = columns(of: hierarchy)
        let list = columns.map { ", " + declaration(of: $0) }.joined()
        return [
            "CREATE TABLE \"\(root)\" (\"_row\" INTEGER PRIMARY KEY\(list))",
            "CREATE UNIQUE INDEX \"\(root).sys_id\" ON \"\(root)\" (\"sys_id\")",
        ] + (hierarchy.count > 1 ? [] : indexed(hierarchy, columns).map { index($0, [$0], of: root) })
    }

    /// What a long table needs besides. It does no harm to run it again.
    static func indexes(for root: String, in schema: Schema) -> [String] {
        let hierarchy = schema.hierarchy(of: root)
        let columns = columns(of: hierarchy)
        guard hierarchy.count > 1 else { return indexed(hierarchy, columns).map { index($0, [$0], of: root) } }
        let isWalked = Set(columns.map(\.name)).isSuperset(of: walked)
        var statements = [index("sys_class_name", ["sys_class_name"], of: root)]
        var known = [("sys_id", "100000 1"), ("sys_class_name", "100000 30000")]
        if isWalked {
            statements.append(index("walked", ["sys_class_name"] + walked, of: root))
            known.append(("walked", "100000 30000 15000 5000 2000 200 20 10 5"))
        }
        for name in indexed(hierarchy, columns) + (isWalked ? walkedReferences : []) {
            // With the class beside it, the rows of one class are counted in the index alone.
            statements.append(index(name, [name, "sys_class_name"], of: root))
            known.append((name, name == "number" ? "100000 2 1" : "100000 5000 2500"))
        }
        return statements + estimates(for: root, known)
    }

    private static func index(_ name: String, _ columns: [String], of root: String) -> String {
        let list = columns.map { "\"" + $0 + "\"" }.joined(separator: ", ")
        return "CREATE INDEX IF NOT EXISTS \"\(root).\(name)\" ON \"\(root)\" (\(list))"
    }

    /// Statistics about the indexes of long tables, in place of what ANALYZE would count: a class is a
    /// third of the rows, a person has some thousand. Without it the planner takes ten rows for any equality, and goes to
    /// the rows of a list one by one where one index holds everything or where all rows are wanted.
    private static func estimates(for root: String, _ known: [(index: String, rows: String)]) -> [String] {
        let rows = known.map { "('\(root)', '\(root).\($0.index)', '\($0.rows)')" }.joined(separator: ", ")
        return [
            "ANALYZE sqlite_schema", "DELETE FROM sqlite_stat1 WHERE tbl = '\(root)'",
            "INSERT INTO sqlite_stat1 VALUES " + rows, "ANALYZE sqlite_schema",
        ]
    }

    /// What lists of work are filtered and ordered by most, dot-walks included. One index holds them all, so that such a
    /// list of a long table is found in a sixth of what its rows take.
    private static let walked = [
        "active", "state", "priority", "assigned_to", "caller_id", "assignment_group", "opened_by",
    ]

    /// Further references of work that lists are walked by, each with an index for `ReferenceIndexJoin`.
    private static let walkedReferences = ["assignment_group", "opened_by", "cmdb_ci"]

    /// The columns that the definitions ask for, and those by which records of the hierarchy stand above one another.
    private static func indexed(_ hierarchy: [TableDefinition], _ columns: [ColumnDefinition]) -> [String] {
        let asked = hierarchy.flatMap(\.indexed)
        let names = Set(hierarchy.map(\.name))
        let steps = columns.filter { column in
            ["parent", "manager"].contains(column.name) && column.reference.map(names.contains) == true
        }
        return asked + steps.map(\.name).filter { !asked.contains($0) }
    }

    static func declaration(of column: ColumnDefinition) -> String {
        switch column.type.storage {
        case .text, .elsewhere: column.sqlName + " TEXT COLLATE NOCASE"
        case .integer: column.sqlName + " INTEGER"
        case .number: column.sqlName + " NUMERIC"
        }
    }
}

extension Column {
    /// A raw value of the wire as this column compares it. Nil when the column can hold no such value.
    func comparable(_ raw: String) -> SQLValue? {
        switch type.storage {
        case .integer where type == .boolean: .integer(Column.isTrue(raw) ? 1 : 0)
        case .integer: Int64(raw).map(SQLValue.integer) ?? Column.finite(raw).map(SQLValue.real)
        case .number: Column.finite(raw).map(SQLValue.real)
        case .text, .elsewhere: type.isTemporal ? Column.temporal(raw, type).map(SQLValue.text) : .text(raw)
        }
    }

    /// A raw value of the wire as this column keeps it; a moment may be written as ISO 8601 has it. The empty value, and one that the column cannot hold, is NULL;
    /// text longer than the column is cut, as an instance cuts it: by characters of Unicode, since what is read as one
    /// letter may hold any number of them.
    func stored(_ raw: String) -> SQLValue {
        let moment = type == .dateTime || type == .date ? Timestamp(isoText: raw)?.glideText : nil
        guard !raw.isEmpty, let value = comparable(moment ?? raw) else { return .null }
        switch value {
        case .text(let text) where text.utf8.count > definition.length:
            return .text(String(text.unicodeScalars.prefix(definition.length)))
        case .real(let number) where type.storage == .integer:
            return number.magnitude < 9e15 ? .integer(Int64(number)) : .null
        default: return value
        }
    }

    private static func isTrue(_ raw: String) -> Bool {
        raw == "1" || HeaderFields.same(raw, "true") || HeaderFields.same(raw, "yes")
    }

    private static func finite(_ raw: String) -> Double? { Double(raw).flatMap { $0.isFinite ? $0 : nil } }

    /// Moments in the one form whose text order is time order; a bare day is its first second.
    private static func temporal(_ raw: String, _ type: InternalType) -> String? {
        guard let moment = Timestamp(glideText: raw) else { return nil }
        return type == .date ? moment.civil.dateText : moment.glideText
    }
}
