import Synchronization

/// Something that turns a request into an answer.
///
/// There are two sorts. A *transport* proper performs the exchange, and exactly one stands at the bottom of a stack: the
/// network, the sandbox, a tape that plays. Everything else *wraps* a `next`: it may look, change, record or refuse, and
/// hands on. Nothing else exists.
public protocol Transport: Sendable {
    /// Performs one exchange. Cancelling the calling task ends it with `.cancelled`.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}

/// A transport that has its answer at once, without waiting for anything outside this process.
///
/// A caller may use one directly on the current thread: a server that must suspend a connection
/// for every request and resume it afterwards runs at half its rate.
public protocol ImmediateTransport: Transport {
    /// Performs one exchange on the calling thread. It may take a lock for a moment; it never waits for the network.
    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse
}

extension ImmediateTransport {
    /// Answers at once.
    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try answer(request)
    }
}

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
