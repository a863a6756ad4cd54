package import ExchangeModel

/// Asks any REST API of an instance. Each call is one exchange.
package struct APIClient: Sendable {
    private let transport: any Transport

    /// A client over the transport to an instance.
    package init(transport: any Transport) { self.transport = transport }

    /// Sends a request; what comes back is an answer of any status.
    package func send(_ request: HTTPRequest) async throws(RequestFailure) -> APIAnswer {
        do {
            return APIAnswer(try await transport.send(request))
        } catch {
            throw .transport(error)
        }
    }
}
