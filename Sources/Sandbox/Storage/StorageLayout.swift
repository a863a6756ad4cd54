import Database
import ExchangeModel

/// The SQL tables of the ServiceNow tables: one per hierarchy, with the columns of all its tables.
enum StorageLayout {
    static let bookkeeping = [
        "CREATE TABLE sandbox_counter (prefix TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE sandbox_clock (seconds INTEGER NOT NULL)",
    ]

    /// The stored columns of a hierarchy, each once: those of the platform, then the root's, then others.
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

    /// Creates the SQL table of a hierarchy. A table shared by a hierarchy gets most of its indexes when it is long:
    /// scanning a few hundred rows is as fast as writing their indexes.
    static func statements(for root: String, in schema: Schema) -> [String] {
        let hierarchy = schema.hierarchy(of: root)
        let columns = columns(of: hierarchy)
        let list = columns.map { ", " + declaration(of: $0) }.joined()
        return [
            "CREATE TABLE \"\(root)\" (\"_row\" INTEGER PRIMARY KEY\(list))",
            "CREATE UNIQUE INDEX \"\(root).sys_id\" ON \"\(root)\" (\"sys_id\")",
        ] + (hierarchy.count > 1 ? [] : indexed(hierarchy, columns).map { index($0, [$0], of: root) })
    }

    /// The indexes of a long table. Idempotent.
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
        for name in indexed(hierarchy, columns) {
            // With the class, the rows of one class are counted in the index alone.
            statements.append(index(name, [name, "sys_class_name"], of: root))
            known.append((name, name == "number" ? "100000 2 1" : "100000 5000 2500"))
        }
        return statements + estimates(for: root, known)
    }

    private static func index(_ name: String, _ columns: [String], of root: String) -> String {
        let list = columns.map { "\"" + $0 + "\"" }.joined(separator: ", ")
        return "CREATE INDEX IF NOT EXISTS \"\(root).\(name)\" ON \"\(root)\" (\(list))"
    }

    /// Estimates for the indexes of long tables in place of ANALYZE: a class is a third of the rows, a person has some
    /// thousand. Without them the planner assumes ten rows for any equality, and reads rows one by one where a covering
    /// index or a scan is faster.
    private static func estimates(for root: String, _ known: [(index: String, rows: String)]) -> [String] {
        let rows = known.map { "('\(root)', '\(root).\($0.index)', '\($0.rows)')" }.joined(separator: ", ")
        return [
            "ANALYZE sqlite_schema", "DELETE FROM sqlite_stat1 WHERE tbl = '\(root)'",
            "INSERT INTO sqlite_stat1 VALUES " + rows, "ANALYZE sqlite_schema",
        ]
    }

    /// The columns that task lists filter and sort by most, including dot-walks. A covering index of them makes such a
    /// list six times faster.
    private static let walked = [
        "active", "state", "priority", "assigned_to", "caller_id", "assignment_group", "opened_by",
    ]

    /// The columns that the definitions index, and those that form hierarchies of records.
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
    /// A raw value in wire form for comparison with this column. Nil if the column cannot have such a value.
    func comparable(_ raw: String) -> SQLValue? {
        switch type.storage {
        case .integer where type == .boolean: .integer(Column.isTrue(raw) ? 1 : 0)
        case .integer: Int64(raw).map(SQLValue.integer) ?? Column.finite(raw).map(SQLValue.real)
        case .number: Column.finite(raw).map(SQLValue.real)
        case .text, .elsewhere: type.isTemporal ? Column.temporal(raw, type).map(SQLValue.text) : .text(raw)
        }
    }

    /// A raw value in wire form as stored; times may be in ISO 8601. Empty and invalid values are NULL; longer text is
    /// truncated as on an instance: by Unicode scalars, because a grapheme may have any number of them.
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

    /// Times in the format whose text order is time order; a date alone is its first second.
    private static func temporal(_ raw: String, _ type: InternalType) -> String? {
        guard let moment = Timestamp(glideText: raw) else { return nil }
        return type == .date ? moment.civil.dateText : moment.glideText
    }
}

extension RecordStore {
    /// Creates the indexes of a long table. Its SQL table exists; tables of one hierarchy share them.
    func index(_ name: String) throws {
        guard schema.root(of: name) == name else { return }
        try connection.execute(StorageLayout.indexes(for: name, in: schema).joined(separator: ";"))
    }
}
