import Database

/// Rows of `sys_audit`: a row for each field that changed in a record of an audited table, and one for a record that was
/// deleted. Records that are added get rows where `glide.sys.audit_inserts` says so.
struct AuditTrail {
    let effects: RecordEffects

    /// The hierarchies that are audited, unless the dictionary says otherwise.
    static let audited: Set<String> = [
        "task", "cmdb", "alm_asset", "ast_contract", "kb_knowledge", "sys_user", "sys_user_group", "sys_user_grmember",
        "sys_user_has_role", "sys_user_role", "sys_group_has_role",
    ]

    private var store: RecordStore { effects.store }
    private var table: Table { effects.table }

    func inserted(_ record: [String: SQLValue], _ sysID: String) throws {
        guard try isAudited, try InstanceProperty.isTrue("glide.sys.audit_inserts", in: store) else { return }
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

    /// Deletions are kept of other tables too, but not of the platform's own.
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

    /// Values are audited as the database has them: a boolean is 0 or 1.
    private func stored(_ value: SQLValue) -> SQLValue {
        switch value {
        case .integer(let number): .text(String(number))
        case .real(let number): .text(String(number))
        default: value
        }
    }

    private func text(_ value: SQLValue?, _ column: Column) -> String {
        if case .text(let text) = stored(value ?? .null) { RecordRenderer.wire(text, column) } else { "" }
    }

    /// The platform's own columns are not audited, but for the class and the domain of a record.
    private func isTracked(_ column: Column) -> Bool {
        !column.isJournal && !column.type.isSecret
            && (!column.name.hasPrefix("sys_") || ["sys_class_name", "sys_domain"].contains(column.name))
    }

    private var isAudited: Bool {
        get throws {
            let shipped = AuditTrail.audited.contains(table.root)
            guard store.hasMade("sys_dictionary") else { return shipped }
            return try store.connection.row(
                """
                SELECT "audit" FROM "sys_dictionary" WHERE "name" = ? AND "element" IS NULL
                    AND "internal_type" = 'collection'
                """, [.text(table.name)]
            ) { $0.integer(0) == 1 } ?? shipped
        }
    }
}
