public import ExchangeModel
import Notation

/// Requests and revokes access tokens.
///
/// Its requests carry the credentials in the body: they have no cookies and no `Authorization` header, and redirects
/// are not followed.
package struct OAuthClient: Sendable {
    let instance: Instance
    let next: any Transport
    let clock: any Clock
    let secrets: SecretBook

    /// Requests tokens (`POST /oauth_token.do`). All secrets that are sent or received are added to the secret book.
    ///
    /// Throws the transport's errors, and `.signIn` with a `SignInError` as its cause if the instance issues no token.
    package func tokens(for credential: OAuthCredential) async throws(TransportFailure) -> OAuthTokens {
        for secret in credential.secrets { secrets.write(secret.text, as: secret.label) }
        let request = credential.request(to: instance)
        let sent = clock.now
        let response = try await next.send(request)
        let answer = TokenResponse(response, to: request, sent: sent, received: clock.now)
        for token in answer.allTokens { secrets.write(token, as: "token") }
        do {
            return try answer.tokens(for: credential)
        } catch {
            throw failure("\(instance.name) gave no token: \(error.sentence).", error)
        }
    }

    /// Revokes an access or refresh token (`POST /oauth_revoke_token.do`). An unknown or expired token is not an error.
    ///
    /// The vendor documents only `?token=` in the URL. Proxies and the instance itself log URLs, so the token is sent
    /// in a form, as in RFC 7009 and as other clients do.
    package func revoke(_ token: Secret) async throws(TransportFailure) {
        secrets.write(token.text, as: "token")
        let request = HTTPRequest(
            .post, instance.url("/oauth_revoke_token.do"), headers: OAuthForm.headers,
            body: OAuthForm.body([("token", token.text)]), purpose: .signIn)
        let now = clock.now
        let answer = TokenResponse(try await next.send(request), to: request, sent: now, received: now)
        if let error = answer.revocationError {
            throw failure("\(instance.name) did not end a token: \(error.sentence).", error)
        }
    }

    private func failure(_ message: String, _ error: SignInError) -> TransportFailure {
        TransportFailure(.signIn, message, cause: error)
    }
}

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
    package var isReusable: Bool {
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
            purpose: .signIn, principal: user)
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

/// A response of `/oauth_token.do` or `/oauth_revoke_token.do`.
///
/// Parsing never depends on a token's text, except that it must be valid in a header, so a tape's placeholders are
/// parsed like the tokens.
struct TokenResponse {
    private let response: HTTPResponse
    private let url: HTTPURL
    private let sent: Timestamp
    private let received: Timestamp
    private let body: TokenResponseBody

    init(_ response: HTTPResponse, to request: HTTPRequest, sent: Timestamp, received: Timestamp) {
        self.response = response
        url = request.url
        self.sent = sent
        self.received = received
        body = TokenResponseBody(response)
    }

    /// The longest token that is sent, in bytes. Longer header lines are rejected by servers and proxies.
    static let maxTokenLength = 16_384

    /// The longest lifetime in seconds (four centuries); longer ones are capped.
    private static let maxLifetime: Int64 = 400 * 366 * 86400

    /// All tokens in the response, valid or not.
    var allTokens: [String] {
        ["access_token", "refresh_token", "id_token"].compactMap { body.object?[$0]?.string }.filter { !$0.isEmpty }
    }

    func tokens(for credential: OAuthCredential) throws(SignInError) -> OAuthTokens {
        if let failure = redirect ?? rejection(of: credential) { throw failure }
        guard (200...299).contains(response.status) else { throw .unreadableTokenAnswer(statusError) }
        guard let object = body.object else { throw .unreadableTokenAnswer(body.fault(status: response.status)) }
        guard let access = object["access_token"]?.string, TokenResponse.isSendable(access) else {
            throw .unreadableTokenAnswer(.member("access_token"))
        }
        guard let type = object["token_type"]?.string, !type.isEmpty else {
            throw .unreadableTokenAnswer(.member("token_type"))
        }
        guard ASCII.lowercased(type) == "bearer" else {
            throw .unreadableTokenAnswer(.tokenType(ServerMessage.of(type)))
        }
        return OAuthTokens(
            access: Secret(access), refresh: try refreshToken(object).map { Secret($0) }, obtained: received,
            ends: try seconds(object).map { sent.advanced(bySeconds: $0) }, scope: scope(object))
    }

    /// Why the token was not revoked; nil if it was, or if the instance does not know it. The request contains only the
    /// token, so a rejection refers to it.
    var revocationError: SignInError? {
        if let redirect { return redirect }
        let isRejected = [400, 401].contains(response.status) && body.object?["error"] != nil
        return (200...299).contains(response.status) || isRejected ? nil : .unreadableTokenAnswer(statusError)
    }

    private var redirect: SignInError? {
        guard let location = response.redirectLocation else { return nil }
        let target = url.resolving(location).map { $0.origin + $0.path } ?? "an address that cannot be read"
        return .tokenRedirected(to: ServerMessage.of(target))
    }

    /// The rejection of a grant: a 4xx status, or a success status with the member `error`. A 429 is not a rejection.
    private func rejection(of credential: OAuthCredential) -> SignInError? {
        guard let object = body.object, let error = object["error"], error.kind != .null else { return nil }
        switch response.status {
        case 429: return nil
        case 400...499: break
        case 200...299 where object["access_token"] == nil: break
        default: return nil
        }
        // A gateway in front of the endpoint answers like the REST API, with an object.
        let name = error.kind == .object ? error["message"]?.scalarText : error.scalarText
        let explanation = error.kind == .object ? error["detail"] : object["error_description"]
        return .grantRefused(
            .init(
                grantType: credential.grant.type, clientID: credential.client.id, user: credential.user,
                status: response.status, error: ServerMessage.of(name ?? ""),
                explanation: ServerMessage.of(explanation?.scalarText ?? ""), clockAhead: clockAhead))
    }

    /// How many seconds the instance's clock is ahead of the local one; nil without a `Date` header.
    private var clockAhead: Int64? {
        guard let date = response.headers["Date"], date.utf8.count <= 64, let serverTime = CookieDate.read(date) else {
            return nil
        }
        return serverTime.seconds - received.seconds
    }

    /// The error for a status that is neither success nor a rejection. A page's title is more specific than the status,
    /// unless the status itself says that the server is busy or broken.
    private var statusError: SignInError.TokenAnswerFault {
        switch response.status {
        case 429, 500...510: .status(response.status)
        default: body.page.map { .page(title: $0, status: response.status) } ?? .status(response.status)
        }
    }

    private func refreshToken(_ object: JSONNode) throws(SignInError) -> String? {
        guard let node = object["refresh_token"], node.kind != .null, node.string != "" else { return nil }
        guard let token = node.string, TokenResponse.isSendable(token) else {
            throw .unreadableTokenAnswer(.member("refresh_token"))
        }
        return token
    }

    /// The lifetime of the access token, from a number or a string of digits; nil if absent.
    private func seconds(_ object: JSONNode) throws(SignInError) -> Int64? {
        guard let node = object["expires_in"], node.kind != .null, node.string != "" else { return nil }
        let marks = Array("+-.eE".utf8)
        guard node.kind == .number || node.kind == .string, let text = node.scalarText, text.utf8.count <= 64,
            text.utf8.allSatisfy({ ASCII.isDigit($0) || marks.contains($0) }), let number = Double(text)
        else { throw .unreadableTokenAnswer(.member("expires_in")) }
        return Int64(min(max(number, 0), Double(TokenResponse.maxLifetime)))
    }

    private func scope(_ object: JSONNode) -> String? {
        guard let scope = object["scope"]?.string, !scope.isEmpty else { return nil }
        return ServerMessage.of(scope)
    }

    /// Whether a token is valid in a header line.
    private static func isSendable(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.count <= maxTokenLength && token.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}

/// A body that should be a JSON object, and what it is instead.
struct TokenResponseBody {
    /// Nil if the body is not a JSON object.
    let object: JSONNode?
    /// Nil if the body is valid JSON.
    private let error: JSONError?
    private let bytes: [UInt8]
    private let mediaType: String

    init(_ response: HTTPResponse) {
        bytes = response.body
        mediaType = response.mediaType ?? ""
        do throws(JSONError) {
            let root = try JSONDocument(bytes).root
            error = nil
            object = root.kind == .object ? root : nil
        } catch {
            self.error = error
            object = nil
        }
    }

    /// The title of an HTML page, possibly empty; nil for other bodies.
    var page: String? {
        guard object == nil else { return nil }
        let start = ASCII.lowercased(String(decoding: bytes.drop { ASCII.isSpace($0) }.prefix(16), as: UTF8.self))
        let isPage =
            mediaType == "text/html" || mediaType == "application/xhtml+xml" || start.contains("<!doctype html")
            || start.contains("<html")
        return isPage && !bytes.isEmpty ? PageTitle.of(bytes, limit: ServerMessage.limit) ?? "" : nil
    }

    /// Why there is no object.
    func fault(status: Int) -> SignInError.TokenAnswerFault {
        guard let error else { return .member("access_token") }
        let start = bytes.first { !ASCII.isSpace($0) }
        let isDeclared = start == UInt8(ascii: "{") || start == nil && mediaType == "application/json"
        if isDeclared, error.offset >= bytes.count { return .truncated }
        if let page { return .page(title: page, status: status) }
        return .notJSON(type: ServerMessage.of(mediaType), status: status)
    }
}

/// Prepares a message of the instance for an error: one line, printable, at most 200 characters.
enum ServerMessage {
    /// Leaves room for the ellipsis.
    static let limit = 199

    static func of(_ text: String) -> String { SafeText.line(text, limit: limit) }
}
