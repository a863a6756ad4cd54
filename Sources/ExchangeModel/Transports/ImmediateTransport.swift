/// A transport that has its answer at once, without waiting for anything outside this process.
///
/// Whoever stands in front of one may call it directly on the current thread: a server that must suspend a connection
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
