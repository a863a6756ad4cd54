import Database

/// Writes the observed records into a store, and which of their columns are unknown.
struct ObservedRecords {
    let model: ObservedModel
    let store: RecordStore
    let knowledge: Knowledge

    func write() throws {
        try store.connection.execute(Knowledge.table)
        for name in model.names {
            guard let records = model.tables[name]?.records, !records.isEmpty,
                !TableDefinition.derived.contains(name), let table = store.schema[name]
            else { continue }
            try store.createStorage(name)
            let known = model.columns(of: name)
            // By sys_id, because the order of creation is unknown; the order of the tapes depends on their requests.
            for sysID in records.keys.sorted() {
                try write(sysID, records[sysID] ?? [:], table, known)
            }
            if records.count >= 1000 { try store.index(table.root) }
        }
    }

    private func write(
        _ sysID: String, _ record: [String: ObservedCell], _ table: Table, _ known: Set<String>
    ) throws {
        var values: [(column: Column, value: SQLValue)] = [], missing: Set<String> = []
        for column in table.columns {
            guard column.name != "sys_id" else {
                values.append((column, .text(sysID)))
                continue
            }
            let value = value(record[column.name], of: column)
            if let value, value != .null { values.append((column, value)) }
            if value == nil, known.contains(column.name) { missing.insert(column.name) }
            if value == nil, column.type == .className, table.sharesStorage || table.classNames.count > 1 {
                values.append((column, .text(table.name)))
            }
        }
        if table.name == "sys_user", let column = table["user_password"] {
            values.append((column, .text(AccountStore.digest(of: "password", for: sysID))))
        }
        try store.insert(values, into: table)
        guard !missing.isEmpty else { return }
        try store.connection.run(
            "INSERT OR REPLACE INTO sandbox_unknown VALUES (?, ?)",
            [.text(sysID), .integer(Int64(knowledge.place(of: missing)))])
    }

    /// The value as stored; nil if it is unknown.
    private func value(_ cell: ObservedCell?, of column: Column) -> SQLValue? {
        // The value of a journal is always empty; its display value shows whether it has entries.
        if column.isJournal { return cell?.display == "" ? .null : nil }
        guard let cell, !column.type.isSecret, let text = text(of: cell, column) else { return nil }
        if text.isEmpty { return .null }
        // A withheld value of another type stays unknown.
        let stored = column.stored(text)
        return stored == .null ? nil : stored
    }

    private func text(of cell: ObservedCell, _ column: Column) -> String? {
        if let value = cell.value { return value }
        guard let shown = cell.display else { return nil }
        if shown.isEmpty { return column.choices.isEmpty ? "" : nil }
        if !column.choices.isEmpty { return column.choiceValues(labelled: shown).first }
        switch column.type {
        case .string, .html, .url, .email, .phone, .boolean: return shown
        default: return nil
        }
    }
}
