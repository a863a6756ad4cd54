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
