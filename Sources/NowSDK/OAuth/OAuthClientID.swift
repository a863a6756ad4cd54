/// An application as an instance knows it.
public struct OAuthClientID: Sendable, Hashable {
    /// The client id. It is no secret.
    public let id: String
    /// The client secret; nil for a public client, which proves itself by PKCE alone.
    public let secret: Secret?

    /// An application of that id.
    public init(_ id: String, secret: Secret? = nil) {
        self.id = id
        self.secret = secret
    }
}
