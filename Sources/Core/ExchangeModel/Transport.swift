/// Sends a request and returns its response.
///
/// There are two kinds. A transport at the bottom of a stack performs the exchange: the network, the sandbox or a
/// replaying tape. All others wrap a `next` transport, to inspect, change, record or reject requests.
public protocol Transport: Sendable {
    /// Performs one exchange. Throws `.cancelled` if the task is cancelled.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}

/// A transport that responds without waiting for anything outside this process.
///
/// A caller may use it directly on the current thread: a server that suspends and resumes a connection for every
/// request has half the throughput.
public protocol ImmediateTransport: Transport {
    /// Performs one exchange on the calling thread. It may take a lock briefly but never waits for the network.
    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse
}

extension ImmediateTransport {
    /// Calls `answer(_:)`.
    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse { try answer(request) }
}
