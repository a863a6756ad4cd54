import Notation

/// One GraphQL request of a body: the document in one spelling, the operation's name and the variables.
struct GraphQLOperation: Sendable, Hashable {
    /// The document without white space, commas and comments that mean nothing.
    var document: String
    /// Which operation of the document is meant; nil when there is one.
    var name: String?
    /// The variables; null when there are none.
    var variables: JSON

    /// The operations of a body: one object, or the array that instance pages post. Nil when it is neither.
    static func all(in body: JSON) -> [GraphQLOperation]? {
        if case .array(let elements) = body {
            let operations = elements.compactMap(GraphQLOperation.init)
            return operations.count == elements.count && !operations.isEmpty ? operations : nil
        }
        return GraphQLOperation(body).map { [$0] }
    }

    private init?(_ body: JSON) {
        guard case .string(let query) = body["query"] else { return nil }
        document = GraphQLText.compact(query)
        name = body["operationName"]?.scalarText.flatMap { $0.isEmpty ? nil : $0 }
        variables = body["variables"] ?? .null
        if variables == .object([]) { variables = .null }
    }

    var json: JSON {
        ["document": .string(document), "operationName": name.map(JSON.string) ?? .null, "variables": variables]
    }
}
