public import FoundationEssentials

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
