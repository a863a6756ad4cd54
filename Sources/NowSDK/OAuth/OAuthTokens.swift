public import ExchangeModel

/// What an instance gave for a grant.
public struct OAuthTokens: Sendable, Hashable {
    /// Sent with requests as a bearer token (RFC 6750).
    public var access: Secret
    /// Gets the next access token; nil when the instance gave none.
    public var refresh: Secret?
    /// When they came.
    public var obtained: Timestamp
    /// When the access token ends, by this machine's clock; nil when the instance does not say.
    public var ends: Timestamp?
    /// What the token may be used for, as the instance says.
    public var scope: String?

    /// Tokens as an instance gave them.
    public init(access: Secret, refresh: Secret?, obtained: Timestamp, ends: Timestamp?, scope: String? = nil) {
        self.access = access
        self.refresh = refresh
        self.obtained = obtained
        self.ends = ends
        self.scope = scope
    }

    /// Whether the access token still holds.
    public func serves(at now: Timestamp) -> Bool { ends.map { now < $0 } ?? true }
}
