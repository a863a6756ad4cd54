package import ExchangeModel
import Notation
package import NowSDK

/// Runs GraphQL operations on one instance. Each call is one exchange.
package struct GraphQLClient: Sendable {
    /// The instance that is asked.
    package let instance: Instance
    private let transport: any Transport
    private let purpose: RequestPurpose

    /// Where the documents go.
    package static let path = "/api/now/graphql"

    /// `purpose` marks every request.
    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose = .command) {
        self.instance = instance
        self.transport = transport
        self.purpose = purpose
    }

    /// Sends operations in one request, several as a list, and gives an answer for each, in their order; only one when
    /// the instance refuses them as a whole.
    package func run(_ operations: [GraphQLRequest]) async throws(RequestFailure) -> [GraphQLAnswer] {
        guard !operations.isEmpty else { throw .unaskable("A document needs an operation.") }
        let response: HTTPResponse
        do {
            response = try await transport.send(
                GraphQLClient.request(operations, to: instance, purpose: purpose))
        } catch {
            throw .transport(error)
        }
        return try GraphQLAnswer.all(in: response, count: operations.count)
    }

    /// Sends one operation.
    package func run(_ operation: GraphQLRequest) async throws(RequestFailure) -> GraphQLAnswer {
        let answers = try await run([operation])
        guard let answer = answers.first else { throw .unaskable("A document needs an operation.") }
        return answer
    }

    /// The request that carries operations.
    static func request(
        _ operations: [GraphQLRequest], to instance: Instance, purpose: RequestPurpose = .command
    ) -> HTTPRequest {
        let body = operations.count == 1 ? operations[0].json : .array(operations.map(\.json))
        return HTTPRequest(
            .post, instance.url(path), headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: body.compactBytes, purpose: purpose)
    }
}
