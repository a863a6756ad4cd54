import Database

/// The row that asks a query of its own, for `$$parent.column$$` in that query's arguments.
struct ParentRow {
    let table: Table
    let sysID: String

    /// The raw value of a column; empty when there is no such column or the user may not read it.
    func value(of name: String, _ call: Call) throws -> String {
        guard let column = table[name], call.rules.mayRead(column), !column.isJournal, !column.type.isSecret else {
            return ""
        }
        let sql = "SELECT \(column.sqlName) FROM \(table.storage) WHERE \"sys_id\" = ?"
        let stored = try call.store.connection.row(sql, [.text(sysID)]) { $0.text(0) }
        return RecordRenderer.wire(stored ?? "", column)
    }
}
