public import ExchangeModel
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
    /// The session of a browser that is signed in.
    case session(WebSession)

    /// The user that requests are sent as; nil if unauthenticated or unknown.
    public var user: String? {
        switch self {
        case .anonymous: nil
        case .basic(let user, _): user
        case .bearer(_, let user), .header(_, _, let user), .certificate(let user): user
        case .oauth(let credential): credential.user
        case .session(let session): session.user
        }
    }

    /// The header that authenticates a request; nil if there is none.
    var header: HeaderField? {
        switch self {
        case .anonymous, .certificate, .oauth, .session: nil
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
        case .session(let session): session.secrets
        }
    }

    /// The sign-in method. A refresh token counts as obtained in a browser, because a password grant would use the
    /// password again.
    package var kind: SignInKind {
        switch self {
        case .anonymous: .guest
        case .basic: .basic
        case .bearer: .token
        case .header(let header, _, _): header.kind
        case .certificate: .certificate
        case .session(let session): session.kind
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

    /// The header fields that signing in sends. They reach no other origin, and no command sets them.
    package static let names =
        ["Authorization", "Proxy-Authorization", "Cookie", "X-UserToken", "X-MFA_TOKEN"] + all.map(\.name)
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

/// A method of signing in. The raw values are used in commands and profiles.
public struct SignInKind: RawRepresentable, Sendable, Hashable {
    /// The name of the method.
    public let rawValue: String

    /// A method by its name, which may be unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// User name and password, sent with the first request (RFC 7617).
    public static let basic = SignInKind(rawValue: "basic")
    /// An access token for the user's password (RFC 6749, 4.3).
    public static let oauthPassword = SignInKind(rawValue: "oauth-password")
    /// An access token authorized in a browser (RFC 6749, 4.1, with PKCE, RFC 7636).
    public static let oauthCode = SignInKind(rawValue: "oauth-code")
    /// An access token for the application itself (RFC 6749, 4.4).
    public static let oauthClient = SignInKind(rawValue: "oauth-client")
    /// An access token for a signed JWT assertion (RFC 7523).
    public static let oauthJWT = SignInKind(rawValue: "oauth-jwt")
    /// An existing access token (RFC 6750).
    public static let token = SignInKind(rawValue: "token")
    /// An API key, sent in the header `x-sn-apikey`.
    public static let apiKey = SignInKind(rawValue: "api-key")
    /// A client certificate.
    public static let certificate = SignInKind(rawValue: "certificate")
    /// No authentication.
    public static let guest = SignInKind(rawValue: "guest")

    /// Whether the access token comes from `/oauth_token.do`.
    public var isOAuth: Bool { [.oauthPassword, .oauthCode, .oauthClient, .oauthJWT].contains(self) }
}

/// Supplies credentials: a prompt, an environment variable, an application or a tape.
public protocol CredentialSource: Sendable {
    /// Returns the credential to sign in with. `.anonymous` means none; after a rejection it means to give up.
    ///
    /// Calls are serialized. The source must not send requests through the transport that calls it, which would
    /// deadlock.
    func credential(for request: CredentialRequest) async throws -> Credential
    /// Returns the multi-factor code (MFA) that the instance requires in addition to the credential, or nil. The rules
    /// of `credential(for:)` apply.
    func passcode(for request: CredentialRequest) async throws -> Secret?
    /// Returns a credential after an unauthenticated request was rejected, so that it can be sent again; nil leaves it
    /// rejected. The rules of `credential(for:)` apply.
    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential?
    /// Called when the instance accepts a credential for the first time, and again for each new refresh token. This is
    /// the time to save them.
    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async
}

extension CredentialSource {
    /// Returns nil.
    public func passcode(for request: CredentialRequest) async throws -> Secret? { nil }
    /// Returns nil.
    public func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? { nil }
    /// Does nothing.
    public func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {}
}

/// Which credential is requested, and why.
public struct CredentialRequest: Sendable, Hashable {
    /// Why a credential is requested.
    public enum Reason: Sendable, Hashable {
        /// No credential has been used yet.
        case first
        /// The instance rejected the last credential, which belonged to this user if known.
        case rejected(user: String?)
        /// A token has expired and cannot be renewed. It belonged to this user if known.
        case expired(user: String?)
    }

    /// The instance to sign in to.
    public let instance: Instance
    /// Why a credential is requested.
    public let reason: Reason
    /// Whether the user may be prompted. False during completion: a password prompt would mix with the line being
    /// typed.
    public let mayAsk: Bool

    /// Creates a request.
    public init(instance: Instance, reason: Reason, mayAsk: Bool = true) {
        self.instance = instance
        self.reason = reason
        self.mayAsk = mayAsk
    }
}

/// A single known credential. It is not offered again after a rejection, because repeated wrong passwords lock
/// accounts.
public struct FixedCredentials: CredentialSource {
    private let credential: Credential

    /// Creates a source that returns this credential on the first request and after signing out.
    public init(_ credential: Credential) { self.credential = credential }

    /// The credential; `.anonymous` after a rejection.
    public func credential(for request: CredentialRequest) async throws -> Credential {
        request.reason == .first ? credential : .anonymous
    }
}

/// Keeps secrets between runs, for example in the desktop's keyring.
public protocol SecretStore: Sendable {
    /// Returns the secret of an entry; nil if there is none.
    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret?
    /// Stores a secret, replacing an existing one.
    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError)
    /// Deletes the secret of an entry. It is not an error if there is none.
    func forget(_ entry: SecretEntry) async throws(SecretStoreError)
}

/// Identifies a stored secret. Instances are distinguished by scheme, host and port and never share an entry.
public struct SecretEntry: Sendable, Hashable {
    /// The kind of secret. The raw values are stored in the keyring.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user's password.
        case password
        /// An OAuth refresh token.
        case refreshToken = "refresh-token"
        /// An OAuth client secret.
        case clientSecret = "client-secret"
        /// An API key.
        case apiKey = "api-key"
        /// Not a secret: the name of the user who last signed in to an application. Its owner is the application.
        case user
        /// An existing access token.
        case token
        /// A browser's session, as a curl command.
        case session
    }

    /// The only instance that may receive the secret.
    public let instance: Instance
    /// The user, or the client id for a client secret; empty if unknown.
    public let owner: String
    /// The kind of secret.
    public let kind: Kind

    /// Creates an entry for an instance and an owner.
    public init(_ kind: Kind, of owner: String, at instance: Instance) {
        self.kind = kind
        self.owner = owner
        self.instance = instance
    }
}

/// Why a secret store is unavailable.
public typealias SecretStoreError = KindError<SecretStoreErrorKind>

/// The kinds of `SecretStoreError`.
public enum SecretStoreErrorKind: String, Sendable, Hashable, CaseIterable {
    /// There is no secret store on this machine or in this session.
    case missing
    /// It is locked.
    case locked
    /// It reported an error.
    case failed
}
