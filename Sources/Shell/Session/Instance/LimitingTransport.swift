import ExchangeModel

/// Gives each request the limits that hold for the command.
struct LimitingTransport: Transport {
    let next: any Transport
    let limits: @Sendable () -> RequestLimits

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var request = request
        request.limits = limits()
        return try await next.send(request)
    }
}
