/// What one exchange may cost at most. Not part of what travels, nor of the request key.
public struct RequestLimits: Sendable, Hashable {
    /// Seconds the whole exchange may take.
    public var seconds: Int
    /// Bytes the decoded body of the answer may have.
    public var body: Int

    /// Limits of one exchange.
    public init(seconds: Int, body: Int) {
        self.seconds = seconds
        self.body = body
    }
}
