import ExchangeModel
import Notation
import NowSDK

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
    /// The choices in order.
    package var choices: [ChoiceDescription]
    /// The display column of the referenced table; nil if unknown.
    package var referenceDisplay: String? = nil
}

/// A value of a choice column.
package struct ChoiceDescription: Sendable, Hashable {
    package var value: String
    package var label: String

    package init(value: String, label: String) {
        self.value = value
        self.label = label
    }
}

/// A table's name and label.
package struct TableName: Sendable, Hashable {
    package var name: String
    package var label: String
}
