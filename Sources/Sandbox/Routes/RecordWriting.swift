import Database

/// Adds, changes and removes one record for a user, whichever route asks: with his rights, in a transaction of its own.
struct RecordWriting {
    /// The names and raw values that somebody gives.
    typealias Input = [(name: String, value: String)]

    let call: Call
    let table: Table
    /// Whether references and choices are given as people read them and moments in the user's zone.
    var takesDisplayValues = false
    /// Whether the sys_* columns are the client's business.
    var keepsSystemColumns = false

    /// Adds a record and says its sys_id. What is given is read when it is known that the user may.
    func insert(_ input: () throws -> Input) throws -> String {
        guard call.rules.may(.insert, in: table) else { throw Refusal.forbidden(.insert) }
        let input = try input()
        return try call.store.transaction { try editor.insert(input) }
    }

    /// Changes a record.
    func update(_ sysID: String, _ input: () throws -> Input) throws {
        let record = try record(sysID, .update)
        let input = try input()
        try call.store.transaction { try editor.update(record, input) }
    }

    /// Removes a record.
    func delete(_ sysID: String) throws {
        let record = try record(sysID, .delete)
        try call.store.transaction { try editor.delete(record) }
    }

    private var editor: RecordEditor {
        RecordEditor(
            store: call.store, table: table, account: call.account, takesDisplayValues: takesDisplayValues,
            keepsSystemColumns: keepsSystemColumns)
    }

    /// A record that is there to be changed. One that may not even be read is not found.
    private func record(_ sysID: String, _ operation: AccessRules.Operation) throws -> [String: SQLValue] {
        guard let record = try call.store.record(sysID, in: table), try call.may(.read, sysID, in: table) else {
            throw Refusal.noRecord
        }
        guard try call.may(operation, sysID, in: table) else { throw Refusal.forbidden(operation) }
        return record
    }
}
