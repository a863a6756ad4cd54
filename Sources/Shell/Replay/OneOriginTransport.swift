import ExchangeModel

/// Lets requests to one instance through, and to nowhere else: whose tape it is decides what is asked, not whom.
struct OneOriginTransport: Transport {
    let next: any Transport
    let origin: String

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.url.origin == origin else {
            let problem = Problem(
                .guardRefused, "\(request.url.origin) is not the instance of this run; \(request.method) was not sent.")
            throw TransportFailure(.invalidRequest, problem.message, cause: problem)
        }
        return try await next.send(request)
    }
}
