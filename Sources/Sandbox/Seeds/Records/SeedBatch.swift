import Database
import ExchangeModel

/// Writes the seed records of one table: the columns that differ from record to record, and the table's defaults.
final class SeedBatch {
    /// Who made a record and when.
    struct Stamp {
        var created: Timestamp
        var createdBy = "admin"
        var updated: Timestamp
        var updatedBy = "admin"
        var changes = 0

        /// Made by an administrator and left alone since.
        init(_ created: Timestamp) {
            self.created = created
            updated = created
        }
    }

    private let statement: Statement
    private let columns: [Column]
    private let stampNames: [String]
    private var row: Int?

    /// `names` are the columns that `add` gives, in its order, `sys_id` first. Rows are counted from `row`, which tells
    /// their place in the natural order; without it they follow those that are there.
    init(_ tableName: String, _ names: String, from row: Int? = nil, store: RecordStore) throws {
        guard let table = store.schema[tableName] else {
            throw SandboxError(.unusable, reason: "no table \(tableName)")
        }
        try store.layOut(tableName)
        let given = names.split(separator: " ").map(String.init)
        columns = given.compactMap { table[$0] }
        guard columns.count == given.count else {
            throw SandboxError(.unusable, reason: "a seed of \(tableName) names an unknown column")
        }
        stampNames = ["sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count"]
            .filter { table[$0] != nil && !given.contains($0) }
        let variable = given + stampNames
        let constant = table.columns.filter { column in
            !column.isJournal && column.defaultValue != nil && !variable.contains(column.name)
        }
        self.row = row
        let list = (variable.map { "\"" + $0 + "\"" } + (row == nil ? [] : ["\"_row\""]) + constant.map(\.sqlName))
            .joined(separator: ", ")
        let values =
            variable.map { _ in "?" } + (row == nil ? [] : ["?"])
            + constant.map { SeedBatch.literal($0.stored($0.defaultValue ?? "")) }
        let sql =
            "INSERT OR IGNORE INTO \(table.storage) (\(list)) VALUES (\(values.joined(separator: ", ")))"
        statement = try Statement(sql, on: store.connection)
    }

    /// Adds a record; an empty text is an empty column.
    func add(_ values: [String], _ stamp: Stamp) throws {
        defer { statement.reset() }
        for (offset, column) in columns.enumerated() {
            // Seeds write moments as they are kept.
            let raw = values[offset]
            let value: SQLValue =
                raw.isEmpty ? .null : column.type.isTemporal ? .text(raw) : column.stored(raw)
            try statement.bind(value, at: offset + 1)
        }
        for (offset, name) in stampNames.enumerated() {
            let value: SQLValue =
                switch name {
                case "sys_created_on": .text(stamp.created.glideText)
                case "sys_created_by": .text(stamp.createdBy)
                case "sys_updated_on": .text(stamp.updated.glideText)
                case "sys_updated_by": .text(stamp.updatedBy)
                default: .integer(stamp.changes)
                }
            try statement.bind(value, at: columns.count + offset + 1)
        }
        if let row {
            try statement.bind(.integer(Int64(row)), at: columns.count + stampNames.count + 1)
            self.row = row + 1
        }
        while try statement.step() {}
    }

    private static func literal(_ value: SQLValue) -> String {
        switch value {
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text):
            "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        case .null, .blob: "NULL"
        }
    }
}
