import ExchangeModel
import Notation
import NowSDK

extension TableClient {
    /// How many levels of the table hierarchy are followed; the deepest that ship have eight.
    private static let generations = 12

    /// Columns from `sys_dictionary`. It lists each table's own columns only, so those of the parent tables are added;
    /// a table's own entry overrides inherited ones.
    func dictionaryColumns(_ table: String) async throws(RequestFailure) -> [ColumnDescription] {
        guard EncodedQuery.isValidValue(table), !table.utf8.contains(UInt8(ascii: ",")) else { return [] }
        let tables = try await ancestry(of: table)
        let rank = Dictionary(tables.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
        var found: [String: (rank: Int, column: ColumnDescription)] = [:]
        let read = TableRead(
            "sys_dictionary", query: "nameIN" + tables.joined(separator: ",") + "^elementISNOTEMPTY",
            fields: [
                "name", "element", "column_label", "internal_type", "reference", "mandatory", "read_only", "max_length",
                "default_value",
            ], display: .value)
        var batches = RecordPager(self, read).makeAsyncIterator()
        while let batch = try await batches.next(isolation: nil) {
            for row in batch.rows {
                // An instance that ignores the condition returns columns of other tables.
                guard let rank = rank[row.text("name")], let column = column(row),
                    rank < found[column.name]?.rank ?? .max
                else { continue }
                found[column.name] = (rank, column)
            }
        }
        guard !found.isEmpty else { return [] }
        let choices = try await choices(of: tables, rank: rank)
        return found.values.map { entry in
            var column = entry.column
            column.choices = choices[column.name] ?? []
            return column
        }
        .sorted { $0.name < $1.name }
    }

    /// The table and its parents, nearest first.
    private func ancestry(of table: String) async throws(RequestFailure) -> [String] {
        let steps = (0..<TableClient.generations).map { String(repeating: "super_class.", count: $0) + "name" }
        let answer = try await list(
            TableRead("sys_db_object", query: "name=\(table)", fields: steps, limit: 1, display: .value))
        guard let row = answer.rows.first, row.text("name") == table else { return [table] }
        var tables: [String] = []
        for step in steps {
            let name = row.text(step)
            guard !name.isEmpty, !tables.contains(name) else { break }
            tables.append(name)
        }
        return tables
    }

    private func column(_ row: TableRow) -> ColumnDescription? {
        let name = row.text("element")
        guard !name.isEmpty else { return nil }
        let label = row.text("column_label")
        return ColumnDescription(
            name: name, label: label.isEmpty ? name : label, type: row.text("internal_type"),
            isMandatory: row.text("mandatory") == "true", isReadOnly: row.text("read_only") == "true",
            reference: row.text("reference").isEmpty ? nil : row.text("reference"),
            maxLength: Int(row.text("max_length")),
            defaultValue: row.text("default_value").isEmpty ? nil : row.text("default_value"), choices: [])
    }

    /// The choices by column. A table's own list replaces inherited ones. Empty if not readable.
    private func choices(
        of tables: [String], rank: [String: Int]
    ) async throws(RequestFailure) -> [String: [ChoiceDescription]] {
        var found: [String: (rank: Int, choices: [ChoiceDescription])] = [:]
        let read = TableRead(
            "sys_choice",
            query: "nameIN" + tables.joined(separator: ",") + "^inactive=false^language=en^ORDERBYsequence",
            fields: ["name", "element", "value", "label"], display: .value)
        do {
            var batches = RecordPager(self, read).makeAsyncIterator()
            while let batch = try await batches.next(isolation: nil) {
                for row in batch.rows {
                    guard let rank = rank[row.text("name")] else { continue }
                    let element = row.text("element"), value = row.text("value")
                    let choice = ChoiceDescription(value: value, label: row.text("label"))
                    let known = found[element]
                    if rank < known?.rank ?? .max {
                        found[element] = (rank, [choice])
                    } else if rank == known?.rank {
                        found[element]?.choices.append(choice)
                    }
                }
            }
        } catch {
            guard error.mayTryAnotherSource else { throw error }
        }
        return found.mapValues(\.choices)
    }
}

extension TableRow {
    /// The stored value; empty if missing.
    func text(_ column: String) -> String { self[column]?.value ?? "" }
}
