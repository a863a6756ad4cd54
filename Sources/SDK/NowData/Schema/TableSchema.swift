import ExchangeModel
import Notation

extension TableClient {
    /// The columns of a table by name, including inherited ones. They come from `ui/meta`, which UI users may read, and
    /// failing that from the dictionary, which administrators may read (three more exchanges).
    package func describe(_ table: String) async throws(RequestFailure) -> [ColumnDescription] {
        let first: RequestFailure
        do {
            let columns = try await interfaceColumns(table)
            if !columns.isEmpty { return columns }
            first = .errorResponse(ErrorResponse(.notFound, status: 200, message: "The instance describes no columns"))
        } catch {
            // If the table is unknown here, the dictionary does not have it either.
            if case .errorResponse(let errorResponse) = error, errorResponse.isUnknownTable { throw error }
            guard error.mayTryAnotherSource else { throw error }
            first = error
        }
        do {
            let columns = try await dictionaryColumns(table)
            if !columns.isEmpty { return columns }
        } catch {
            // The dictionary is closed to most users; the first error is then more useful.
            guard error.mayTryAnotherSource else { throw error }
        }
        throw first
    }

    /// All tables by name, from `sys_db_object`, or from the API explorer's list if that is not readable.
    package func tableNames() async throws(RequestFailure) -> [TableName] {
        let first: RequestFailure?
        var tables: [TableName] = []
        do {
            let read = TableRead("sys_db_object", query: "ORDERBYname", fields: ["name", "label"], display: .value)
            var batches = RecordPager(self, read, batchSize: 5000).makeAsyncIterator()
            while let batch = try await batches.next(isolation: nil) {
                for row in batch.rows {
                    if let name = row["name"]?.value, !name.isEmpty {
                        tables.append(TableName(name: name, label: row["label"]?.value ?? name))
                    }
                }
            }
            first = nil
        } catch {
            guard error.mayTryAnotherSource else { throw error }
            first = error
        }
        if tables.isEmpty {
            do {
                let list = try await json(at: "/api/now/doc/table/schema")
                tables = (list["result"] ?? list).elements.compactMap { entry in
                    guard let name = entry["value"]?.scalarText, !name.isEmpty else { return nil }
                    return TableName(name: name, label: entry["label"]?.scalarText ?? name)
                }
            } catch {
                throw first ?? error
            }
        }
        return tables.sorted { $0.name < $1.name }
    }

    /// The columns of a table that UI users may read, by name; one exchange.
    ///
    /// `ui/meta/{table}`: `result.columns{name:{label,type,mandatory,read_only,reference,choices}}`.
    package func interfaceColumns(_ table: String) async throws(RequestFailure) -> [ColumnDescription] {
        let root = try await json(at: "/api/now/ui/meta/" + PercentCoding.encode(table))
        guard let columns = (root["result"] ?? root)["columns"] else { return [] }
        return columns.members.map { name, node in
            ColumnDescription(
                name: name, label: node["label"]?.scalarText ?? name, type: node["type"]?.scalarText ?? "string",
                isMandatory: isTrue(node["mandatory"]), isReadOnly: isTrue(node["read_only"]),
                reference: text(node["reference"]), maxLength: text(node["max_length"]).flatMap { Int($0) },
                defaultValue: text(node["default_value"]),
                choices: (node["choices"]?.elements).map { choices in
                    choices.compactMap { choice in
                        choice["value"]?.scalarText.map {
                            ChoiceDescription(value: $0, label: choice["label"]?.scalarText ?? $0)
                        }
                    }
                } ?? [], referenceDisplay: text(node["reference_display_field"]))
        }
        .sorted { $0.name < $1.name }
    }

    private func isTrue(_ node: JSONNode?) -> Bool { node?.scalarText == "true" }

    private func text(_ node: JSONNode?) -> String? {
        guard let text = node?.scalarText, !text.isEmpty else { return nil }
        return text
    }
}

extension RequestFailure {
    /// Whether another source may succeed: the instance rejected this request, as opposed to no response, no sign-in or
    /// a rate limit.
    package var mayTryAnotherSource: Bool {
        guard case .errorResponse(let errorResponse) = self else { return false }
        switch errorResponse.kind {
        case .forbidden, .notFound, .invalid, .notJSON: return true
        case .notSignedIn, .tooManyRequests, .server, .truncated: return false
        }
    }
}

package struct ColumnDescription: Sendable, Hashable {
    package var name: String
    package var label: String
    /// The internal type, such as `string`, `reference` or `glide_date_time`.
    package var type: String
    package var isMandatory: Bool
    package var isReadOnly: Bool
    package var reference: String?
    package var maxLength: Int?
    package var defaultValue: String?
    package var choices: [ChoiceDescription]
    package var referenceDisplay: String? = nil
}

package struct ChoiceDescription: Sendable, Hashable {
    package var value: String
    package var label: String
}

package struct TableName: Sendable, Hashable {
    package var name: String
    package var label: String
}

extension TableClient {
    private static let generations = 12

    /// Columns from `sys_dictionary`. It lists each table's own columns only, so those of the parent tables are added;
    /// a table's own entry overrides inherited ones.
    func dictionaryColumns(_ table: String) async throws(RequestFailure) -> [ColumnDescription] {
        guard EncodedQuery.isValidValue(table), !table.utf8.contains(UInt8(ascii: ",")) else { return [] }
        let tables = try await ancestries(of: [table])[table] ?? [table]
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

    /// Each table with its parents, the nearest first; without those that the instance does not return.
    package func ancestries(of tables: [String]) async throws(RequestFailure) -> [String: [String]] {
        guard !tables.isEmpty else { return [:] }
        let steps = (0..<TableClient.generations).map { String(repeating: "super_class.", count: $0) + "name" }
        let query = tables.count == 1 ? "name=\(tables[0])" : "nameIN" + tables.joined(separator: ",")
        let answer = try await list(
            TableRead("sys_db_object", query: query, fields: steps, limit: tables.count, display: .value))
        var found: [String: [String]] = [:]
        for row in answer.rows where tables.contains(row.text("name")) {
            var line: [String] = []
            for name in steps.lazy.map(row.text) {
                guard !name.isEmpty, !line.contains(name) else { break }
                line.append(name)
            }
            found[row.text("name")] = line
        }
        return found
    }

    func column(_ row: TableRow) -> ColumnDescription? {
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
    func text(_ column: String) -> String { self[column]?.value ?? "" }
}

package enum ValueInterpretation: Sendable, Hashable {
    case value
    /// The label of a choice; several choices may share one.
    case label(of: [ChoiceDescription])
    case noChoice
    /// Neither a sys_id nor empty: possibly the name of a record of that table.
    case name(in: String)
    case noNumber
    case noDate
    case notBoolean
}

extension ColumnDescription {
    /// Interprets a text as a value of this column. Expressions (`javascript:`) and unknown types count as values.
    package func read(_ text: String) -> ValueInterpretation {
        if text.isEmpty || text.hasPrefix("javascript:") { return .value }
        if type == "reference" {
            guard let table = reference, !SysIDForm.isWritten(text) else { return .value }
            return .name(in: table)
        }
        if type == "boolean" { return Self.truth(of: text) == nil ? .notBoolean : .value }
        // A list may consist of `-- None --` only.
        if choices.contains(where: { !$0.value.isEmpty }) {
            if choices.contains(where: { $0.value == text }) { return .value }
            let labelled = choices.filter { $0.hasName(text) }
            return labelled.isEmpty ? .noChoice : .label(of: labelled)
        }
        if isNumeric { return Double(text)?.isFinite ?? false ? .value : .noNumber }
        if isDated { return Self.isDate(text) ? .value : .noDate }
        return .value
    }

    package var isNumeric: Bool { ["integer", "longint", "decimal", "float", "percent_complete"].contains(type) }
    package var isDated: Bool { ["glide_date", "glide_date_time", "due_date", "date", "datetime"].contains(type) }

    package static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes": true
        case "false", "0", "no": false
        default: nil
        }
    }

    /// Whether a text is a date or time as stored, or an ISO 8601 time such as `2025-03-03T08:00:00Z`.
    private static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 13, bytes[10] == UInt8(ascii: "T") else { return Timestamp(glideText: text) != nil }
        return bytes[11...12].allSatisfy(ASCII.isDigit)
            && Timestamp(glideText: String(decoding: bytes[..<10], as: UTF8.self)) != nil
    }
}

extension ChoiceDescription {
    package var name: String {
        let prefix = value + " - "
        return label.hasPrefix(prefix) && label.utf8.count > prefix.utf8.count
            ? String(label.dropFirst(prefix.count)) : label
    }

    /// Case-insensitive.
    func hasName(_ text: String) -> Bool {
        let text = text.lowercased()
        return label.lowercased() == text || name.lowercased() == text
    }
}
