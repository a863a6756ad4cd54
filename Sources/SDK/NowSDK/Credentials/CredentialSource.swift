/// Supplies credentials: a prompt, an environment variable, an application or a tape.
public protocol CredentialSource: Sendable {
    /// Returns the credential to sign in with. `.anonymous` means none; after a rejection it means to give up.
    ///
    /// Calls are serialized. The source must not send requests through the transport that calls it, which would
    /// deadlock.
    func credential(for request: CredentialRequest) async throws -> Credential
    /// Returns the multi-factor code (MFA) that the instance requires in addition to the credential, or nil. The rules
    /// of `credential(for:)` apply.
    func passcode(for request: CredentialRequest) async throws -> Secret?
    /// Returns a credential after an unauthenticated request was rejected, so that it can be sent again; nil leaves it
    /// rejected. The rules of `credential(for:)` apply.
    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential?
    /// Called when the instance accepts a credential for the first time, and again for each new refresh token. This is
    /// the time to save them.
    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async
}

extension CredentialSource {
    /// Returns nil.
    public func passcode(for request: CredentialRequest) async throws -> Secret? { nil }
    /// Returns nil.
    public func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? { nil }
    /// Does nothing.
    public func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {}
}

/// Which credential is requested, and why.
public struct CredentialRequest: Sendable, Hashable {
    /// Why a credential is requested.
    public enum Reason: Sendable, Hashable {
        /// No credential has been used yet.
        case first
        /// The instance rejected the last credential, which belonged to this user if known.
        case rejected(user: String?)
        /// A token has expired and cannot be renewed. It belonged to this user if known.
        case expired(user: String?)
    }

    /// The instance to sign in to.
    public let instance: Instance
    /// Why a credential is requested.
    public let reason: Reason
    /// Whether the user may be prompted. False during completion: a password prompt would mix with the line being
    /// typed.
    public let mayAsk: Bool

    /// Creates a request.
    public init(instance: Instance, reason: Reason, mayAsk: Bool = true) {
        self.instance = instance
        self.reason = reason
        self.mayAsk = mayAsk
    }
}

/// A single known credential. It is not offered again after a rejection, because repeated wrong passwords lock
/// accounts.
public struct FixedCredentials: CredentialSource {
    private let credential: Credential

    /// Creates a source that returns this credential on the first request and after signing out.
    public init(_ credential: Credential) { self.credential = credential }

    /// The credential; `.anonymous` after a rejection.
    public func credential(for request: CredentialRequest) async throws -> Credential {
        request.reason == .first ? credential : .anonymous
    }
}
