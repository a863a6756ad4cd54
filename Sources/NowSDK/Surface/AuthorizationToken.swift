/// What an application gives to sign requests in.
public struct AuthorizationToken: Sendable, Hashable {
    /// The kind of a token.
    public enum TokenType: Sendable, Hashable {
        /// A signed token, sent as a bearer token (RFC 6750): instances take it from an issuer they trust (OIDC).
        case jwt
        /// No token: requests go out as a guest's.
        case guest
        /// A password, sent with its user's name (RFC 7617).
        case basic(user: String)
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

    var credential: Credential {
        switch type {
        case .jwt: .bearer(token: secret, user: nil)
        case .guest: .anonymous
        case .basic(let user): .basic(user: user, password: secret)
        }
    }
}
