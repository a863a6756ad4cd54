import ExchangeModel

/// The cookies of one half of an instance, and the session they stand for.
struct RealmSession: Sendable {
    /// A session as the client knows it.
    struct Session: Sendable {
        /// The user whose credential opened it, as far as known.
        let user: String?
        let opened: Timestamp
        /// When the token that opened it ends; nil when none did, or none that says.
        let tokenEnds: Timestamp?
        var uses = 1
    }

    private(set) var jar = CookieJar()
    private(set) var session: Session?
    /// Accepted a credential and opened no session: then credentials go with every request, and none waits for another.
    var isSessionless = false
    /// Grows whenever cookies are thrown away, so that of many requests refused at once only the first does it.
    private(set) var generation = 0
    /// What the instance wants as `X-UserToken` beside the cookies of this session (protection against forged requests).
    var userToken: String?

    /// The session, if it serves at that moment. `endsWithToken` says that it is over once its token is.
    func liveSession(at now: Timestamp, endsWithToken: Bool) -> Session? {
        guard let session, hasSession(at: now) else { return nil }
        if endsWithToken, let ends = session.tokenEnds, ends <= now { return nil }
        return session
    }

    /// When the session ends unless it is used; nil when the instance does not say.
    var ends: Timestamp? { jar.end(of: Cookie.sliding) }

    /// Instances keep a session by `JSESSIONID`, and while they set it the sliding `glide_session_store` says how long
    /// (both seen in recorded answers).
    func hasSession(at now: Timestamp) -> Bool {
        ends == nil
            ? jar.holds(Cookie.session, at: now) || jar.holds(Cookie.sliding, at: now)
            : jar.holds(Cookie.sliding, at: now)
    }

    /// Keeps what an answer sets, and returns the secrets that are new.
    mutating func store(_ headers: HeaderFields, from url: HTTPURL, at now: Timestamp) -> [String] {
        jar.store(headers, from: url, at: now)
    }

    mutating func open(_ opened: Session) {
        session = opened
        userToken = nil
        isSessionless = false
    }

    /// A request went out with the session's cookies and was not refused.
    mutating func wasUsed() { session?.uses += 1 }

    mutating func forget() {
        jar.removeAll()
        session = nil
        userToken = nil
        generation += 1
    }
}

/// The two halves of an instance, which have sessions and cookies of their own: a session that has seen a page wants a
/// token with every request that comes by cookies alone, one that knows the REST interfaces only does not.
enum SignInRealm: Sendable, Hashable {
    /// Paths below `/api/`.
    case api
    /// Everything else.
    case pages

    init(path: String) { self = path.utf8.starts(with: "/api/".utf8) ? .api : .pages }
}
