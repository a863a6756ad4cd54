/// Where credentials come from: a prompt, a variable, an application, a tape.
public protocol CredentialSource: Sendable {
    /// Gives the credential to sign in with. `.anonymous` means to go without, and after a rejection to give up.
    ///
    /// It is asked by one request at a time. It must not send through the transport that asks: that one waits for the
    /// answer.
    func credential(for request: CredentialRequest) async throws -> Credential
}
