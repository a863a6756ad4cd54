import ExchangeModel
import Notation

/// What a request is signed in with when no session serves.
public enum Credential: Sendable, Hashable {
    /// Nothing: the request goes out as a guest's.
    case anonymous
    /// User name and password (RFC 7617).
    case basic(user: String, password: Secret)
    /// A token that is its own proof (RFC 6750), and the user it speaks for as far as known.
    case bearer(token: Secret, user: String?)
    /// A key of the instance's, sent as `x-sn-apikey`, and the user it speaks for as far as known.
    case apiKey(Secret, user: String?)
    /// What a token is asked for with; requests go out with the token.
    case oauth(OAuthCredential)
    /// A client certificate: the connection is the proof, and nothing is added to a request.
    case certificate(user: String?)

    /// The user in whose name requests are sent; nil for a guest and where a token does not tell.
    public var user: String? {
        switch self {
        case .anonymous: nil
        case .basic(let user, _): user
        case .bearer(_, let user), .apiKey(_, let user), .certificate(let user): user
        case .oauth(let credential): credential.user
        }
    }

    /// The line that proves who sends, nil when none does.
    var header: HeaderField? {
        switch self {
        case .anonymous, .certificate, .oauth: nil
        case .basic(let user, let password):
            HeaderField("Authorization", "Basic " + Base64.encode((user + ":" + password.text).utf8))
        case .bearer(let token, _): HeaderField("Authorization", "Bearer " + token.text)
        case .apiKey(let key, _): HeaderField("x-sn-apikey", key.text)
        }
    }

    /// The texts that must never be seen again, with the label each goes by.
    var secrets: [(text: String, label: String)] {
        switch self {
        case .anonymous, .certificate: []
        case .basic(let user, let password):
            [(password.text, "password"), (Base64.encode((user + ":" + password.text).utf8), "authorization")]
        case .bearer(let token, _): [(token.text, "token")]
        case .apiKey(let key, _): [(key.text, "key")]
        case .oauth(let credential): credential.secrets
        }
    }
}

extension Credential {
    /// The sort of sign-in it is for. A refresh token counts as what a browser got: the password's own grant asks again.
    package var kind: SignInKind {
        switch self {
        case .anonymous: .guest
        case .basic: .basic
        case .bearer: .token
        case .apiKey: .apiKey
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

extension Secret {
    func followed(by code: Secret) -> Secret { Secret(text + code.text) }
}

/// A password or a token. It prints as `[secret]` however it is printed, so that no message, log or debugger line
/// gives it away by accident; `text` is the one way to it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself.
    public let text: String

    /// Takes a text into care.
    public init(_ text: String) { self.text = text }

    /// `[secret]`.
    public var description: String { "[secret]" }
    /// `[secret]`.
    public var debugDescription: String { "[secret]" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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
    /// An existing access token (RFC 6750).
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
