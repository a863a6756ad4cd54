package import Notation

/// One GraphQL operation as it is sent.
package struct GraphQLRequest: Sendable, Hashable {
    /// The document's text; it may hold more operations than the one that is run.
    package var query: String
    /// Values of the variables the operation declares, as JSON, in their order.
    package var variables: [JSON.Member]
    /// Which operation of the document is run; nil when it has only one.
    package var operationName: String?

    /// An operation; without variables and a name unless told.
    package init(query: String, variables: [JSON.Member] = [], operationName: String? = nil) {
        self.query = query
        self.variables = variables
        self.operationName = operationName
    }

    /// The JSON object that says so: `query`, and `variables` and `operationName` where there are any.
    package var json: JSON {
        var members = [JSON.Member("query", .string(query))]
        if !variables.isEmpty { members.append(JSON.Member("variables", .object(variables))) }
        if let operationName { members.append(JSON.Member("operationName", .string(operationName))) }
        return .object(members)
    }
}
