public import ExchangeModel

/// What an access token is requested with: an OAuth client and a grant.
public struct OAuthCredential: Sendable, Hashable {
    /// The registered application (a record of `oauth_entity`).
    public let client: OAuthClientID
    /// The grant.
    public let grant: OAuthGrant
    /// The user of the tokens, if known.
    public let user: String?
    /// The requested scope; nil for the instance's default.
    public let scope: String?

    /// Creates a credential.
    public init(_ client: OAuthClientID, _ grant: OAuthGrant, user: String? = nil, scope: String? = nil) {
        self.client = client
        self.grant = grant
        self.user = user
        self.scope = scope
    }

    /// The same client and user with another grant.
    public func with(_ grant: OAuthGrant) -> OAuthCredential {
        OAuthCredential(client, grant, user: user, scope: scope)
    }

    /// The secrets that must be redacted, each with its label.
    var secrets: [(text: String, label: String)] {
        let own: [(text: String, label: String)] =
            switch grant {
            case .password(let password): [(password.text, "password")]
            case .refreshToken(let token), .assertion(let token): [(token.text, "token")]
            case .authorizationCode(let code, let verifier, _): [(code.text, "token"), (verifier.text, "token")]
            case .clientCredentials: []
            }
        return own + (client.secret.map { [(text: $0.text, label: "secret")] } ?? [])
    }
}

/// An OAuth client as registered at the instance.
public struct OAuthClientID: Sendable, Hashable {
    /// The client id, which is not a secret.
    public let id: String
    /// The client secret; nil for a public client, which uses PKCE only.
    public let secret: Secret?

    /// Creates a client identifier.
    public init(_ id: String, secret: Secret? = nil) {
        self.id = id
        self.secret = secret
    }
}

/// An OAuth grant. All of them are parameters of a form posted to `/oauth_token.do`.
public enum OAuthGrant: Sendable, Hashable {
    /// The user's password; `OAuthCredential.user` is the user name.
    case password(Secret)
    /// A refresh token from an earlier sign-in.
    case refreshToken(Secret)
    /// The client's own credentials.
    case clientCredentials
    /// An authorization code, its PKCE verifier, and the redirect URI.
    case authorizationCode(Secret, verifier: Secret, redirect: String)
    /// A signed JWT (assertion).
    case assertion(Secret)

    /// Whether the grant can be used again. Codes and assertions are valid once, and a rejected refresh token is not
    /// retried.
    var isReusable: Bool {
        switch self {
        case .password, .clientCredentials: true
        case .refreshToken, .authorizationCode, .assertion: false
        }
    }

    /// The value of the form's `grant_type`.
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

/// The tokens issued for a grant.
public struct OAuthTokens: Sendable, Hashable {
    /// The access token, sent as a bearer token (RFC 6750).
    public var access: Secret
    /// The refresh token; nil if none was issued.
    public var refresh: Secret?
    /// When the tokens were received.
    public var obtained: Timestamp
    /// When the access token expires, by the local clock; nil if unknown.
    public var ends: Timestamp?
    /// The granted scope, as the instance reports it.
    public var scope: String?

    /// Creates tokens from a token response.
    public init(access: Secret, refresh: Secret?, obtained: Timestamp, ends: Timestamp?, scope: String? = nil) {
        self.access = access
        self.refresh = refresh
        self.obtained = obtained
        self.ends = ends
        self.scope = scope
    }

    /// Whether the access token is still valid.
    public func serves(at now: Timestamp) -> Bool { ends.map { now < $0 } ?? true }
}

extension OAuthCredential {
    /// The token request exactly as it is sent: every grant is a form posted to `/oauth_token.do`.
    func request(to instance: Instance) -> HTTPRequest {
        var fields = [(name: "grant_type", value: grant.type), (name: "client_id", value: client.id)]
        if let secret = client.secret { fields.append(("client_secret", secret.text)) }
        switch grant {
        case .password(let password): fields += [("username", user ?? ""), ("password", password.text)]
        case .refreshToken(let token): fields.append(("refresh_token", token.text))
        case .clientCredentials: break
        case .authorizationCode(let code, let verifier, let redirect):
            fields += [("code", code.text), ("redirect_uri", redirect), ("code_verifier", verifier.text)]
        case .assertion(let assertion): fields.append(("assertion", assertion.text))
        }
        if let scope { fields.append(("scope", scope)) }
        return HTTPRequest(
            .post, instance.url("/oauth_token.do"), headers: OAuthForm.headers, body: OAuthForm.body(fields),
            purpose: .signIn,
            principal: user)
    }
}

/// Form bodies for the OAuth endpoints.
enum OAuthForm {
    static let headers: HeaderFields = [
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
    ]

    /// Encodes the fields in order.
    static func body(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(
            fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
                .joined(separator: "&").utf8)
    }
}
