import Database
import ExchangeModel

/// The records of tables derived from the definitions: `sys_db_object`, `sys_dictionary`, `sys_choice` and
/// `sys_documentation`.
struct DerivedRecords {
    let store: RecordStore

    private static var stamp: SeedBatch.Stamp { SeedBatch.Stamp(created: "2019-04-05 21:00:00") }

    /// The sys_ids of records in order. Without a sequence, and for columns marked `later`, they are derived from
    /// names.
    private struct Identifiers {
        var random: SeededRandom?

        mutating func next(_ table: String, _ name: String, isLater: Bool = false) -> String {
            (isLater ? nil : random?.sysID()) ?? SeedIdentity.named(table, name)
        }
    }

    func write() throws {
        let tables = zip(store.schema.entries, store.schema.tables)
        var identifiers: [String: String] = [:]
        var sequences: [UInt64?] = []
        for entry in store.schema.entries where !sequences.contains(entry.sequence) { sequences.append(entry.sequence) }
        for sequence in sequences {
            let part = tables.filter { $0.0.sequence == sequence }.map(\.1)
            var random = Identifiers(random: sequence.map { SeededRandom(seed: $0) })
            try writeTables(part, &identifiers, &random)
            try writeDictionary(part, &random)
            try writeChoices(part, &random)
        }
        var labels = Identifiers(random: SeededRandom(seed: 0x1ABE))
        try writeLabels(tables.filter { $0.0.sequence != nil }.map(\.1), &labels)
        labels.random = nil
        try writeLabels(tables.filter { $0.0.sequence == nil }.map(\.1), &labels)
    }

    private func writeTables(
        _ part: [Table], _ identifiers: inout [String: String], _ random: inout Identifiers
    ) throws {
        let batch = try SeedBatch(
            "sys_db_object",
            """
            sys_id name sys_name label super_class is_extendable create_access read_access update_access \
            delete_access ws_access
            """,
            store: store)
        for table in part {
            let sysID = random.next("sys_db_object", table.name)
            identifiers[table.name] = sysID
            let writable = TableDefinition.derived.contains(table.name) ? "false" : "true"
            try batch.add(
                [
                    sysID, table.name, table.label, table.label,
                    table.definition.parent.flatMap { identifiers[$0] } ?? "",
                    table.classNames.count > 1 ? "true" : "false", writable, "true", writable, writable, "true",
                ], DerivedRecords.stamp)
        }
    }

    /// A table's own columns; inherited ones are entries of the table that defines them. The collection entry, without
    /// an element, is the table itself.
    private func writeDictionary(_ part: [Table], _ random: inout Identifiers) throws {
        let batch = try SeedBatch(
            "sys_dictionary",
            """
            sys_id name element column_label internal_type reference max_length choice default_value display \
            read_only sys_name audit
            """,
            store: store)
        for table in part {
            try batch.add(
                [
                    random.next("sys_dictionary", table.name), table.name, "", table.label, "collection", "", "40", "0",
                    "", "false", "false", table.label, String(TableDefinition.audited.contains(table.root)),
                ], DerivedRecords.stamp)
            for column in table.columns where column.owner == table.name {
                let definition = column.definition
                guard table.definition.parent == nil || ColumnDefinition.system.allSatisfy({ $0.name != column.name })
                else { continue }
                let sysID = random.next(
                    "sys_dictionary", table.name + "." + column.name,
                    isLater: definition.attributes["later"] != nil)
                try batch.add(
                    [
                        sysID, table.name, column.name, definition.label, definition.type.rawValue,
                        definition.reference ?? "",
                        String(definition.length), column.choices.isEmpty ? "0" : "1",
                        definition.defaultValue ?? "",
                        column.name == table.displayColumn?.name ? "true" : "false",
                        definition.isReadOnly ? "true" : "false",
                        definition.label, "false",
                    ], DerivedRecords.stamp)
                for (name, value) in definition.attributes { try set(name, to: value, of: sysID) }
            }
        }
    }

    private func set(_ name: String, to value: String, of sysID: String) throws {
        guard let table = store.schema["sys_dictionary"], let column = table[name] else { return }
        try store.update(sysID, [(column, column.stored(value))], in: table)
    }

    private func writeChoices(_ part: [Table], _ random: inout Identifiers) throws {
        let batch = try SeedBatch(
            "sys_choice", "sys_id name element value label language sequence inactive", store: store)
        for table in part {
            for column in table.columns
            where column.owner == table.name || table.definition.choices[column.name] != nil {
                for (offset, choice) in column.choices.enumerated() {
                    try batch.add(
                        [
                            random.next(
                                "sys_choice", [table.name, column.name, choice.value].joined(separator: "."),
                                isLater: choice.isLater),
                            table.name, column.name, choice.value, choice.label, "en", String(offset), "false",
                        ], DerivedRecords.stamp)
                }
            }
        }
    }

    private func writeLabels(_ tables: [Table], _ random: inout Identifiers) throws {
        let batch = try SeedBatch(
            "sys_documentation", "sys_id name element label plural language sys_name", store: store)
        for table in tables {
            try batch.add(
                [
                    random.next("sys_documentation", table.name), table.name, "", table.label, table.definition.plural,
                    "en", table.label,
                ], DerivedRecords.stamp)
            for column in table.columns where column.owner == table.name {
                let label = column.definition.label
                let sysID = random.next(
                    "sys_documentation", table.name + "." + column.name,
                    isLater: column.definition.attributes["later"] != nil)
                try batch.add([sysID, table.name, column.name, label, "", "en", label], DerivedRecords.stamp)
            }
        }
    }
}
