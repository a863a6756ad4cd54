/// Something that turns a request into an answer.
///
/// There are two sorts. A *transport* proper performs the exchange, and exactly one stands at the bottom of a stack: the
/// network, the sandbox, a tape that plays. Everything else *wraps* a `next`: it may look, change, record or refuse, and
/// hands on. Nothing else exists.
public protocol Transport: Sendable {
    /// Performs one exchange. Cancelling the calling task ends it with `.cancelled`.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}
