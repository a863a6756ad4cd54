/// Where credentials come from: a prompt, a variable, an application, a tape.
public protocol CredentialSource: Sendable {
    /// Gives the credential to sign in with. `.anonymous` means to go without, and after a rejection to give up.
    ///
    /// It is asked by one request at a time. It must not send through the transport that asks: that one waits for the
    /// answer.
    func credential(for request: CredentialRequest) async throws -> Credential
    /// Gives the code of the second factor (MFA) that the instance wants beside the last credential; nil when there is
    /// none to be had. The same rules hold.
    func passcode(for request: CredentialRequest) async throws -> Secret?
    /// Gives a credential after the instance refused a request that went out without one, so that it may go out again;
    /// nil where it stays refused. The same rules hold.
    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential?
    /// Says that the instance accepted a credential for the first time, and the tokens it gave for it: the moment to
    /// remember what is to be remembered. It comes again with each new refresh token.
    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async
}

extension CredentialSource {
    /// Most have none.
    public func passcode(for request: CredentialRequest) async throws -> Secret? { nil }
    /// Most leave a guest a guest.
    public func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? { nil }
    /// Most remember nothing.
    public func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {}
}

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

/// One credential that is known beforehand. Once rejected it is not offered again: repeating a wrong password locks
/// accounts.
public struct FixedCredentials: CredentialSource {
    private let credential: Credential

    /// Gives this credential to the first who asks, and after signing out again.
    public init(_ credential: Credential) { self.credential = credential }

    /// The credential; a guest after a rejection.
    public func credential(for request: CredentialRequest) async throws -> Credential {
        request.reason == .first ? credential : .anonymous
    }
}
