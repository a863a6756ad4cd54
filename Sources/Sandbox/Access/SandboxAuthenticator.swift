import Database
import ExchangeModel
import Notation

/// Authenticates requests: opens sessions for credentials, continues those of cookies, and stores codes and tokens.
final class SandboxAuthenticator {
    typealias Visitor = (session: SessionStore.Session, cookies: [String])

    var sessions: SessionStore
    var codes = ExpiringTexts<OAuthCode>()
    var tokens: TokenStore
    let pageSignIn: PageSignIn
    /// Users by the one-time texts with which the identity provider sends browsers back.
    var assertedUsers = ExpiringTexts<String>()
    /// Browsers that the identity provider knows, by its cookie.
    var knownBrowsers = ExpiringTexts<String>()
    var restrictsBasic = false
    var requiresSecondFactor = false
    /// Client and identifier (`jti`) of assertions that were used and must not be used again.
    var assertions = ExpiringTexts<Void>()
    var random: SeededRandom
    /// For codes and tokens, independent of those for sessions.
    var secrets: SeededRandom

    init(_ options: SandboxOptions) {
        random = SeededRandom(seed: options.seed)
        secrets = SeededRandom(seed: StableHash.mixed(options.seed &+ 0x70CE_2155))
        sessions = SessionStore(lifetime: options.sessionLifetime)
        tokens = TokenStore(lifetime: options.tokenLifetime)
        pageSignIn = options.pageSignIn
    }

    func transaction() -> String { random.hex(12) }

    func sessionID() -> String { random.hex(32, upperCase: true) }

    /// Authenticates an API request: returns its session, opened or continued, and the cookies to set. A credential
    /// takes precedence over a session, and a certificate over an invalid Basic header; in a session that visited a
    /// page, cookies alone are not enough.
    func signIn(
        _ request: HTTPRequest, _ store: RecordStore, at now: Timestamp
    ) throws -> Result<Visitor, SandboxSignInError> {
        let cookies = SessionCookies.read(request.headers)
        let known = sessions.session(cookies: cookies, at: now).flatMap { $0.hasUser ? $0 : nil }
        let others = known == nil ? RequestCredential(besidesHeaderOf: request) : nil
        if let credential = RequestCredential(request) ?? others {
            var identity = try identity(of: credential, request, store, at: now, known: known?.userID)
            if case .refused(.credentials) = identity, credential.isBasic, let name = request.certifiedName {
                identity = try self.identity(of: .certificate(name), request, store, at: now, known: nil)
            }
            switch identity {
            case .refused(let error): return .failure(error)
            case .user(let userID, let token):
                guard let known, known.userID == userID else {
                    let session = sessions.open(for: userID, at: now, random: &random)
                    try bind(session, to: token, store)
                    return .success((session, SessionCookies.opening(session, at: now, secure: request.isSecure)))
                }
                // A session opened by a password does not end with the token.
                if known.token != nil { try bind(known, to: token, store) }
                return .success(continued(known, cookies, request, at: now))
            }
        }
        guard let known else { return .failure(.credentials) }
        if known.isUI, request.headers["X-UserToken"] != known.csrfToken {
            return .failure(.userToken(known.csrfToken))
        }
        return .success(continued(known, cookies, request, at: now))
    }

    /// The session of a page request, if its cookies name a live one; the visit is recorded. Guest sessions are
    /// included, so that a form and its submission belong together. Sessions opened by APIs are excluded if a property
    /// says so (`com.glide.processors.aprocessor.donot_reuse_api_session`).
    func visitor(_ request: HTTPRequest, _ store: RecordStore, at now: Timestamp) throws -> Visitor? {
        let cookies = SessionCookies.read(request.headers)
        guard let known = sessions.session(cookies: cookies, at: now) else { return nil }
        if known.origin == .api, try store.isTrue(SignInProperty.separatesPageSessions, shipped: true) { return nil }
        sessions.visit(known)
        return continued(known, cookies, request, at: now)
    }

    /// The session that a request may impersonate in: that of its cookies alone, with their token.
    func impersonating(_ request: HTTPRequest, at now: Timestamp) -> SessionStore.Session? {
        let session = sessions.session(cookies: SessionCookies.read(request.headers), at: now)
        return RequestCredential(request) == nil && request.headers["X-UserToken"] == session?.csrfToken ? session : nil
    }

    func openPages(for userID: String, at now: Timestamp, secure: Bool) -> Visitor {
        let session = sessions.open(for: userID, by: .page, at: now, random: &random)
        sessions.visit(session)
        return (session, SessionCookies.opening(session, at: now, secure: secure))
    }

    func revoke(_ token: String, at now: Timestamp) {
        let ended = tokens.revoke(token, at: now)
        if !ended.isEmpty { sessions.close { $0.token.map { ended.contains($0.text) } ?? false } }
    }

    private func continued(
        _ known: SessionStore.Session, _ cookies: [String: String], _ request: HTTPRequest, at now: Timestamp
    ) -> Visitor {
        sessions.extend(known, at: now)
        // A guest has no user name to remember.
        let knowsUser = !known.hasUser || cookies["glide_user"].map { !$0.isEmpty } ?? false
        return (known, SessionCookies.continuing(known, at: now, knowsUser: knowsUser, secure: request.isSecure))
    }

    private func bind(_ session: SessionStore.Session, to token: TokenStore.Token?, _ store: RecordStore) throws {
        guard let token, session.token?.text != token.text else { return }
        let ends = try store.isTrue(SignInProperty.endsWithToken, shipped: true)
        sessions.bind(session, to: token.text, until: ends ? token.ends : nil)
    }

    private enum Identity {
        case user(String, token: TokenStore.Token?)
        case refused(SandboxSignInError)
    }

    /// The user of a credential. `known` is the user of the request's session, whose second factor was verified when it
    /// began.
    private func identity(
        of credential: RequestCredential, _ request: HTTPRequest, _ store: RecordStore, at now: Timestamp,
        known: String?
    ) throws -> Identity {
        switch credential {
        case .basic(let userName, let password):
            let passcode = request.headers["X-MFA_TOKEN"]
            switch try PasswordCheck(store: store, requiresPasscode: requiresSecondFactor).verdict(
                userName: userName, password: password, passcode: passcode)
            {
            case .refused: return .refused(.credentials)
            case .passcodeRequired(let userID): return userID == known ? .user(userID, token: nil) : .refused(.passcode)
            case .right(let userID, let byPasscode):
                let restriction = BasicRestriction(store: store, isEnforced: restrictsBasic)
                return try restriction.refuses(userID, userName: userName, byPasscode: byPasscode)
                    ? .refused(.credentials) : .user(userID, token: nil)
            }
        case .bearer(let text):
            guard let token = tokens.access.token(text, at: now) else { return .refused(.credentials) }
            return .user(token.grant.userID, token: token)
        case .apiKey(let key):
            guard let userID = try APIKeyStore(store: store).user(key, at: now) else { return .refused(.credentials) }
            return .user(userID, token: nil)
        case .certificate(let userName):
            let entry = try AccountStore(store: store).entry(userName: userName)
            guard let entry, entry.isOpen else { return .refused(.credentials) }
            return .user(entry.sysID, token: nil)
        case .unreadable: return .refused(.credentials)
        }
    }
}

enum SandboxSignInError: Error, Hashable {
    /// No credential and no session, or a wrong credential; the client is not told which.
    case credentials
    /// The passcode of a user with multi-factor authentication is missing or wrong.
    case passcode
    /// The session visited a page, and the request lacks this token (`X-UserToken`).
    case userToken(String)
}

enum RequestCredential: Hashable {
    case basic(userName: String, password: String)
    case bearer(String)
    case apiKey(String)
    case certificate(String)
    case unreadable

    init?(_ request: HTTPRequest) {
        if let line = request.headers["Authorization"] {
            self = RequestCredential.authorization(line)
        } else if let key = request.headers[APIKeyStore.name] {
            self = .apiKey(key)
        } else {
            return nil
        }
    }

    /// A credential outside the header fields: an API key in the query, or the connection's client certificate. Used only
    /// if the request has neither another credential nor a session: browsers send certificates automatically, so one
    /// must not replace the token that a session requires.
    init?(besidesHeaderOf request: HTTPRequest) {
        if let key = request.url.queryFields.first(where: { $0.name == APIKeyStore.name })?.value {
            self = .apiKey(key)
        } else if let name = request.certifiedName {
            self = .certificate(name)
        } else {
            return nil
        }
    }

    var isBasic: Bool {
        switch self {
        case .basic, .unreadable: true
        case .bearer, .apiKey, .certificate: false
        }
    }

    private static func authorization(_ line: String) -> RequestCredential {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return .unreadable }
        if HeaderFields.same(String(parts[0]), "Bearer") { return .bearer(String(parts[1])) }
        guard HeaderFields.same(String(parts[0]), "Basic"), let bytes = Base64.decode(parts[1].utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return .unreadable }
        return .basic(
            userName: String(decoding: bytes[..<colon], as: UTF8.self),
            password: String(decoding: bytes[(colon + 1)...], as: UTF8.self))
    }
}

/// Verifies a user name and password, with the passcode of multi-factor authentication, and locks users out after too
/// many failures.
struct PasswordCheck {
    enum Verdict: Hashable {
        /// With the user's sys_id. `byPasscode` says whether a correct passcode was given.
        case right(userID: String, byPasscode: Bool)
        /// The password is correct, and the passcode missing or wrong.
        case passcodeRequired(userID: String)
        /// Unknown user, not allowed to sign in, or wrong password; the client is not told which.
        case refused
    }

    let store: RecordStore
    /// Whether every account has a second factor.
    var requiresPasscode = false

    /// The only passcode, in place of those of an authenticator app.
    static let passcode = "246810"

    /// Verifies a password. A passcode is in `X-MFA_TOKEN`, or appended to the password as in earlier releases.
    /// `forPages` rejects users that may only use APIs.
    func verdict(
        userName: String, password: String, passcode: String? = nil, forPages: Bool = false
    ) throws -> Verdict {
        let book = AccountStore(store: store)
        guard let entry = try book.entry(userName: userName), entry.isOpen, !(forPages && entry.isAPIOnly) else {
            return .refused
        }
        var given = passcode
        var isRight = entry.hasPassword(password)
        let hasSecondFactor = entry.hasSecondFactor || requiresPasscode
        if !isRight, hasSecondFactor, passcode == nil {
            let cut = PasswordCheck.passcode.count
            given = String(password.suffix(cut))
            isRight = entry.hasPassword(String(password.dropLast(cut)))
        }
        guard isRight else {
            try countFailure(entry, book)
            return .refused
        }
        guard hasSecondFactor else {
            try forget(entry, book)
            return .right(userID: entry.sysID, byPasscode: false)
        }
        guard given == PasswordCheck.passcode else { return .passcodeRequired(userID: entry.sysID) }
        try forget(entry, book)
        return .right(userID: entry.sysID, byPasscode: true)
    }

    private func forget(_ entry: AccountStore.Entry, _ book: AccountStore) throws {
        if entry.failures > 0 { try book.setFailures(0, of: entry.sysID) }
    }

    private func countFailure(_ entry: AccountStore.Entry, _ book: AccountStore) throws {
        let text = try store.property(SignInProperty.maxAttempts)
        let most = text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? SignInProperty.defaultMaxAttempts
        let count = entry.failures >= most ? 1 : entry.failures + 1
        try book.setFailures(count, of: entry.sysID, locks: count >= most)
    }
}

/// Whether a user may use Basic authentication with APIs. New instances reject it unless the account is for APIs only,
/// a passcode was given, or a role allows it; the sandbox accepts it by default.
struct BasicRestriction {
    let store: RecordStore
    var isEnforced = false

    func refuses(_ userID: String, userName: String, byPasscode: Bool) throws -> Bool {
        guard !byPasscode, try isEnforced || store.isTrue(SignInProperty.enforcesBasic),
            try store.isTrue(SignInProperty.restrictsBasic, shipped: true)
        else { return false }
        let book = AccountStore(store: store)
        guard try book.entry(userName: userName)?.isAPIOnly != true else { return false }
        let text = try store.property(SignInProperty.basicRoles) ?? SignInProperty.defaultBasicRoles
        let roles = Set(text.split(separator: ",").map { String($0.filter { $0 != " " }) })
        return try book.account(userID)?.roles.isDisjoint(with: roles) ?? true
    }
}

struct APIKeyStore {
    let store: RecordStore

    static let name = "x-sn-apikey"

    func user(_ key: String, at now: Timestamp) throws -> String? {
        guard let table = store.schema["api_key"], !key.isEmpty else { return nil }
        try store.fill([table.name])
        let hidden = ObfuscatedText.hidden(key)
        let sql = """
            SELECT "user", "token" FROM \(table.storage)
            WHERE "token" = ? AND "active" = 1 AND ("expires" IS NULL OR "expires" > ?)
            """
        // Columns compare case-insensitively; keys must not.
        return try store.connection.rows(sql, [.text(hidden), .text(now.glideText)]) { ($0.text(0), $0.text(1)) }
            .first { $0.1 == hidden }?.0
    }
}

/// Properties for sign-in. Names and defaults are the vendor's where documentation or a real instance shows them.
enum SignInProperty {
    static let refusesPasswordGrant = "glide.oauth.inbound.ropc.grant_type.disabled"
    /// Whether the client credentials grant is allowed: not without a record, but the seed data has one.
    static let allowsClientGrant = "glide.oauth.inbound.client.credential.grant_type.enabled"
    static let endsWithToken = "glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled"
    /// Whether sessions opened by APIs are not valid for pages.
    static let separatesPageSessions = "com.glide.processors.aprocessor.donot_reuse_api_session"
    /// Both must be `true` for Basic to be rejected, as on new instances.
    static let restrictsBasic = "glide.authenticate.basic_auth.restriction.active"
    static let enforcesBasic = "glide.authenticate.basic_auth.restriction.enforce"
    /// The comma-separated roles that may use Basic anyway.
    static let basicRoles = "glide.authenticate.basic_auth.allowed_roles"
    static let defaultBasicRoles = "snc_basic_auth_api_access"
    static let maxAttempts = "glide.user.max_unlock_attempts"
    static let defaultMaxAttempts = 5
}
