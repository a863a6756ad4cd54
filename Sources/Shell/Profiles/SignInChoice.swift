package import NowSDK

/// How somebody chose to sign in to an instance. It holds no secret, only where secrets come from.
package struct SignInChoice: Sendable, Hashable {
    /// The kind of sign-in.
    package var kind = SignInKind.basic
    /// Who signs in; nil where the instance tells, and for a guest.
    package var user: String?
    /// The application that asks for tokens, as the instance knows it.
    package var clientID: String?
    /// The scope that is asked for.
    package var scope: String?
    /// Where the password, the key, the token or the application's secret comes from; nil is a variable that was named
    /// at the start, then the keyring, then a question.
    package var from: SecretPlace?
    /// Where the application's secret comes from when `from` gives the user's; nil is the same, and none is no error.
    package var clientFrom: SecretPlace?
    /// The file of the client certificate, PEM.
    package var certificate: String?
    /// The file of the private key, PEM: of the certificate, or of signed statements.
    package var key: String?
    /// Whether the secret, or what a token is renewed with, goes into the keyring once it was accepted.
    package var remembers = false

    /// Basic, as that user.
    package init(user: String? = nil) { self.user = user }
}
