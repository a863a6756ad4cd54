public import ExchangeModel

/// A token that requests to an instance may be sent with (`Authorization: Bearer …`, RFC 6750). It prints without its
/// text.
public struct AccessToken: Sendable, Hashable {
    private let secret: Secret
    /// When it ends, by this machine's clock; nil when nobody said.
    public let expires: Timestamp?

    /// The token itself.
    public var token: String { secret.text }

    init(_ tokens: OAuthTokens) {
        secret = tokens.access
        expires = tokens.ends
    }
}
