/// One answer, with its body decoded.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The reason phrase of HTTP/1; empty for HTTP/2, which has none.
    public var reason: String
    /// Lines in the order they came. `Content-Encoding` is not among them once the body is decoded.
    public var headers: HeaderFields
    /// The decoded body.
    public var body: [UInt8]
    /// What is true of the answer beside its content.
    public var facts: ResponseFacts

    /// An answer of parts.
    public init(
        status: Int, reason: String = "", headers: HeaderFields = [:], body: [UInt8] = [],
        facts: ResponseFacts = .init()
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.facts = facts
    }
}
