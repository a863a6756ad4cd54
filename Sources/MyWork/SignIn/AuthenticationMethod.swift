public import NowSDK

/// What an authenticator does with a user name and a password.
public enum AuthenticationMethod: Sendable, Hashable {
    /// Sends them with the first request (RFC 7617); a session serves from then on.
    case basic
    /// Gets a token for them (RFC 6749, 4.3), in the name of an application that the instance knows.
    case oauthPassword(OAuthClientID, scope: String? = nil)

    func credential(user: String, password: Secret) -> Credential {
        switch self {
        case .basic: .basic(user: user, password: password)
        case .oauthPassword(let client, let scope):
            .oauth(OAuthCredential(client, .password(password), user: user, scope: scope))
        }
    }
}
