/// The records of tables derived from the definitions: `sys_db_object`, `sys_dictionary`, `sys_choice` and
/// `sys_documentation`.
struct DerivedRecords {
    let store: RecordStore

    func write() throws {
        let objects = try batch(
            "sys_db_object",
            """
            name sys_name label super_class is_extendable create_access read_access update_access delete_access \
            ws_access
            """)
        let dictionary = try batch(
            "sys_dictionary",
            """
            name element column_label internal_type reference max_length choice default_value display read_only \
            sys_name audit
            """)
        let choices = try batch("sys_choice", "name element value label language sequence inactive")
        let labels = try batch("sys_documentation", "name element label plural language sys_name")
        for table in store.schema.tables {
            let parent = table.definition.parent.map { SeedIdentity.named("sys_db_object", $0) } ?? ""
            let writable = TableDefinition.derived.contains(table.name) ? "false" : "true"
            try objects.add(
                [
                    SeedIdentity.named("sys_db_object", table.name), table.name, table.label, table.label, parent,
                    String(table.classNames.count > 1), writable, "true", writable, writable, "true",
                ])
            // The collection entry, without an element, is the table itself.
            try dictionary.add(
                [
                    SeedIdentity.named("sys_dictionary", table.name), table.name, "", table.label, "collection", "",
                    "40",
                    "0", "", "false", "false", table.label, String(TableDefinition.audited.contains(table.root)),
                ])
            try labels.add(
                [
                    SeedIdentity.named("sys_documentation", table.name), table.name, "", table.label,
                    table.definition.plural, "en", table.label,
                ])
            for column in table.columns {
                let name = table.name + "." + column.name
                if column.owner == table.name { try write(column, name, of: table, dictionary, labels) }
                guard column.owner == table.name || table.definition.choices[column.name] != nil else { continue }
                for (offset, choice) in column.choices.enumerated() {
                    try choices.add(
                        [
                            SeedIdentity.named("sys_choice", name + "." + choice.value), table.name, column.name,
                            choice.value, choice.label, "en", String(offset), "false",
                        ])
                }
            }
        }
    }

    private func batch(_ table: String, _ names: String) throws -> SeedBatch {
        try SeedBatch(table, ["sys_id"] + TableCells.words(names), created: "2019-04-05 21:00:00", store: store)
    }

    private func write(
        _ column: Column, _ name: String, of table: Table, _ dictionary: SeedBatch, _ labels: SeedBatch
    ) throws {
        let definition = column.definition
        try labels.add(
            [
                SeedIdentity.named("sys_documentation", name), table.name, column.name, definition.label, "", "en",
                definition.label,
            ])
        guard table.definition.parent == nil || ColumnDefinition.system.allSatisfy({ $0.name != column.name }) else {
            return
        }
        let sysID = SeedIdentity.named("sys_dictionary", name)
        try dictionary.add(
            [
                sysID, table.name, column.name, definition.label, definition.type.rawValue, definition.reference ?? "",
                String(definition.length), column.choices.isEmpty ? "0" : "1", definition.defaultValue ?? "",
                String(column.name == table.displayColumn?.name), String(definition.isReadOnly), definition.label,
                "false",
            ])
        guard !definition.attributes.isEmpty, let entries = store.schema["sys_dictionary"] else { return }
        let changes = definition.attributes.compactMap { name, value in
            entries[name].map { (column: $0, value: $0.stored(value)) }
        }
        try store.update(sysID, changes, in: entries)
    }
}
