import ExchangeModel
import Notation

/// How requests authenticate when there is no session.
public enum Credential: Sendable, Hashable {
    /// None: requests are unauthenticated.
    case anonymous
    /// User name and password (RFC 7617).
    case basic(user: String, password: Secret)
    /// An access token (RFC 6750), and its user if known.
    case bearer(token: Secret, user: String?)
    /// A secret in a header field of its own, such as an API key, and its user if known.
    case header(SecretHeader, Secret, user: String?)
    /// A grant for an access token; requests are sent with the token.
    case oauth(OAuthCredential)
    /// A client certificate: the TLS connection authenticates, and nothing is added to requests.
    case certificate(user: String?)

    /// The user that requests are sent as; nil if unauthenticated or unknown.
    public var user: String? {
        switch self {
        case .anonymous: nil
        case .basic(let user, _): user
        case .bearer(_, let user), .header(_, _, let user), .certificate(let user): user
        case .oauth(let credential): credential.user
        }
    }

    /// The header that authenticates a request; nil if there is none.
    var header: HeaderField? {
        switch self {
        case .anonymous, .certificate, .oauth: nil
        case .basic(let user, let password):
            HeaderField("Authorization", "Basic " + Base64.encode((user + ":" + password.text).utf8))
        case .bearer(let token, _): HeaderField("Authorization", "Bearer " + token.text)
        case .header(let header, let secret, _): HeaderField(header.name, secret.text)
        }
    }

    /// The secrets that must be redacted, each with its label.
    var secrets: [(text: String, label: String)] {
        switch self {
        case .anonymous, .certificate: []
        case .basic(let user, let password):
            [(password.text, "password"), (Base64.encode((user + ":" + password.text).utf8), "authorization")]
        case .bearer(let token, _): [(token.text, "token")]
        case .header(let header, let secret, _): [(secret.text, header.label)]
        case .oauth(let credential): credential.secrets
        }
    }
}

extension Credential {
    /// The sign-in method. A refresh token counts as obtained in a browser, because a password grant would use the
    /// password again.
    package var kind: SignInKind {
        switch self {
        case .anonymous: .guest
        case .basic: .basic
        case .bearer: .token
        case .header(let header, _, _): header.kind
        case .certificate: .certificate
        case .oauth(let credential):
            switch credential.grant {
            case .password: .oauthPassword
            case .refreshToken, .authorizationCode: .oauthCode
            case .clientCredentials: .oauthClient
            case .assertion: .oauthJWT
            }
        }
    }
}

/// A header field that holds a secret and nothing else. A kind of sign-in with such a field is one value in `all`.
public struct SecretHeader: Sendable, Hashable {
    /// The kind of sign-in that sends it.
    public let kind: SignInKind
    /// The name of the field.
    public let name: String
    /// The word of its placeholder.
    let label: String
    /// How the secret is kept between runs.
    package let entry: SecretEntry.Kind

    /// An API key.
    public static let apiKey = SecretHeader(kind: .apiKey, name: "x-sn-apikey", label: "key", entry: .apiKey)

    static let all = [apiKey]
}

extension Credential {
    /// An API key, sent as `x-sn-apikey`, and its user if known.
    public static func apiKey(_ key: Secret, user: String?) -> Credential { .header(.apiKey, key, user: user) }
}

extension Secret {
    func followed(by code: Secret) -> Secret { Secret(text + code.text) }
}

/// A password or token. It prints as `[secret]`, so logs, messages and debuggers do not leak it; only `text` reveals
/// it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself.
    public let text: String

    /// Wraps a secret.
    public init(_ text: String) { self.text = text }

    /// `[secret]`.
    public var description: String { "[secret]" }
    /// `[secret]`.
    public var debugDescription: String { "[secret]" }
    /// Empty, so that a debugger shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The methods of signing in. The raw values are used in commands and profiles.
public enum SignInKind: String, Sendable, Hashable, CaseIterable {
    /// User name and password, sent with the first request (RFC 7617).
    case basic
    /// An access token for the user's password (RFC 6749, 4.3).
    case oauthPassword = "oauth-password"
    /// An access token authorized in a browser (RFC 6749, 4.1, with PKCE, RFC 7636).
    case oauthCode = "oauth-code"
    /// An access token for the application itself (RFC 6749, 4.4).
    case oauthClient = "oauth-client"
    /// An access token for a signed JWT assertion (RFC 7523).
    case oauthJWT = "oauth-jwt"
    /// An existing access token (RFC 6750).
    case token
    /// An API key, sent in the header `x-sn-apikey`.
    case apiKey = "api-key"
    /// A client certificate.
    case certificate
    /// No authentication.
    case guest

    /// Whether the access token comes from `/oauth_token.do`.
    public var isOAuth: Bool {
        switch self {
        case .oauthPassword, .oauthCode, .oauthClient, .oauthJWT: true
        default: false
        }
    }
}
