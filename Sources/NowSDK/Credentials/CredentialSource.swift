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
