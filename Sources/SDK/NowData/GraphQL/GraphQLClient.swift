package import ExchangeModel
package import Notation
package import NowSDK

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

    /// Sends operations in one request, several of them as a batch, and returns a response for each, in order; a single
    /// response if the instance rejects the batch.
    package func run(_ operations: [GraphQLRequest]) async throws(RequestFailure) -> [GraphQLResponse] {
        guard !operations.isEmpty else { throw .invalidRequest("A document needs an operation.") }
        let request = GraphQLClient.request(operations, to: instance, purpose: purpose)
        let response = try await transport.answer(request)
        return try GraphQLResponse.all(in: response, count: operations.count)
    }

    package func run(_ operation: GraphQLRequest) async throws(RequestFailure) -> GraphQLResponse {
        let answers = try await run([operation])
        guard let answer = answers.first else { throw .invalidRequest("A document needs an operation.") }
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

package struct GraphQLResponse: Sendable {
    package let node: JSONNode

    package var data: JSONNode? { node["data"].flatMap { $0.kind == .null ? nil : $0 } }

    package var errors: [GraphQLError] { errors(atMost: .max) }

    package func errors(atMost count: Int) -> [GraphQLError] {
        guard let errors = node["errors"], errors.kind != .null else { return [] }
        // Anything but a list is still an error.
        return errors.kind == .array ? errors.elements.prefix(count).map(GraphQLError.init) : [GraphQLError(errors)]
    }

    package var errorCount: Int {
        guard let errors = node["errors"], errors.kind != .null else { return 0 }
        return errors.kind == .array ? errors.count : 1
    }

    init?(_ node: JSONNode) {
        guard node.kind == .object, node["data"] != nil || node["errors"] != nil else { return nil }
        self.node = node
    }

    static func all(in response: HTTPResponse, count: Int) throws(RequestFailure) -> [GraphQLResponse] {
        let root = try ResponseParser.json(response)
        func unexpected(_ what: String) -> RequestFailure {
            .errorResponse(ErrorResponse(.notJSON, status: response.status, message: what))
        }
        guard count != 1 || root.kind == .array else {
            guard let answer = GraphQLResponse(root) else {
                throw unexpected(
                    "The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.")
            }
            return [answer]
        }
        // If the instance cannot parse the batch, it sends a single response.
        if root.kind == .object, let answer = GraphQLResponse(root), answer.data == nil { return [answer] }
        let answers = root.elements.compactMap(GraphQLResponse.init)
        guard root.kind == .array, root.count == count, answers.count == count else {
            throw unexpected(
                root.kind == .array
                    ? "The answer is a list of \(root.count) and does not match the request."
                    : "Several operations were sent, and the answer is not a list.")
        }
        return answers
    }
}

package struct GraphQLRequest: Sendable, Hashable {
    package var query: String
    package var variables: [JSON.Member]
    /// Which operation of the document is executed; nil if there is only one.
    package var operationName: String?

    package init(query: String, variables: [JSON.Member] = [], operationName: String? = nil) {
        self.query = query
        self.variables = variables
        self.operationName = operationName
    }

    package var json: JSON {
        .object(present: [
            "query": .string(query), "variables": variables.isEmpty ? nil : .object(variables),
            "operationName": operationName.map(JSON.string),
        ])
    }
}
