/// Who may do what with attachments: it follows the record they belong to.
struct AttachmentAccess {
    let call: Call

    /// Whether the user may see a record, and so its attachments. Attachments of tables that are not here are for
    /// administrators.
    func mayRead(_ tableName: String, _ recordID: String) throws -> Bool {
        guard let table = call.schema[tableName] else { return call.account.isAdmin }
        guard call.rules.reading(table) == .allowed else { return false }
        try call.store.fill([table.name])
        return try call.may(.read, recordID, in: table)
    }

    /// Whether the user may add, rename and remove the attachments of a record.
    func mayChange(_ tableName: String, _ recordID: String) throws -> Bool {
        guard let table = call.schema[tableName] else { return call.account.isAdmin }
        return try call.may(.update, recordID, in: table)
    }
}
