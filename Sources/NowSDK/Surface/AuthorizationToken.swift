/// What an application gives to sign requests in.
public struct AuthorizationToken: Sendable, Hashable {
    /// The kind of a token.
    public enum TokenType: Sendable, Hashable {
        /// A signed token, sent as a bearer token (RFC 6750): instances take it from an issuer they trust (OIDC).
        case jwt
        /// An access token that the instance gave, sent as a bearer token until it is refused.
        case oauthAccess
        /// A refresh token that the instance gave to this application; access tokens are got and renewed with it.
        case oauthRefresh(client: OAuthClientID)
        /// No token: requests go out as a guest's.
        case guest
        /// A password, sent with its user's name (RFC 7617).
        case basic(user: String)
        /// Grounds on which the instance gives tokens; the text beside it is empty.
        case oauth(OAuthCredential)
    }

    /// What kind of token it is.
    public let type: TokenType
    let secret: Secret

    /// Makes a token of the text an application holds.
    public init(type: TokenType, token: String) {
        self.type = type
        secret = Secret(token)
    }

    /// A user's name and password.
    public static func basic(user: String, password: String) -> AuthorizationToken {
        AuthorizationToken(type: .basic(user: user), token: password)
    }

    /// Grounds on which the instance gives tokens: a password, a code from a browser, the application itself.
    public static func oauth(_ credential: OAuthCredential) -> AuthorizationToken {
        AuthorizationToken(type: .oauth(credential), token: "")
    }

    var credential: Credential {
        switch type {
        case .jwt, .oauthAccess: .bearer(token: secret, user: nil)
        case .oauthRefresh(let client): .oauth(OAuthCredential(client, .refreshToken(secret)))
        case .guest: .anonymous
        case .basic(let user): .basic(user: user, password: secret)
        case .oauth(let credential): .oauth(credential)
        }
    }
}
