package import NowSDK

/// A kind of sign-in: its flags, names in help and messages, and how to get its credential.
package struct SignInMethod: Sendable {
    package let kind: SignInKind
    let summary: String
    var note = ""
    /// The flags that apply to the kind, besides `--sign-in` itself.
    let flags: [String]
    var needed: [String] = []
    /// What `--from` gives. When the kind changes to one with another secret, the place is dropped.
    var secret = ""
    /// Whether a user must be named, because the instance cannot tell in advance.
    package var wantsUser = false
    /// Whether a refresh token can sign in again.
    package var usesRefreshToken = false
    /// Whether a grant can be used only once, so a rejected one is not sent again.
    package var isSingleUse = false
    /// Whether a new grant needs no interaction with the user.
    package var renewsItself = false
    /// The part of `whoami` about what each request carries, for kinds without a session.
    var proof = ""
    let whyNoPage: String
    var withoutPage: @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword }
    /// The problem for a 401; the second argument is the instance's own message.
    let rejected: @Sendable (SignInProblems, String) -> Problem
    package var kept: @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] }
    /// The credential; nil sends the request as a guest.
    package let credential: @Sendable (any CredentialSteps, CredentialRequest) async throws -> Credential?

    static func purpose(of flag: String) -> String {
        switch flag {
        case "client-id": "--client-id ID names the application, as the instance's application registry does."
        default: "--certificate FILE is the client certificate, PEM; --key FILE its key unless the same file holds it."
        }
    }
}

/// What the executable provides to get a credential.
package protocol CredentialSteps: Sendable {
    var choice: SignInChoice { get }
    /// The secret of a user or application, from the chosen place, the keyring or a prompt. Nil if the user was
    /// prompted again and gave none.
    func secret(_ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest) async throws -> Secret?
    func typedSignIn(_ request: CredentialRequest) async throws -> Credential?
    /// Checks the files of the client certificate, and that the instance uses https.
    func checkCertificate(for request: CredentialRequest) throws
    /// The credential for requesting a token; nil to continue without one.
    func oauth(
        for request: CredentialRequest,
        _ grant: @Sendable (_ clientID: String, CredentialRequest) async throws -> OAuthCredential?
    ) async throws -> Credential?
    func clientSecret(_ clientID: String, for request: CredentialRequest) async throws -> Secret?
    /// The application, with its secret if it has one. With `asks`, the user is prompted if no place has it.
    func client(_ clientID: String, for request: CredentialRequest, asks: Bool) async throws -> OAuthClientID
    func authorized(_ clientID: String, for request: CredentialRequest) async throws -> OAuthCredential?
    func signedAssertion(_ clientID: String, for request: CredentialRequest) async throws -> OAuthCredential?
}

extension SignInKind {
    package var method: SignInMethod { .of(self) }
    package var wantsUser: Bool { method.wantsUser }
}
