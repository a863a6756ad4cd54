import Database
import ExchangeModel

/// The records of the tables that say what the definitions say: `sys_db_object`, `sys_dictionary`, `sys_choice`,
/// `sys_documentation` and `sys_glide_object`.
struct DerivedRecords {
    let store: RecordStore

    private static let stamp = SeedBatch.Stamp(
        Timestamp(seconds: CivilTime(year: 2019, month: 4, day: 5, hour: 21).secondsSince1970))

    func write() throws {
        let (first, second) = (TableDefinition.original.count, TableDefinition.shipped)
        let tables = store.schema.tables
        var identifiers: [String: String] = [:]
        let parts = [tables.prefix(first), tables.prefix(second).dropFirst(first), tables.dropFirst(second)]
        // Each from a number of its own, so that a later part changes nothing in those before it.
        for (part, seed) in zip(parts, [0xD1C7, 0x1A7E, 0x516E] as [UInt64]) {
            var random = SeededRandom(seed: seed)
            try writeTables(part, &identifiers, &random)
            try writeDictionary(part, &random)
            try writeChoices(part, &random)
        }
        try writeLabels(tables)
        try writeTypes()
    }

    private func writeTables(
        _ part: ArraySlice<Table>, _ identifiers: inout [String: String], _ random: inout SeededRandom
    ) throws {
        let batch = try SeedBatch(
            "sys_db_object",
            """
            sys_id name sys_name label super_class is_extendable create_access read_access update_access \
            delete_access ws_access
            """,
            store: store)
        for table in part {
            let sysID = random.sysID()
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

    /// A table's own columns; inherited ones are entries of the table they come from. A collection entry, without an
    /// element, stands for the table itself.
    private func writeDictionary(_ part: ArraySlice<Table>, _ random: inout SeededRandom) throws {
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
                    random.sysID(), table.name, "", table.label, "collection", "", "40", "0", "", "false", "false",
                    table.label, String(AuditTrail.audited.contains(table.root)),
                ], DerivedRecords.stamp)
            for column in table.columns where column.owner == table.name {
                let definition = column.definition
                guard table.definition.parent == nil || ColumnDefinition.system.allSatisfy({ $0.name != column.name })
                else { continue }
                try batch.add(
                    [
                        random.sysID(), table.name, column.name, definition.label, definition.type.rawValue,
                        definition.reference ?? "",
                        String(definition.length), column.choices.isEmpty ? "0" : "1",
                        definition.defaultValue ?? "",
                        column.name == table.displayColumn?.name ? "true" : "false",
                        definition.isReadOnly ? "true" : "false",
                        definition.label, "false",
                    ], DerivedRecords.stamp)
            }
        }
    }

    private func writeChoices(_ part: ArraySlice<Table>, _ random: inout SeededRandom) throws {
        let batch = try SeedBatch(
            "sys_choice", "sys_id name element value label language sequence inactive", store: store)
        for table in part {
            for column in table.columns where column.owner == table.name || table.definition.choices[column.name] != nil
            {
                for (offset, choice) in column.choices.enumerated() {
                    try batch.add(
                        [
                            random.sysID(), table.name, column.name, choice.value, choice.label, "en", String(offset),
                            "false",
                        ], DerivedRecords.stamp)
                }
            }
        }
    }

    private func writeLabels(_ tables: [Table]) throws {
        var random = SeededRandom(seed: 0x1ABE)
        let batch = try SeedBatch(
            "sys_documentation", "sys_id name element label plural language sys_name", store: store)
        for table in tables {
            try batch.add(
                [random.sysID(), table.name, "", table.label, table.definition.plural, "en", table.label],
                DerivedRecords.stamp)
            for column in table.columns where column.owner == table.name {
                let label = column.definition.label
                try batch.add([random.sysID(), table.name, column.name, label, "", "en", label], DerivedRecords.stamp)
            }
        }
    }

    private func writeTypes() throws {
        var random = SeededRandom(seed: 0x7199)
        let batch = try SeedBatch(
            "sys_glide_object", "sys_id name label sys_name scalar_type scalar_length visible class_name", store: store)
        // What came later stands behind the collection, whose sys_id follows from its place.
        for type in InternalType.allCases.filter({ $0 != .password2 }) + [nil, .password2] {
            let name = type?.rawValue ?? "collection"
            let scalar =
                switch type?.storage {
                case .integer?: type == .boolean ? "boolean" : "integer"
                case .number?: "decimal"
                default: type?.isTemporal == true ? "datetime" : "string"
                }
            try batch.add(
                [
                    random.sysID(), name, DerivedRecords.typeLabels[name] ?? name, name, scalar,
                    String(type?.defaultLength ?? 40), "true", "",
                ], DerivedRecords.stamp)
        }
    }

    /// What people read for a type.
    private static let typeLabels = [
        "string": "String", "integer": "Integer", "boolean": "True/False", "decimal": "Decimal", "currency": "Currency",
        "reference": "Reference", "glide_date_time": "Date/Time", "glide_date": "Date", "glide_duration": "Duration",
        "timer": "Timer", "glide_list": "List", "journal_input": "Journal Input", "journal_list": "Journal List",
        "html": "HTML", "url": "URL", "email": "Email", "ph_number": "Phone Number (E164)", "password": "Password",
        "password2": "Password (2 Way Encrypted)",
        "GUID": "Sys ID (GUID)", "sys_class_name": "System Class Name", "document_id": "Document ID",
        "domain_id": "Domain ID", "domain_path": "Domain Path", "collection": "Collection",
    ]
}
