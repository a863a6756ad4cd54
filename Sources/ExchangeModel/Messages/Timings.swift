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
