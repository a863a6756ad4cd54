/// Keeps secrets between runs: the desktop's keyring, as the seed's application used the keychain.
public protocol SecretStore: Sendable {
    /// The secret that is kept for an entry; nil when none is.
    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret?
    /// Keeps a secret, in the place of the one that was there.
    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError)
    /// Forgets the secret of an entry; no error when there is none.
    func forget(_ entry: SecretEntry) async throws(SecretStoreError)
}

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
        /// An existing access token.
        case token
    }

    /// The instance that the secret may be shown to.
    public let instance: Instance
    /// The user it belongs to; for an application's secret its client id; empty where no one is named.
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

/// Why a secret store could not be asked.
public struct SecretStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of trouble.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no such store on this machine, or no one serves it in this session.
        case missing
        /// It is locked, and was not unlocked.
        case locked
        /// It answered with an error.
        case failed
    }

    /// The class of trouble.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String

    /// Trouble of a class.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// One sentence.
    public var description: String { message }
}
