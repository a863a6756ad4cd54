import Database
import ExchangeModel

/// Rows of `sysevent`: what happened to tasks, as the business rules of an instance name it.
struct RecordEvents {
    let effects: RecordEffects

    /// What the names of a table's events begin with where that is not the table's name.
    private static let prefixes = ["change_request": "change"]
    /// The journals whose entries are events of their own.
    private static let journals = ["comments": "commented", "work_notes": "worknoted"]
    /// The columns whose value 1 is an event of its own.
    private static let urgent = ["priority", "severity", "risk"]

    /// Queues what a change means; nothing is `old` of a record that was added.
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
            return (text(new), text(old?[name] ?? .null))
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

    private func text(_ value: SQLValue) -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        default: ""
        }
    }

    private func display(_ value: String, _ column: Column) throws -> String {
        try DisplayLookup(store: effects.store, effects.account.format).reference(value, in: column)
    }
}
