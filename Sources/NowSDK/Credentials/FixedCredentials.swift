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
