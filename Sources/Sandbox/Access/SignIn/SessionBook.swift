import ExchangeModel

/// The sessions that requests opened. They slide: every answer gives them their lifetime again.
struct SessionBook {
    /// Who opened a session.
    enum Origin: Sendable, Hashable {
        /// A request to an API, with a credential.
        case api
        /// A page: the login form, or a page that nobody signed in for.
        case page
    }

    /// One session; its two identifiers travel as the cookies `JSESSIONID` and `glide_session_store`.
    struct Session: Sendable {
        let id: String
        let store: String
        let route: String
        /// The user's sys_id; empty in a session of nobody, which pages open.
        let userID: String
        let origin: Origin
        /// How long it lives without a request, in seconds.
        let lifetime: Int64
        /// On wire time.
        var expires: Timestamp
        /// The token that opened it, and when the session ends with it.
        var token: (text: String, ends: Timestamp?)?
        /// Whether a page was visited in it: then a cookie alone is not enough for an API.
        var isUI = false
        /// How many requests it was used for.
        var uses = 1

        /// Whether somebody is signed in.
        var hasUser: Bool { !userID.isEmpty }

        /// What pages carry as `g_ck` and requests send back as `X-UserToken`: 72 digits, the first 32 of which are the
        /// session's own but for the first one.
        var csrfToken: String {
            let own = id.lowercased()
            let first = own.first.flatMap { Int(String($0), radix: 16) } ?? 0
            var random = SeededRandom(seed: StableHash.mixed(UInt64(bitPattern: StableHash.of(id))))
            return String((first + 1) % 16, radix: 16) + own.dropFirst() + random.hex(40)
        }
    }

    /// How long a session lives without a request unless it is told otherwise, in seconds.
    static let usualLifetime: Int64 = 1800
    /// A client that drops its cookies opens a session with every call; beyond this many, the oldest go.
    static let mostSessions = 4096

    /// How long its sessions live without a request, in seconds.
    let lifetime: Int64
    /// After so many requests a session is over, whatever its time says; nil leaves it at the time.
    var mostUses: Int?
    private var sessions: [String: Session] = [:]
    private var idsByStore: [String: String] = [:]

    init(lifetime: Int64 = SessionBook.usualLifetime) { self.lifetime = lifetime }

    /// The session that a request's cookies name, if it is still alive.
    func session(cookies: [String: String], at now: Timestamp) -> Session? {
        let id = cookies["JSESSIONID"].flatMap { sessions[$0] == nil ? nil : $0 }
        guard let found = id ?? cookies["glide_session_store"].flatMap({ idsByStore[$0] }),
            let session = sessions[found],
            session.expires > now, session.uses < mostUses ?? .max
        else { return nil }
        if let end = session.token?.ends, end <= now { return nil }
        return session
    }

    /// Opens a session for a user, or for nobody when `userID` is empty.
    mutating func open(
        for userID: String, by origin: Origin = .api, at now: Timestamp, random: inout SeededRandom
    ) -> Session {
        if sessions.count >= SessionBook.mostSessions { makeRoom() }
        let session = Session(
            id: random.hex(32, upperCase: true), store: random.hex(32, upperCase: true), route: random.hex(32),
            userID: userID, origin: origin, lifetime: lifetime, expires: now.advanced(bySeconds: lifetime))
        sessions[session.id] = session
        idsByStore[session.store] = session.id
        return session
    }

    /// Gives a session its lifetime again.
    mutating func extend(_ session: Session, at now: Timestamp) {
        sessions[session.id]?.expires = now.advanced(bySeconds: lifetime)
        sessions[session.id]?.uses += 1
    }

    /// A page was visited in the session: from now on an API wants its token beside the cookies.
    mutating func visit(_ session: Session) { sessions[session.id]?.isUI = true }

    /// Says which token a session belongs to, and when it ends with it; a later one takes the place of an earlier one.
    mutating func bind(_ session: Session, to token: String, until end: Timestamp?) {
        sessions[session.id]?.token = (token, end)
    }

    /// Ends a session.
    mutating func close(_ session: Session) {
        sessions[session.id] = nil
        idsByStore[session.store] = nil
    }

    /// Ends the sessions that a predicate chooses.
    mutating func close(where isChosen: (Session) -> Bool) {
        for session in sessions.values where isChosen(session) { close(session) }
    }

    private mutating func makeRoom() {
        let kept = sessions.values.sorted { ($0.expires, $0.id) > ($1.expires, $1.id) }
            .prefix(SessionBook.mostSessions / 2)
        sessions = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
        idsByStore = Dictionary(uniqueKeysWithValues: kept.map { ($0.store, $0.id) })
    }
}
