/// Who asks for a credential, and why.
public struct CredentialRequest: Sendable, Hashable {
    /// Why a credential is wanted.
    public enum Reason: Sendable, Hashable {
        /// None has been used yet.
        case first
        /// The instance did not accept the last one, which was this user's as far as known.
        case rejected(user: String?)
        /// A token that was good once is over and cannot be renewed; it was this user's as far as known.
        case expired(user: String?)
    }

    /// The instance that is to be signed in to.
    public let instance: Instance
    /// Why it asks.
    public let reason: Reason
    /// Whether a person may be asked. Not for a completion menu: the keys belong to the line that is being typed, and a
    /// password would end up in it.
    public let mayAsk: Bool

    /// Says who asks and why.
    public init(instance: Instance, reason: Reason, mayAsk: Bool = true) {
        self.instance = instance
        self.reason = reason
        self.mayAsk = mayAsk
    }
}
