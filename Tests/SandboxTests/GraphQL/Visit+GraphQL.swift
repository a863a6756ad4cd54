import ExchangeModel
import Notation

extension Visit {
    /// The text of an answer to a document; the status before it when that is not 200.
    func graphQL(_ query: String, variables: JSON? = nil, operation: String? = nil) throws -> String {
        var members: [JSON.Member] = [.init("query", .string(query))]
        if let variables { members.append(.init("variables", variables)) }
        if let operation { members.append(.init("operationName", .string(operation))) }
        return try graphQL(body: JSON.object(members).compact)
    }

    /// The text of an answer to a body.
    func graphQL(body: String) throws -> String {
        let response = try ask(.post, "/api/now/graphql", body: body)
        return response.status == 200 ? response.text : "status \(response.status): " + response.text
    }

    /// The one table field of an answer to `{ GlideRecord_Query { field } }`.
    func graphQL(table field: String) throws -> JSON {
        let root = try JSON(JSONDocument(graphQL("{ GlideRecord_Query { \(field) } }")).root)
        guard case .object(let tables)? = root["data"]?["GlideRecord_Query"], let first = tables.first else {
            return root
        }
        return first.value
    }

    /// `{"data":null,"errors":[…]}` with one error.
    static func refused(_ message: String, _ kind: String = "ValidationError") -> String {
        JSON.object([
            .init("data", .null), .init("errors", [["message": .string(message), "errorType": .string(kind)]]),
        ]).compact
    }

    /// `{"data":{"GlideRecord_Query":{tables}}}`.
    static func records(_ tables: String) -> String { #"{"data":{"GlideRecord_Query":{"# + tables + "}}}" }
}
