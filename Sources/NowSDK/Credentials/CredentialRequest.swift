/// Who asks for a credential, and why.
public struct CredentialRequest: Sendable, Hashable {
    /// Why a credential is wanted.
    public enum Reason: Sendable, Hashable {
        /// None has been used yet.
        case first
        /// The instance did not accept the last one, which was this user's as far as known.
        case rejected(user: String?)
    }

    /// The instance that is to be signed in to.
    public let instance: Instance
    /// Why it asks.
    public let reason: Reason

    /// Says who asks and why.
    public init(instance: Instance, reason: Reason) {
        self.instance = instance
        self.reason = reason
    }
}
