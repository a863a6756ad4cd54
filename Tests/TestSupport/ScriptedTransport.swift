public import ExchangeModel
import Synchronization

/// A transport that returns outcomes from a list and keeps the requests, for unit tests.
public final class ScriptedTransport: Transport {
    /// A response or a failure.
    public typealias Outcome = Result<HTTPResponse, TransportFailure>
    private let state: Mutex<(remaining: [Outcome], requests: [HTTPRequest])>

    /// Responds to the first request with the first outcome, and so on. After the last, every request fails with
    /// `.connect`.
    public init(_ outcomes: [Outcome]) { state = Mutex((outcomes.reversed(), [])) }

    /// The requests so far, in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Returns the next outcome.
    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let outcome = state.withLock { state in
            state.requests.append(request)
            return state.remaining.popLast()
        }
        guard let outcome else {
            throw TransportFailure(.connect, "The script has no answer for \(request.method) \(request.url).")
        }
        return try outcome.get()
    }
}
