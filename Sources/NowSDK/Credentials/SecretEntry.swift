/// What a kept secret is for. Two instances never share an entry: scheme, host and port count.
public struct SecretEntry: Sendable, Hashable {
    /// What kind of secret it is. The raw value stands in the keyring.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user's password.
        case password
        /// Gets new access tokens.
        case refreshToken = "refresh-token"
        /// The secret of an application.
        case clientSecret = "client-secret"
        /// An API key.
        case apiKey = "api-key"
        /// No secret: the name of the user who signed in to an application last. Its owner is the application.
        case user
        /// A token that somebody else got.
        case token
    }

    /// The instance that the secret may be shown to.
    public let instance: Instance
    /// The user it belongs to; for an application's secret its client id; empty where nobody is named.
    public let owner: String
    /// What kind of secret it is.
    public let kind: Kind

    /// An entry for an instance and an owner.
    public init(_ kind: Kind, of owner: String, at instance: Instance) {
        self.kind = kind
        self.owner = owner
        self.instance = instance
    }
}
