package import NowSDK

/// A kind of sign-in: the flags that go with it, what help and messages call it, and how its credential is obtained.
///
/// A new kind is one value and its entry in `all`.
package struct SignInMethod: Sendable {
    package let kind: SignInKind
    let summary: String
    var note = ""
    /// The flags that mean something to the kind, besides `--sign-in` itself.
    let flags: [String]
    var needed: [String] = []
    /// What `--from` gives; the same place cannot serve kinds that want something else.
    var secret = ""
    /// Whether the user must be named, because the instance cannot tell before.
    package var wantsUser = false
    /// Whether a refresh token can sign in again.
    package var usesRefreshToken = false
    /// Whether a grant is good once, so that a rejected one is not repeated.
    package var isSingleUse = false
    /// Whether a new grant can be made without asking the person.
    package var renewsItself = false
    /// What `whoami` says goes with each request where no session serves.
    var proof = ""
    let whyNoPage: String
    var withoutPage: @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword }
    /// The message for a 401; the second value is what the instance says.
    let rejected: @Sendable (SignInProblems, String) -> Problem
    package var kept: @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] }
    /// The credential; nil to send the request as a guest's.
    package let credential: @Sendable (any CredentialSteps, CredentialRequest) async throws -> Credential?

    static func purpose(of flag: String) -> String {
        switch flag {
        case "client-id": "--client-id ID names the application, as the instance's application registry does."
        default: "--certificate FILE is the client certificate, PEM; --key FILE its key unless the same file holds it."
        }
    }
}

/// What the executable can do to obtain a credential.
package protocol CredentialSteps: Sendable {
    var choice: SignInChoice { get }
    /// The secret of a user or an application: from the chosen place, the keyring or a question. Nil when the person who
    /// was asked again gave none.
    func secret(_ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest) async throws -> Secret?
    func typedSignIn(_ request: CredentialRequest) async throws -> Credential?
    /// Checks the files of the client certificate, and that the instance is asked over https.
    func checkCertificate(for request: CredentialRequest) throws
    /// What a token is requested with; nil to go without.
    func oauth(
        for request: CredentialRequest,
        _ grant: @Sendable (_ clientID: String, CredentialRequest) async throws -> OAuthCredential?
    ) async throws -> Credential?
    func clientSecret(_ clientID: String, for request: CredentialRequest) async throws -> Secret?
    /// The application, with its secret if it has one. `asks` asks the person when no place has it.
    func client(_ clientID: String, for request: CredentialRequest, asks: Bool) async throws -> OAuthClientID
    func authorized(_ clientID: String, for request: CredentialRequest) async throws -> OAuthCredential?
    func signedAssertion(_ clientID: String, for request: CredentialRequest) async throws -> OAuthCredential?
}

extension SignInKind {
    package var method: SignInMethod { .of(self) }
    package var wantsUser: Bool { method.wantsUser }
}
