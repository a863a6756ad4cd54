/// On what grounds an access token is asked for. All of them are parameters of a form posted to `/oauth_token.do`.
public enum OAuthGrant: Sendable, Hashable {
    /// The user's password; the user's name stands beside it.
    case password(Secret)
    /// A refresh token of an earlier sign-in.
    case refreshToken(Secret)
    /// The application itself.
    case clientCredentials
    /// A code that the instance gave to a browser, the PKCE verifier behind it, and the address it was sent to.
    case authorizationCode(Secret, verifier: Secret, redirect: String)
    /// A signed statement of who the user is.
    case assertion(Secret)

    /// Whether it gets tokens again once those it got are of no use: a code and a statement are good once, and a refresh
    /// token that was refused is not tried a second time.
    var asksAnew: Bool {
        switch self {
        case .password, .clientCredentials: true
        case .refreshToken, .authorizationCode, .assertion: false
        }
    }

    /// The word of the form's `grant_type`.
    public var type: String {
        switch self {
        case .password: "password"
        case .refreshToken: "refresh_token"
        case .clientCredentials: "client_credentials"
        case .authorizationCode: "authorization_code"
        case .assertion: "urn:ietf:params:oauth:grant-type:jwt-bearer"
        }
    }
}
