import Database
import ExchangeModel

/// The consequences of writing a schema record: name checks, dependent records, and the changed schema.
struct SchemaWriting {
    let store: RecordStore
    let table: Table
    let account: Account

    /// Throws for an invalid schema. `old` is the record before; empty for a new one.
    func check(_ record: [String: SQLValue], from old: [String: SQLValue]) throws {
        let name = record.text("name"), element = record.text("element")
        if !old.isEmpty {
            let fixed = ["name", "element", "super_class", "internal_type", "reference"]
            if table.name != "sys_choice", fixed.contains(where: { record[$0] != old[$0] }) {
                throw APIError.forbidden(.update)
            }
            return
        }
        switch table.name {
        case "sys_db_object":
            guard SchemaWriting.isName(name), store.schema[name] == nil else { throw failed(record) }
        case "sys_dictionary":
            guard SchemaWriting.isName(element), let owner = store.schema[name], owner[element] == nil,
                !store.schema.tables.contains(where: { $0.isKind(of: name) && $0[element] != nil })
            else { throw failed(record) }
        default: break
        }
    }

    /// Throws if the record is shipped, or is a table that others extend.
    func checkRemoval(of record: [String: SQLValue]) throws {
        let name = record.text("name"), element = record.text("element")
        let shipped = store.shipped[name]
        switch table.name {
        case "sys_db_object":
            let isParent = store.schema.tables.contains { $0.definition.parent == name }
            if shipped != nil || isParent { throw APIError.forbidden(.delete) }
        case "sys_dictionary":
            if element.isEmpty || shipped?[element] != nil
                || ColumnDefinition.system.contains(where: { $0.name == element })
            {
                throw APIError.forbidden(.delete)
            }
        default: break
        }
    }

    /// Adds the dependents of a new record, or changes or deletes those of an existing one, and reads the schema.
    func follow(_ record: [String: SQLValue], _ operation: AccessRules.Operation) throws {
        let name = record["name"] ?? .null, element = record["element"] ?? .null
        let own = "\"name\" = ?1 AND ?2 IS \"element\""
        switch (table.name, operation) {
        case ("sys_dictionary", .insert): try addLabel(of: record)
        case ("sys_dictionary", .update):
            try store.connection.run(
                "UPDATE \"sys_documentation\" SET \"label\" = ?3 WHERE " + own,
                [name, element, record["column_label"] ?? .null])
        case ("sys_dictionary", .delete):
            for other in ["sys_documentation", "sys_choice"] {
                try store.connection.run("DELETE FROM \"\(other)\" WHERE " + own, [name, element])
            }
        case ("sys_db_object", .delete):
            for other in ["sys_dictionary", "sys_documentation", "sys_choice"] {
                try store.connection.run("DELETE FROM \"\(other)\" WHERE \"name\" = ?", [name])
            }
        default: break
        }
        try store.adopt(CustomSchema(store: store).read())
        if table.name == "sys_db_object", operation == .insert, let made = store.schema[record.text("name")] {
            try DerivedRecords(store: store).write(made)
        }
    }

    private func addLabel(of record: [String: SQLValue]) throws {
        guard let labels = store.schema["sys_documentation"] else { return }
        let label = record.text("column_label")
        let values: [String: SQLValue] = [
            "sys_id": .text(try store.nextIdentifier()), "name": record["name"] ?? .null,
            "element": record["element"] ?? .null, "language": .text("en"),
            "label": .text(label.isEmpty ? ColumnDefinition(record.text("element")).label : label),
            "sys_created_on": record["sys_created_on"] ?? .null, "sys_created_by": .text(account.userName),
            "sys_updated_on": record["sys_created_on"] ?? .null, "sys_updated_by": .text(account.userName),
            "sys_mod_count": .integer(0),
        ]
        try store.insert(labels.columns.compactMap { column in values[column.name].map { (column, $0) } }, into: labels)
    }

    private func failed(_ record: [String: SQLValue]) -> APIError {
        .database(table.name, record.text(table.displayColumn?.name ?? "name"), .insert)
    }

    /// Whether a name is valid for a table or column: lower-case letters, digits and underscores, and not used by
    /// SQLite or the sandbox itself.
    private static func isName(_ text: String) -> Bool {
        text.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } == true && text.utf8.count <= 80
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
            } && !text.hasPrefix("sqlite_") && !text.hasPrefix("sandbox_")
    }
}
