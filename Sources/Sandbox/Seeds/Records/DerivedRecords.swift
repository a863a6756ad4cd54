import Database
import ExchangeModel

/// The records of `sys_db_object`, `sys_dictionary` and `sys_choice`, which say what the definitions say.
struct DerivedRecords {
    let store: RecordStore

    private static let moment = Timestamp(seconds: CivilTime(year: 2019, month: 4, day: 5, hour: 21).secondsSince1970)

    func write() throws {
        var random = SeededRandom(seed: 0xD1C7)
        let stamp = SeedBatch.Stamp(DerivedRecords.moment)
        var identifiers: [String: String] = [:]
        let tables = try SeedBatch(
            "sys_db_object",
            """
            sys_id name sys_name label super_class is_extendable create_access read_access update_access \
            delete_access ws_access
            """,
            store: store)
        for table in store.schema.tables {
            let sysID = random.sysID()
            identifiers[table.name] = sysID
            let writable = TableDefinition.derived.contains(table.name) ? "false" : "true"
            try tables.add(
                [
                    sysID, table.name, table.label, table.label,
                    table.definition.parent.flatMap { identifiers[$0] } ?? "",
                    table.classNames.count > 1 ? "true" : "false", writable, "true", writable, writable, "true",
                ], stamp)
        }
        try writeDictionary(&random, stamp)
        try writeChoices(&random, stamp)
    }

    /// A table's own columns; inherited ones are entries of the table they come from. A collection entry, without an
    /// element, stands for the table itself.
    private func writeDictionary(_ random: inout SeededRandom, _ stamp: SeedBatch.Stamp) throws {
        let batch = try SeedBatch(
            "sys_dictionary",
            """
            sys_id name element column_label internal_type reference max_length choice default_value display \
            read_only sys_name
            """,
            store: store)
        for table in store.schema.tables {
            try batch.add(
                [
                    random.sysID(), table.name, "", table.label, "collection", "", "40", "0", "", "false", "false",
                    table.label,
                ], stamp)
            for column in table.columns where column.owner == table.name {
                let definition = column.definition
                guard table.definition.parent == nil || ColumnDefinition.system.allSatisfy({ $0.name != column.name })
                else { continue }
                try batch.add(
                    [
                        random.sysID(), table.name, column.name, definition.label, definition.type.rawValue,
                        definition.reference ?? "",
                        String(definition.length), definition.choices.isEmpty ? "0" : "1",
                        definition.defaultValue ?? "",
                        column.name == table.displayColumn?.name ? "true" : "false",
                        definition.isReadOnly ? "true" : "false",
                        definition.label,
                    ], stamp)
            }
        }
    }

    private func writeChoices(_ random: inout SeededRandom, _ stamp: SeedBatch.Stamp) throws {
        let batch = try SeedBatch(
            "sys_choice", "sys_id name element value label language sequence inactive", store: store)
        for table in store.schema.tables {
            for column in table.columns where column.owner == table.name || table.definition.choices[column.name] != nil
            {
                for (offset, choice) in column.choices.enumerated() {
                    try batch.add(
                        [
                            random.sysID(), table.name, column.name, choice.value, choice.label, "en", String(offset),
                            "false",
                        ], stamp)
                }
            }
        }
    }
}
