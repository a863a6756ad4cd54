public import ExchangeModel
public import FoundationEssentials

/// A token that requests to an instance may be sent with (`Authorization: Bearer …`, RFC 6750). It prints without its
/// text.
public struct AccessToken: Sendable, Hashable {
    private let secret: Secret
    /// When it ends, by this machine's clock; nil when no one said.
    public let expires: Timestamp?

    /// The token itself.
    public var token: String { secret.text }

    init(_ tokens: OAuthTokens) {
        secret = tokens.access
        expires = tokens.ends
    }
}

/// Why there is no access token (the SDK's documented cases).
public enum AccessTokenProviderError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The instance gave no token for what the application offered, or the application offers none that a token can be
    /// had for, such as a user's password without an OAuth application.
    case accessTokenRetrievalFailed
    /// The sign-in failed, for this reason.
    case userSessionError(any Error)
    /// The application gave no token: the user is a guest.
    case hostReturnedNoTokens

    /// One sentence.
    public var description: String {
        switch self {
        case .accessTokenRetrievalFailed: "The instance gave no access token."
        case .userSessionError(let error): String(describing: error)
        case .hostReturnedNoTokens: "The application gave no token."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}

extension AccessTokenProviderError {
    package init(_ failure: TransportFailure) {
        switch failure.cause as? SignInError {
        case .grantRefused, .unreadableTokenAnswer, .tokenRedirected: self = .accessTokenRetrievalFailed
        case .noSecret: self = .hostReturnedNoTokens
        default: self = .userSessionError(failure)
        }
    }
}

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

/// The application's part of signing in.
public protocol NowSDKAuthorizationProviding: Sendable {
    /// Calls `completion` once, from any thread, with the tokens for an instance, the best first; nil or none at all
    /// makes a guest. It is called again when the instance refused what was given.
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void)
}
