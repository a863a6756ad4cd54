import ExchangeModel
public import FoundationEssentials
import Synchronization

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

/// Provides the same tokens for every instance. Applications use it through its factory methods:
/// `NowSDKConfiguration(authorizationProvider: .basic(user: "admin", password: password))`.
///
/// A token that an instance rejected is not sent again, because repeated wrong passwords lock accounts.
public struct FixedAuthorization: NowSDKAuthorizationProviding, Sendable {
    /// In order of preference.
    public let tokens: [AuthorizationToken]

    /// Creates a provider of tokens, in order of preference.
    public init(_ tokens: [AuthorizationToken]) { self.tokens = tokens }

    /// Calls `completion` with the tokens.
    public func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion(tokens)
    }
}

/// Ready-made providers, one for each kind of sign-in.
extension NowSDKAuthorizationProviding where Self == FixedAuthorization {
    /// No authentication.
    public static var guest: FixedAuthorization { FixedAuthorization([]) }

    /// A user name and password, sent with the first request (RFC 7617).
    public static func basic(user: String, password: String) -> FixedAuthorization {
        FixedAuthorization([.basic(user: user, password: password)])
    }

    /// An existing access token (RFC 6750).
    public static func token(_ token: String) -> FixedAuthorization {
        FixedAuthorization([AuthorizationToken(type: .oauthAccess, token: token)])
    }

    /// An API key, sent as `x-sn-apikey`.
    public static func apiKey(_ key: String) -> FixedAuthorization {
        FixedAuthorization([AuthorizationToken(type: .apiKey, token: key)])
    }

    /// An access token for a user's password (RFC 6749, 4.3).
    public static func oauthPassword(
        _ client: OAuthClientID, user: String, password: String, scope: String? = nil
    ) -> FixedAuthorization {
        .oauth(OAuthCredential(client, .password(Secret(password)), user: user, scope: scope))
    }

    /// An access token for the application itself (RFC 6749, 4.4).
    public static func oauthClient(_ client: OAuthClientID, scope: String? = nil) -> FixedAuthorization {
        .oauth(OAuthCredential(client, .clientCredentials, scope: scope))
    }

    /// An access token for an authorization code from a browser, with its PKCE verifier (RFC 6749, 4.1, and RFC 7636).
    public static func oauthCode(
        _ client: OAuthClientID, code: String, verifier: String, redirect: String
    ) -> FixedAuthorization {
        .oauth(
            OAuthCredential(client, .authorizationCode(Secret(code), verifier: Secret(verifier), redirect: redirect)))
    }

    /// An access token for a refresh token from an earlier sign-in (RFC 6749, 6).
    public static func oauthRefresh(_ client: OAuthClientID, token: String) -> FixedAuthorization {
        .oauth(OAuthCredential(client, .refreshToken(Secret(token))))
    }

    /// An access token for a signed JWT assertion (RFC 7523).
    public static func oauthJWT(_ client: OAuthClientID, assertion: String) -> FixedAuthorization {
        .oauth(OAuthCredential(client, .assertion(Secret(assertion))))
    }

    /// An OAuth client and grant.
    public static func oauth(_ credential: OAuthCredential) -> FixedAuthorization {
        FixedAuthorization([.oauth(credential)])
    }
}

/// Requests tokens from the application and uses the first that was not rejected yet, for example an access token
/// before a refresh token. Signing out forgets the rejections.
final class ProviderCredentials: CredentialSource {
    private let provider: Serialized<any NowSDKAuthorizationProviding>
    private struct State {
        var offered: Credential?
        var refused: Set<Credential> = []
    }
    private let state = Mutex(State())

    init(_ provider: Serialized<any NowSDKAuthorizationProviding>) { self.provider = provider }

    func credential(for request: CredentialRequest) async throws -> Credential {
        guard let url = URL(string: request.instance.description) else { return .anonymous }
        let waiting = Answer()
        let tokens = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.wait(continuation)
                // The application released the closure, so it will never be called.
                let end = Answer.End(waiting)
                provider.call { $0.requestAuthorization(for: url) { end.answer.give($0) } }
            }
        } onCancel: {
            waiting.give(nil)
        }
        try Task.checkCancellation()
        return state.withLock { state in
            if request.reason == .first {
                state.refused = []
            } else if let offered = state.offered {
                state.refused.insert(offered)
            }
            let credential = (tokens ?? []).lazy.map(\.credential).first { !state.refused.contains($0) } ?? .anonymous
            state.offered = credential
            return credential
        }
    }

    /// The result of an application's callback. Only the first call counts; if the closure is released without a call,
    /// there are no tokens.
    private final class Answer: Sendable {
        /// Completes without tokens when the last reference to the callback is gone.
        final class End: Sendable {
            let answer: Answer
            init(_ answer: Answer) { self.answer = answer }
            deinit { answer.give(nil) }
        }
        private struct State {
            var isGiven = false
            var waiting: CheckedContinuation<[AuthorizationToken]?, Never>?
        }
        private let state = Mutex(State())

        func wait(_ continuation: CheckedContinuation<[AuthorizationToken]?, Never>) {
            let isOver = state.withLock { state in
                if !state.isGiven { state.waiting = continuation }
                return state.isGiven
            }
            if isOver { continuation.resume(returning: nil) }
        }

        func give(_ tokens: [AuthorizationToken]?) {
            let waiting = state.withLock { state in
                defer { state = State(isGiven: true) }
                return state.waiting
            }
            waiting?.resume(returning: tokens)
        }
    }
}
