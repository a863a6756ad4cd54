import ExchangeModel

/// Gives each request the limits that hold for the command, and notes what it asks for.
struct LimitingTransport: Transport {
    let next: any Transport
    let asked: AskedRecords
    let limits: @Sendable () -> RequestLimits

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var request = request
        asked.note(request)
        request.limits = limits()
        return try await next.send(request)
    }
}
