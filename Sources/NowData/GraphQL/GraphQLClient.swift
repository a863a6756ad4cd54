package import ExchangeModel
package import Notation
package import NowSDK

/// Runs GraphQL operations on one instance. Each call is one exchange.
package struct GraphQLClient: Sendable {
    package let instance: Instance
    private let transport: any Transport
    private let purpose: RequestPurpose

    package static let path = "/api/now/graphql"

    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose = .command) {
        self.instance = instance
        self.transport = transport
        self.purpose = purpose
    }

    /// Sends operations in one request, several as a list, and gives an answer for each, in their order; only one when
    /// the instance refuses them as a whole.
    package func run(_ operations: [GraphQLRequest]) async throws(RequestFailure) -> [GraphQLAnswer] {
        guard !operations.isEmpty else { throw .unaskable("A document needs an operation.") }
        let request = GraphQLClient.request(operations, to: instance, purpose: purpose)
        let response = try await transport.answer(request)
        return try GraphQLAnswer.all(in: response, count: operations.count)
    }

    package func run(_ operation: GraphQLRequest) async throws(RequestFailure) -> GraphQLAnswer {
        let answers = try await run([operation])
        guard let answer = answers.first else { throw .unaskable("A document needs an operation.") }
        return answer
    }

    static func request(
        _ operations: [GraphQLRequest], to instance: Instance, purpose: RequestPurpose = .command
    ) -> HTTPRequest {
        let body = operations.count == 1 ? operations[0].json : .array(operations.map(\.json))
        return HTTPRequest(
            .post, instance.url(path), headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: body.compactBytes, purpose: purpose)
    }
}

/// What an instance says to one operation. Failures of GraphQL come with status 200, with or without data beside them.
package struct GraphQLAnswer: Sendable {
    package let node: JSONNode

    /// What was asked for, as far as it came; nil when nothing did.
    package var data: JSONNode? { node["data"].flatMap { $0.kind == .null ? nil : $0 } }

    /// What went wrong, in the order the instance tells it.
    package var errors: [GraphQLError] {
        guard let errors = node["errors"], errors.kind != .null else { return [] }
        // What is no list is an error all the same.
        return errors.kind == .array ? errors.elements.map(GraphQLError.init) : [GraphQLError(errors)]
    }

    package var errorCount: Int {
        guard let errors = node["errors"], errors.kind != .null else { return 0 }
        return errors.kind == .array ? errors.count : 1
    }

    /// An answer to an operation; nil when it is none.
    init?(_ node: JSONNode) {
        guard node.kind == .object, node["data"] != nil || node["errors"] != nil else { return nil }
        self.node = node
    }

    /// The answers in a response: one for one operation, else a list with one for each.
    static func all(in response: HTTPResponse, count: Int) throws(RequestFailure) -> [GraphQLAnswer] {
        let root = try AnswerReader.json(response)
        func unexpected(_ what: String) -> RequestFailure {
            .refused(InstanceRefusal(.notJSON, status: response.status, message: what))
        }
        guard count != 1 || root.kind == .array else {
            guard let answer = GraphQLAnswer(root) else {
                throw unexpected(
                    "The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.")
            }
            return [answer]
        }
        // An instance that cannot read the body as a whole gives one answer to all of it.
        if root.kind == .object, let answer = GraphQLAnswer(root), answer.data == nil { return [answer] }
        let answers = root.elements.compactMap(GraphQLAnswer.init)
        guard root.kind == .array, root.count == count, answers.count == count else {
            throw unexpected(
                root.kind == .array
                    ? "The answer is a list of \(root.count) and does not match the request."
                    : "Several operations were sent, and the answer is not a list.")
        }
        return answers
    }
}

/// One GraphQL operation as it is sent.
package struct GraphQLRequest: Sendable, Hashable {
    /// The document's text; it may hold more operations than the one that is run.
    package var query: String
    /// Values of the variables the operation declares, as JSON, in their order.
    package var variables: [JSON.Member]
    /// Which operation of the document is run; nil when it has only one.
    package var operationName: String?

    /// An operation; without variables and a name by default.
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
