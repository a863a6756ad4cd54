import Database
import ExchangeModel

enum StorageLayout {
    static let bookkeeping = [
        "CREATE TABLE sandbox_counter (prefix TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE sandbox_clock (seconds INTEGER NOT NULL)",
    ]

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

    static func statements(for root: String, in schema: Schema) -> [String] {
        let hierarchy = schema.hierarchy(of: root)
        let columns = columns(of: hierarchy)
        let list = columns.map { ", " + declaration(of: $0) }.joined()
        // With the class, the rows of one class are counted in the index alone.
        let end = hierarchy.count > 1 ? ", \"sys_class_name\"" : ""
        return [
            "CREATE TABLE \"\(root)\" (\"_row\" INTEGER PRIMARY KEY\(list))",
            "CREATE UNIQUE INDEX \"\(root).sys_id\" ON \"\(root)\" (\"sys_id\")",
        ]
            + indexed(hierarchy, columns).map {
                "CREATE INDEX IF NOT EXISTS \"\(root).\($0)\" ON \"\(root)\" (\"\($0)\"\(end))"
            }
    }

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
