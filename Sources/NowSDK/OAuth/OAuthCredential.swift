public import ExchangeModel

/// What an access token is asked for with: who asks, and on what grounds.
public struct OAuthCredential: Sendable, Hashable {
    /// The application that the instance knows (a record of `oauth_entity`).
    public let client: OAuthClientID
    /// On what grounds.
    public let grant: OAuthGrant
    /// The user that tokens speak for, as far as known.
    public let user: String?
    /// The scope that is asked for; nil leaves it to the instance.
    public let scope: String?

    /// Names who asks and on what grounds.
    public init(_ client: OAuthClientID, _ grant: OAuthGrant, user: String? = nil, scope: String? = nil) {
        self.client = client
        self.grant = grant
        self.user = user
        self.scope = scope
    }

    /// The same application and user, on other grounds.
    public func with(_ grant: OAuthGrant) -> OAuthCredential {
        OAuthCredential(client, grant, user: user, scope: scope)
    }

    /// The texts that must never be seen again, with the label each goes by.
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

/// An application as an instance knows it.
public struct OAuthClientID: Sendable, Hashable {
    /// The client id. It is no secret.
    public let id: String
    /// The client secret; nil for a public client, which proves itself by PKCE alone.
    public let secret: Secret?

    /// An application of that id.
    public init(_ id: String, secret: Secret? = nil) {
        self.id = id
        self.secret = secret
    }
}

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

/// What an instance gave for a grant.
public struct OAuthTokens: Sendable, Hashable {
    /// Sent with requests as a bearer token (RFC 6750).
    public var access: Secret
    /// Gets the next access token; nil when the instance gave none.
    public var refresh: Secret?
    /// When they came.
    public var obtained: Timestamp
    /// When the access token ends, by this machine's clock; nil when the instance does not say.
    public var ends: Timestamp?
    /// What the token may be used for, as the instance says.
    public var scope: String?

    /// Tokens as an instance gave them.
    public init(access: Secret, refresh: Secret?, obtained: Timestamp, ends: Timestamp?, scope: String? = nil) {
        self.access = access
        self.refresh = refresh
        self.obtained = obtained
        self.ends = ends
        self.scope = scope
    }

    /// Whether the access token still holds.
    public func serves(at now: Timestamp) -> Bool { ends.map { now < $0 } ?? true }
}

extension OAuthCredential {
    /// The request for tokens, exactly as it travels: every grant is a form posted to `/oauth_token.do`.
    func request(to instance: Instance) -> HTTPRequest {
        var fields = [(name: "grant_type", value: grant.type), (name: "client_id", value: client.id)]
        if let secret = client.secret { fields.append(("client_secret", secret.text)) }
        switch grant {
        case .password(let password): fields += [("username", user ?? ""), ("password", password.text)]
        case .refreshToken(let token): fields.append(("refresh_token", token.text))
        case .clientCredentials: break
        case .authorizationCode(let code, let verifier, let redirect):
            fields += [("code", code.text), ("redirect_uri", redirect), ("code_verifier", verifier.text)]
        case .assertion(let statement): fields.append(("assertion", statement.text))
        }
        if let scope { fields.append(("scope", scope)) }
        return HTTPRequest(
            .post, instance.url("/oauth_token.do"), headers: OAuthForm.headers, body: OAuthForm.body(fields),
            purpose: .signIn,
            principal: user)
    }
}

/// Bodies of the form that the OAuth addresses take, and of no other.
enum OAuthForm {
    static let headers: HeaderFields = [
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
    ]

    /// The fields in their order.
    static func body(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(
            fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
                .joined(separator: "&").utf8)
    }
}
