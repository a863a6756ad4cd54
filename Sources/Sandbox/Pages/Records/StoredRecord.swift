import Database

/// One record as pages show it: raw values, and what people read for them.
struct StoredRecord {
    let table: Table
    let sysID: String
    private let values: [String: SQLValue]

    /// Reads a record whatever the user may. Nil when there is none; what is read is of the record's own table.
    init?(_ sysID: String, in table: Table, _ store: RecordStore) throws {
        guard let values = try store.record(sysID, in: table) else { return nil }
        var own = table
        if case .text(let name)? = values["sys_class_name"], let found = store.schema[name],
            found.isKind(of: table.name)
        {
            own = found
        }
        (self.table, self.sysID, self.values) = (own, sysID, values)
    }

    /// A column's value in the form of the wire; empty for journals and secrets.
    subscript(name: String) -> String {
        guard let column = table[name], !column.isJournal, !column.type.isSecret else { return "" }
        let text =
            switch values[name] ?? .null {
            case .text(let text): text
            case .integer(let number): String(number)
            case .real(let number): StoredRecord.text(number)
            case .null, .blob: ""
            }
        return RecordRenderer.wire(text, column)
    }

    /// What stands for the record: its number, or name.
    var name: String { table.displayColumn.map { self[$0.name] } ?? "" }

    /// A number as SQLite would write it.
    private static func text(_ number: Double) -> String {
        number.magnitude < 9e15 && number == number.rounded() ? String(Int64(number)) + ".0" : String(number)
    }
}
