package import ExchangeModel

/// The cookies and the session of one realm of an instance.
struct RealmSession: Sendable {
    /// A session as the client knows it.
    struct Session: Sendable {
        /// The user whose credential opened it, if known.
        let user: String?
        let opened: Timestamp
        /// When the token that opened it expires; nil if there is no token or its expiry is unknown.
        let tokenEnds: Timestamp?
        var uses = 1
    }

    private(set) var jar = CookieJar()
    private(set) var session: Session?
    /// The instance accepted a credential without opening a session: credentials are sent with every request, and
    /// requests do not wait for each other.
    var isSessionless = false
    /// Incremented when cookies are discarded, so that of many requests rejected at once only the first discards them.
    private(set) var generation = 0
    /// The `X-UserToken` that the instance requires with this session's cookies (CSRF protection).
    var userToken: String?

    /// The session, if it is still valid. `endsWithToken`: the session ends with its token.
    func liveSession(at now: Timestamp, endsWithToken: Bool) -> Session? {
        guard let session, hasSession(at: now) else { return nil }
        if endsWithToken, let ends = session.tokenEnds, ends <= now { return nil }
        return session
    }

    /// When an idle session ends; nil if unknown.
    var ends: Timestamp? { jar.end(of: Cookie.sliding) }

    /// Instances identify a session by `JSESSIONID`; `glide_session_store`, if set, is its sliding lifetime (both seen
    /// in recorded responses).
    func hasSession(at now: Timestamp) -> Bool {
        ends == nil
            ? jar.holds(Cookie.session, at: now) || jar.holds(Cookie.sliding, at: now)
            : jar.holds(Cookie.sliding, at: now)
    }

    /// Stores the cookies of a response and returns the values that are new.
    mutating func store(_ headers: HeaderFields, from url: HTTPURL, at now: Timestamp) -> [String] {
        jar.store(headers, from: url, at: now)
    }

    mutating func open(_ opened: Session) {
        session = opened
        userToken = nil
        isSessionless = false
    }

    /// Starts with a browser's cookies, which are sent as a credential: with every request, until it is rejected.
    mutating func adopt(_ given: WebSession, at now: Timestamp) {
        forget()
        jar = CookieJar(line: given.cookies.text, at: now)
        userToken = given.userToken?.text
    }

    /// A request was sent with the session's cookies and was not rejected.
    mutating func wasUsed() { session?.uses += 1 }

    mutating func forget() {
        jar.removeAll()
        session = nil
        userToken = nil
        generation += 1
    }
}

/// The realms of an instance, with separate sessions and cookies: a session that has seen a page requires a token with
/// every request authenticated by cookies alone; a REST session does not.
enum SignInRealm: Sendable, Hashable {
    /// Paths under `/api/`.
    case api
    /// All other paths.
    case pages

    init(path: String) { self = path.utf8.starts(with: "/api/".utf8) ? .api : .pages }
}

/// The state of a sign-in, without secrets.
package struct SignInStatus: Sendable, Hashable {
    /// A valid session, so that no credential is sent.
    package struct Session: Sendable, Hashable {
        package let opened: Timestamp
        /// When an idle session ends; nil if unknown.
        package let ends: Timestamp?
        package let uses: Int
    }

    /// The current access token.
    package struct Token: Sendable, Hashable {
        package let obtained: Timestamp
        /// When it expires; nil if unknown.
        package let ends: Timestamp?
        /// Whether it can be renewed without prompting.
        package let hasRefresh: Bool
        package let scope: String?
    }

    /// A cookie, without its value.
    package struct Cookie: Sendable, Hashable {
        package let name: String
        /// Whether it is sent to pages, or to REST.
        package let isForPages: Bool
        /// When it was last set.
        package let set: Timestamp
        /// When it expires; nil for a session cookie.
        package let ends: Timestamp?
    }

    /// The kind of the current credential; nil before the first.
    package let kind: SignInKind?
    /// The user requests are sent as, if known.
    package let user: String?
    package let session: Session?
    package let pages: Session?
    /// The token used where there is no session.
    package let token: Token?
    /// The current cookies, REST first.
    package let cookies: [Cookie]
    /// Whether the last credential was rejected.
    package let isRejected: Bool
    /// The number of consecutive rejections of a credential or code. Instances lock accounts after a few.
    package let rejections: Int

    /// Whether there is a session for REST or pages.
    package var hasSession: Bool { session != nil || pages != nil }
}

extension SignIn {
    func status(at now: Timestamp) -> SignInStatus {
        let api = liveSession(in: .api, at: now), pages = liveSession(in: .pages, at: now)
        var user = api?.user ?? pages?.user
        if case .held(let credential) = credentialState { user = user ?? credential.user }
        var isRejected = false
        if case .rejected = credentialState { isRejected = true }
        let held = tokens.flatMap { $0.isRejected ? nil : $0.tokens }
        return SignInStatus(
            kind: kind, user: user, session: shown(api, .api), pages: shown(pages, .pages),
            token: held.map {
                .init(obtained: $0.obtained, ends: $0.ends, hasRefresh: $0.refresh != nil, scope: $0.scope)
            }, cookies: cookies(.api, at: now) + cookies(.pages, at: now), isRejected: isRejected,
            rejections: rejections)
    }

    private func shown(_ session: RealmSession.Session?, _ realm: SignInRealm) -> SignInStatus.Session? {
        session.map { .init(opened: $0.opened, ends: self[realm].ends, uses: $0.uses) }
    }

    private func cookies(_ realm: SignInRealm, at now: Timestamp) -> [SignInStatus.Cookie] {
        self[realm].jar.live(at: now).map {
            .init(name: $0.name, isForPages: realm == .pages, set: $0.set, ends: $0.expires)
        }
    }
}
