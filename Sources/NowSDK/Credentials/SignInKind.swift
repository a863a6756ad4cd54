/// How an instance is signed in to. The raw values are the words of the command language and of profiles.
public enum SignInKind: String, Sendable, Hashable, CaseIterable {
    /// User name and password with the first request (RFC 7617).
    case basic
    /// A token that the user's password gets from the instance (RFC 6749, 4.3).
    case oauthPassword = "oauth-password"
    /// A token that the user agrees to in a browser (RFC 6749, 4.1, with PKCE, RFC 7636).
    case oauthCode = "oauth-code"
    /// A token for an application that acts in its own name (RFC 6749, 4.4).
    case oauthClient = "oauth-client"
    /// A token for a signed statement of who the user is (RFC 7523).
    case oauthJWT = "oauth-jwt"
    /// A token that somebody else got (RFC 6750).
    case token
    /// A key of the instance's, in a header of its own (`x-sn-apikey`).
    case apiKey = "api-key"
    /// A client certificate: the connection is the proof.
    case certificate
    /// Nothing: a guest.
    case guest

    /// Whether the instance gives a token for it, at `/oauth_token.do`.
    public var isOAuth: Bool {
        switch self {
        case .oauthPassword, .oauthCode, .oauthClient, .oauthJWT: true
        case .basic, .token, .apiKey, .certificate, .guest: false
        }
    }
}
