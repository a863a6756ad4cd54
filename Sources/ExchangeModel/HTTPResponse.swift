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

/// How an answer travelled.
public struct ResponseFacts: Sendable, Hashable {
    /// `1.0`, `1.1` or `2`.
    public var httpVersion: String
    /// The coding the body travelled in (`gzip`, `br` …), nil when it was plain.
    public var contentCoding: String?
    /// When its stages were over.
    public var timings: Timings
    /// The address that the answer came from; nil when it came through a proxy or from a tape.
    package var address: String?

    /// Facts about one answer.
    public init(httpVersion: String = "1.1", contentCoding: String? = nil, timings: Timings = .init()) {
        self.httpVersion = httpVersion
        self.contentCoding = contentCoding
        self.timings = timings
    }
}

/// When the stages of an exchange were over, in microseconds since it began. A stage that did not happen
/// (a reused connection, no TLS) repeats the one before it.
public struct Timings: Sendable, Hashable {
    /// The host name had an address.
    public var resolved: Int64
    /// The connection stood.
    public var connected: Int64
    /// TLS was agreed.
    public var secured: Int64
    /// The first byte of the answer was there.
    public var firstByte: Int64
    /// Everything was there.
    public var total: Int64

    /// Timings of one exchange.
    public init(resolved: Int64 = 0, connected: Int64 = 0, secured: Int64 = 0, firstByte: Int64 = 0, total: Int64 = 0) {
        self.resolved = resolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
    }
}
