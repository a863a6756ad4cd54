import ExchangeModel

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
