public import ExchangeModel

/// How the SDK reaches instances: the wire or a tape, the time, and the book in which secrets are noted.
public struct NowNetwork: Sendable {
    /// Performs exchanges. It follows no redirect and keeps no cookie.
    public let transport: any Transport
    /// Decides when cookies end.
    public let clock: any Clock
    /// Learns every secret before it is sent. Give a recorder's own, so that no secret reaches its cassette.
    public let secrets: SecretBook

    /// Names what the SDK is to use.
    public init(transport: any Transport, clock: any Clock, secrets: SecretBook = SecretBook()) {
        self.transport = transport
        self.clock = clock
        self.secrets = secrets
    }
}
