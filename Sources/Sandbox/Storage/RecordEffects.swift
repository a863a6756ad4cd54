import Database
import ExchangeModel

/// What an instance adds when a record is written: audit rows and events.
///
/// Their sys_ids have their own counters, so that those of other records do not depend on them.
struct RecordEffects {
    let store: RecordStore
    let table: Table
    let account: Account
    let now: Timestamp

    func inserted(_ record: [String: SQLValue], _ sysID: String) throws {
        try AuditTrail(effects: self).inserted(record, sysID)
        guard table.root == "task" else { return }
        try RecordEvents(effects: self).queue(record, from: nil, sysID: sysID)
    }

    /// A record was updated; `notes` are its new journal entries.
    func updated(
        _ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String,
        notes: [(name: String, text: String)]
    ) throws {
        try AuditTrail(effects: self).updated(record, from: old, sysID, notes: notes)
        guard table.root == "task" else { return }
        try RecordEvents(effects: self).queue(record, from: old, sysID: sysID, notes: notes.map(\.name))
    }

    func deleted(_ record: [String: SQLValue], _ sysID: String) throws {
        try AuditTrail(effects: self).deleted(record, sysID)
    }

    /// Adds a row; columns that the table lacks are ignored.
    func add(_ values: KeyValuePairs<String, SQLValue>, to name: String) throws {
        guard let table = store.schema[name] else { return }
        try store.createStorage(name)
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
    fileprivate func fitted(_ value: SQLValue) -> SQLValue {
        if case .text(let text) = value { stored(text) } else { value }
    }
}

/// Rows of `sys_audit`: one for each changed field of a record in an audited table, and one for a deleted record.
/// Inserted records get rows if `glide.sys.audit_inserts` is set.
struct AuditTrail {
    let effects: RecordEffects

    /// The hierarchies that are audited by default; the dictionary can override it.
    static let audited: Set<String> = [
        "task", "cmdb", "alm_asset", "ast_contract", "kb_knowledge", "sys_user", "sys_user_group", "sys_user_grmember",
        "sys_user_has_role", "sys_user_role", "sys_group_has_role",
    ]

    private var store: RecordStore { effects.store }
    private var table: Table { effects.table }

    func inserted(_ record: [String: SQLValue], _ sysID: String) throws {
        guard try isAudited, try store.isTrue("glide.sys.audit_inserts") else { return }
        try updated(record, from: [:], sysID, notes: [])
    }

    func updated(
        _ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String,
        notes: [(name: String, text: String)]
    ) throws {
        guard try isAudited else { return }
        let checkpoint = record["sys_mod_count"] ?? .null
        for column in table.columns where isTracked(column) {
            let (before, after) = (old[column.name] ?? .null, record[column.name] ?? .null)
            if before != after { try add(sysID, column.name, before, after, checkpoint) }
        }
        for note in notes { try add(sysID, note.name, .null, .text(note.text), checkpoint) }
    }

    /// Deletions are audited in other tables too, except for the platform's own.
    func deleted(_ record: [String: SQLValue], _ sysID: String) throws {
        guard try !table.root.hasPrefix("sys") || isAudited else { return }
        let mark = SQLValue.text("DELETED")
        try add(sysID, "DELETED", mark, mark, .integer(-1))
        let values = table.columns.filter { !$0.type.isSecret && !$0.isJournal }.map { column in
            "<\(column.name)>" + HTML.escaped(text(record[column.name], column)) + "</\(column.name)>"
        }
        let payload = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><\(table.name)>\(values.joined())</\(table.name)>"
        let display = table.displayColumn.map { text(record[$0.name], $0) } ?? ""
        try effects.add(
            [
                "tablename": .text(table.name), "documentkey": .text(sysID), "display_value": .text(display),
                "payload": .text(payload),
            ], to: "sys_audit_delete")
    }

    private func add(
        _ sysID: String, _ field: String, _ old: SQLValue, _ new: SQLValue, _ checkpoint: SQLValue
    ) throws {
        try effects.add(
            [
                "tablename": .text(table.name), "fieldname": .text(field), "documentkey": .text(sysID),
                "oldvalue": stored(old), "newvalue": stored(new), "user": .text(effects.account.userName),
                "record_checkpoint": checkpoint,
            ], to: "sys_audit")
    }

    /// Values in the form of the database: a boolean is 0 or 1.
    private func stored(_ value: SQLValue) -> SQLValue {
        switch value {
        case .integer(let number): .text(String(number))
        case .real(let number): .text(String(number))
        default: value
        }
    }

    private func text(_ value: SQLValue?, _ column: Column) -> String {
        RecordRenderer.wire((value ?? .null).text, column)
    }

    /// The platform's own columns are not audited, except for the class and domain.
    private func isTracked(_ column: Column) -> Bool {
        !column.isJournal && !column.type.isSecret
            && (!column.name.hasPrefix("sys_") || ["sys_class_name", "sys_domain"].contains(column.name))
    }

    private var isAudited: Bool {
        get throws {
            let shipped = AuditTrail.audited.contains(table.root)
            guard store.isFilled("sys_dictionary") else { return shipped }
            return try store.connection.row(
                """
                SELECT "audit" FROM "sys_dictionary" WHERE "name" = ? AND "element" IS NULL
                    AND "internal_type" = 'collection'
                """, [.text(table.name)]
            ) { $0.integer(0) == 1 } ?? shipped
        }
    }
}

/// Rows of `sysevent`: events of tasks, with the names that business rules of instances use.
struct RecordEvents {
    let effects: RecordEffects

    /// Prefixes of event names that differ from the table's name.
    private static let prefixes = ["change_request": "change"]
    private static let journals = ["comments": "commented", "work_notes": "worknoted"]
    /// Columns whose value 1 has an event.
    private static let urgent = ["priority", "severity", "risk"]

    /// Queues the events of a change; `old` is nil for an inserted record.
    func queue(
        _ record: [String: SQLValue], from old: [String: SQLValue]?, sysID: String, notes: [String] = []
    ) throws {
        let user = (effects.account.sysID, effects.account.userName)
        if old != nil {
            for name in notes { if let event = Self.journals[name] { try add(event, sysID, user) } }
        }
        try add(old == nil ? "inserted" : "updated", sysID, user)
        func changed(_ name: String) -> (new: String, old: String)? {
            guard let new = record[name], new != .null, new != old?[name] else { return nil }
            return (new.text, (old?[name] ?? .null).text)
        }
        if let column = effects.table["assigned_to"], let person = changed("assigned_to") {
            try add("assigned", sysID, (display(person.new, column), display(person.old, column)))
        }
        if let column = effects.table["assignment_group"], let group = changed("assignment_group") {
            try add("assigned.to.group", sysID, (group.new, display(group.new, column)))
        }
        for name in Self.urgent {
            if let value = changed(name), value.new == "1" { try add(name + ".1", sysID, value) }
        }
    }

    private func add(_ event: String, _ sysID: String, _ parameters: (String, String)) throws {
        let (table, account, now) = (effects.table.name, effects.account, SQLValue.text(effects.now.glideText))
        try effects.add(
            [
                "name": .text((Self.prefixes[table] ?? table) + "." + event), "table": .text(table),
                "instance": .text(sysID), "parm1": .text(parameters.0), "parm2": .text(parameters.1),
                "user_id": .text(account.sysID), "user_name": .text(account.userName),
                "uri": .text(RecordAddress.form(table, sysID)), "state": .text("processed"), "process_on": now,
                "processed": now, "processing_duration": .integer(0),
            ], to: "sysevent")
    }

    private func display(_ value: String, _ column: Column) throws -> String {
        try DisplayLookup(store: effects.store, effects.account.format).reference(value, in: column)
    }
}
