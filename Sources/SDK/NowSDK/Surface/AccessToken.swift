public import ExchangeModel
public import FoundationEssentials

/// An access token of an instance (`Authorization: Bearer …`, RFC 6750). Printing it does not reveal its text.
public struct AccessToken: Sendable, Hashable {
    private let secret: Secret
    /// When it expires, by the local clock; nil if unknown.
    public let expires: Timestamp?

    /// The token's text.
    public var token: String { secret.text }

    init(_ tokens: OAuthTokens) {
        secret = tokens.access
        expires = tokens.ends
    }
}

/// Why there is no access token (the SDK's documented cases).
public enum AccessTokenProviderError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The instance issued no token, or the application's credentials cannot get one, for example a user's password
    /// without an OAuth application.
    case accessTokenRetrievalFailed
    /// The sign-in failed with this error.
    case userSessionError(any Error)
    /// The application provided no token, so requests are unauthenticated.
    case hostReturnedNoTokens

    /// One sentence.
    public var description: String {
        switch self {
        case .accessTokenRetrievalFailed: "The instance gave no access token."
        case .userSessionError(let error): String(describing: error)
        case .hostReturnedNoTokens: "The application provided no token."
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

/// A token or credential that an application provides to authenticate requests.
public struct AuthorizationToken: Sendable, Hashable {
    /// The kinds of token.
    public enum TokenType: Sendable, Hashable {
        /// A signed JWT, sent as a bearer token (RFC 6750). Instances accept it from a trusted issuer (OIDC).
        case jwt
        /// An access token of the instance, sent as a bearer token until it is rejected.
        case oauthAccess
        /// A refresh token that the instance issued to this application.
        case oauthRefresh(client: OAuthClientID)
        /// An API key, sent as `x-sn-apikey`.
        case apiKey
        /// None: requests are unauthenticated.
        case guest
        /// A password, sent with this user name (RFC 7617).
        case basic(user: String)
        /// An OAuth grant; the token's text is empty.
        case oauth(OAuthCredential)
    }

    /// The kind of token.
    public let type: TokenType
    let secret: Secret

    /// Creates a token from its text.
    public init(type: TokenType, token: String) {
        self.type = type
        secret = Secret(token)
    }

    /// A user name and password.
    public static func basic(user: String, password: String) -> AuthorizationToken {
        AuthorizationToken(type: .basic(user: user), token: password)
    }

    /// An OAuth client and grant.
    public static func oauth(_ credential: OAuthCredential) -> AuthorizationToken {
        AuthorizationToken(type: .oauth(credential), token: "")
    }

    var credential: Credential {
        switch type {
        case .jwt, .oauthAccess: .bearer(token: secret, user: nil)
        case .oauthRefresh(let client): .oauth(OAuthCredential(client, .refreshToken(secret)))
        case .apiKey: .apiKey(secret, user: nil)
        case .guest: .anonymous
        case .basic(let user): .basic(user: user, password: secret)
        case .oauth(let credential): .oauth(credential)
        }
    }
}

/// Provides an application's tokens to the SDK. It may be a class with state: the SDK makes one call at a time.
public protocol NowSDKAuthorizationProviding {
    /// Calls `completion` once, on any thread, with the tokens for an instance in order of preference. Nil or an empty
    /// array means unauthenticated. It is called again after a rejection.
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void)
}
