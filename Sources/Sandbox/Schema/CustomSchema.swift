import Database

/// The schema in its records (`sys_db_object`, `sys_dictionary`, `sys_documentation`, `sys_choice`): the shipped one
/// with the tables, columns, labels and choices that administrators added or changed.
struct CustomSchema {
    static let tables: Set<String> = ["sys_db_object", "sys_dictionary", "sys_documentation", "sys_choice"]

    let store: RecordStore

    /// What was added to a table, or changed.
    private struct Change {
        var label: String?
        var plural: String?
        var display: String?
        var columns: [ColumnDefinition] = []
        var labels: [String: String] = [:]
        var unique: [[String]] = []
        var choices: [String: [Choice]] = [:]

        func applied(to base: TableDefinition) -> TableDefinition {
            var table = base
            table.label = label ?? base.label
            table.plural = plural ?? base.plural
            table.display = display ?? base.display
            table.unique += unique
            table.choices.merge(choices) { $1 }
            for column in columns {
                if let known = table.columns.firstIndex(where: { $0.name == column.name }) {
                    table.columns[known] = column
                } else {
                    table.columns.append(column)
                }
            }
            for index in table.columns.indices {
                if let label = labels[table.columns[index].name] { table.columns[index].label = label }
            }
            return table
        }
    }

    /// Reads the records again. Unchanged entries remain the same objects.
    func read() throws -> Schema {
        let shipped = store.shipped
        let made = try addedTables(beside: shipped)
        var changes: [String: Change] = [:]
        try readColumns(shipped, &changes)
        try readLabels(&changes)
        try readChoices(shipped, &changes)
        let entries = shipped.entries.map { entry in
            guard let change = changes[entry.name] else { return entry }
            return TableEntry(entry.name, extends: entry.parent, sequence: entry.sequence) {
                change.applied(to: entry.definition)
            }
        }
        return Schema(
            entries
                + made.map { table in
                    let change = changes[table.name]
                    return TableEntry(table.name, extends: table.parent) {
                        change?.applied(to: table) ?? table
                    }
                })
    }

    /// The added tables, parents before children. A table with an unknown parent extends none.
    private func addedTables(beside shipped: Schema) throws -> [TableDefinition] {
        var waiting = try store.connection.rows(
            """
            SELECT t."name", t."label", p."name", t."is_extendable" FROM "sys_db_object" AS t
            LEFT JOIN "sys_db_object" AS p ON p."sys_id" = t."super_class" WHERE t."name" IS NOT NULL ORDER BY t."_row"
            """
        ) {
            (
                name: $0.text(0), label: $0.text(1), parent: $0.isNull(2) ? nil : $0.text(2),
                isExtendable: $0.integer(3) == 1
            )
        }.filter { shipped[$0.name] == nil }
        let names = Set(waiting.map(\.name)), parents = Set(waiting.compactMap(\.parent))
        var made: [TableDefinition] = []
        while !waiting.isEmpty {
            let ready = waiting.filter { table in
                table.parent.map { parent in
                    !names.contains(parent) || made.contains { $0.name == parent }
                } ?? true
            }
            guard !ready.isEmpty else { break }
            for row in ready {
                var table = TableDefinition(row.name, extends: row.parent)
                (table.label, table.plural) = (row.label, row.label + "s")
                if row.parent == nil, row.isExtendable || parents.contains(row.name) {
                    table.columns.append(.init("sys_class_name", .className, label: "Class", readOnly: true))
                }
                made.append(table)
            }
            let done = Set(ready.map(\.name))
            waiting.removeAll { done.contains($0.name) }
        }
        return made
    }

    private func readColumns(_ shipped: Schema, _ changes: inout [String: Change]) throws {
        let rows = try store.connection.rows(
            """
            SELECT "name", "element", "column_label", "internal_type", "reference", "max_length", "default_value",
                "read_only", "mandatory", "unique", "display" FROM "sys_dictionary"
            WHERE "element" IS NOT NULL AND "name" IS NOT NULL AND "active" IS NOT 0
                AND ("_row" >= ? OR "sys_mod_count" > 0) ORDER BY "_row"
            """, [.integer(Int64(RecordStore.firstCreatedRow))]
        ) { row in
            (
                table: row.text(0), name: row.text(1), label: row.text(2), type: row.text(3), reference: row.text(4),
                length: Int(row.integer(5)), value: row.text(6), isReadOnly: row.integer(7) == 1,
                isMandatory: row.integer(8) == 1, isUnique: row.integer(9) == 1, isDisplay: row.integer(10) == 1
            )
        }
        for row in rows {
            let known = shipped[row.table]?.definition.columns.first { $0.name == row.name }
            let system = ColumnDefinition.system.contains { $0.name == row.name }
            guard known != nil || !system else { continue }
            var column = ColumnDefinition(
                row.name, known?.type ?? CustomSchema.type(row.type), label: row.label.isEmpty ? nil : row.label,
                to: known?.reference ?? (row.reference.isEmpty ? nil : row.reference), key: known?.referenceKey,
                length: row.length > 0 ? row.length : nil, readOnly: row.isReadOnly,
                default: row.value.isEmpty ? nil : row.value)
            column.attributes = known?.attributes ?? ["made": "true"]
            column.attributes["mandatory"] = row.isMandatory ? "true" : nil
            changes[row.table, default: Change()].columns.append(column)
            if row.isDisplay { changes[row.table, default: Change()].display = row.name }
            if row.isUnique { changes[row.table, default: Change()].unique.append([row.name]) }
        }
    }

    private static func type(_ name: String) -> InternalType {
        let others: [String: InternalType] = [
            "float": .decimal, "price": .currency, "longint": .integer, "due_date": .dateTime,
            "translated_html": .html, "journal": .journalInput,
        ]
        return InternalType(rawValue: name) ?? others[name] ?? .string
    }

    private func readLabels(_ changes: inout [String: Change]) throws {
        let rows = try store.connection.rows(
            """
            SELECT "name", "element", "label", "plural" FROM "sys_documentation"
            WHERE "name" IS NOT NULL AND "label" IS NOT NULL AND ("language" = 'en' OR "language" IS NULL)
                AND ("_row" >= ? OR "sys_mod_count" > 0) ORDER BY "_row"
            """, [.integer(Int64(RecordStore.firstCreatedRow))]
        ) { (table: $0.text(0), column: $0.text(1), label: $0.text(2), plural: $0.text(3)) }
        for row in rows {
            if row.column.isEmpty {
                changes[row.table, default: Change()].label = row.label
                if !row.plural.isEmpty { changes[row.table, default: Change()].plural = row.plural }
            } else {
                changes[row.table, default: Change()].labels[row.column] = row.label
            }
        }
    }

    private func readChoices(_ shipped: Schema, _ changes: inout [String: Change]) throws {
        let rows = try store.connection.rows(
            """
            SELECT "name", "element", "value", "label" FROM "sys_choice" WHERE "inactive" IS NOT 1 AND "name" IS NOT NULL
                AND "element" IS NOT NULL AND ("language" = 'en' OR "language" IS NULL) ORDER BY "sequence", "_row"
            """
        ) { (table: $0.text(0), column: $0.text(1), choice: Choice($0.text(2), $0.text(3))) }
        var found: [String: [String: [Choice]]] = [:]
        for row in rows { found[row.table, default: [:]][row.column, default: []].append(row.choice) }
        for entry in shipped.entries {
            for (column, choices) in entry.definition.choices where !choices.isEmpty {
                found[entry.name, default: [:]][column, default: []] += []
            }
        }
        for (table, columns) in found {
            let before = shipped[table]?.definition.choices ?? [:]
            for (column, choices) in columns where before[column] ?? [] != choices {
                changes[table, default: Change()].choices[column] = choices
            }
        }
    }
}
