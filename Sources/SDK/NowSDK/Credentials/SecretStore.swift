/// Keeps secrets between runs, for example in the desktop's keyring.
public protocol SecretStore: Sendable {
    /// Returns the secret of an entry; nil if there is none.
    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret?
    /// Stores a secret, replacing an existing one.
    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError)
    /// Deletes the secret of an entry. It is not an error if there is none.
    func forget(_ entry: SecretEntry) async throws(SecretStoreError)
}

/// Identifies a stored secret. Instances are distinguished by scheme, host and port and never share an entry.
public struct SecretEntry: Sendable, Hashable {
    /// The kind of secret. The raw values are stored in the keyring.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user's password.
        case password
        /// An OAuth refresh token.
        case refreshToken = "refresh-token"
        /// An OAuth client secret.
        case clientSecret = "client-secret"
        /// An API key.
        case apiKey = "api-key"
        /// Not a secret: the name of the user who last signed in to an application. Its owner is the application.
        case user
        /// An existing access token.
        case token
    }

    /// The only instance that may receive the secret.
    public let instance: Instance
    /// The user, or the client id for a client secret; empty if unknown.
    public let owner: String
    /// The kind of secret.
    public let kind: Kind

    /// Creates an entry for an instance and an owner.
    public init(_ kind: Kind, of owner: String, at instance: Instance) {
        self.kind = kind
        self.owner = owner
        self.instance = instance
    }
}

/// Why a secret store is unavailable.
public struct SecretStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no secret store on this machine or in this session.
        case missing
        /// It is locked.
        case locked
        /// It reported an error.
        case failed
    }

    /// The kind of error.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String

    /// Creates an error.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// One sentence.
    public var description: String { message }
}
