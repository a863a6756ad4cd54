import Database
import ExchangeModel

/// What an instance adds by itself when a record is written: audit rows, events and task SLAs.
///
/// Their sys_ids are counted apart, so that those of other records do not depend on them.
struct RecordEffects {
    let store: RecordStore
    let table: Table
    let account: Account
    let now: Timestamp

    /// A record was added.
    func inserted(_ record: [String: SQLValue], _ sysID: String) throws {
        try AuditTrail(effects: self).inserted(record, sysID)
        guard table.root == "task" else { return }
        try RecordEvents(effects: self).queue(record, from: nil, sysID: sysID)
        try TaskAgreements(effects: self).follow(sysID)
    }

    /// A record was changed; `notes` are the entries of its journals.
    func updated(
        _ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String,
        notes: [(name: String, text: String)]
    ) throws {
        try AuditTrail(effects: self).updated(record, from: old, sysID, notes: notes)
        guard table.root == "task" else { return }
        try RecordEvents(effects: self).queue(record, from: old, sysID: sysID, notes: notes.map(\.name))
        try TaskAgreements(effects: self).follow(sysID)
    }

    /// A record was removed.
    func deleted(_ record: [String: SQLValue], _ sysID: String) throws {
        try AuditTrail(effects: self).deleted(record, sysID)
        if table.root == "task" { try TaskAgreements(effects: self).forget(sysID) }
    }

    /// Adds a row; columns that the table lacks are left out.
    func add(_ values: KeyValuePairs<String, SQLValue>, to name: String) throws {
        guard let table = store.schema[name] else { return }
        try store.layOut(name)
        let stamp: KeyValuePairs<String, SQLValue> = [
            "sys_id": .text(try store.nextIdentifier(of: name)), "sys_created_on": .text(now.glideText),
            "sys_created_by": .text(account.userName), "sys_updated_on": .text(now.glideText),
            "sys_updated_by": .text(account.userName), "sys_mod_count": .integer(0),
        ]
        try store.insert(
            (Array(stamp) + Array(values)).compactMap { name, value in table[name].map { ($0, $0.fitted(value)) } },
            into: table,
            keepsStatement: true)
    }
}

extension Column {
    /// A value cut to the length of the column.
    fileprivate func fitted(_ value: SQLValue) -> SQLValue {
        if case .text(let text) = value { stored(text) } else { value }
    }
}
