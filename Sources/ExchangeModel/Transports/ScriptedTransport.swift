import Synchronization

/// A transport that answers from a list, in order, and keeps what it was asked. For unit tests and examples.
public final class ScriptedTransport: Transport {
    /// An answer or a failure.
    public typealias Outcome = Result<HTTPResponse, TransportFailure>
    private let state: Mutex<(remaining: [Outcome], requests: [HTTPRequest])>

    /// Answers the first request with the first outcome, and so on; past the end every request fails with `.connect`.
    public init(_ outcomes: [Outcome]) {
        state = Mutex((outcomes.reversed(), []))
    }

    /// What was asked so far, in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Gives the next outcome.
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
