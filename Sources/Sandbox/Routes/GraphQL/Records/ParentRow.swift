import Database

/// What asks a query of its own, for `$$parent.name$$` in that query's arguments.
protocol ParentValues {
    /// What stands for a name; empty when it names nothing.
    func value(of name: String, _ call: Call) throws -> String
}

/// A row that asks a query of its own.
struct ParentRow: ParentValues {
    let table: Table
    let sysID: String

    /// The raw value of a column; empty when there is no such column or the user may not read it.
    func value(of name: String, _ call: Call) throws -> String {
        guard let column = table[name], call.rules.mayRead(column), !column.isJournal, column.type != .password else {
            return ""
        }
        let sql = "SELECT \(column.sqlName) FROM \(table.storage) WHERE \"sys_id\" = ?"
        let stored = try call.store.connection.row(sql, [.text(sysID)]) { $0.text(0) }
        return RecordRenderer.wire(stored ?? "", column)
    }
}
