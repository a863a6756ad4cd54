import ExchangeModel
import Notation

/// Sessions with sliding expiration: every response renews their lifetime.
struct SessionStore {
    enum Origin: Sendable, Hashable {
        case api
        case page
    }

    /// One session; its two identifiers are the cookies `JSESSIONID` and `glide_session_store`.
    struct Session: Sendable {
        let id: String
        let store: String
        let route: String
        var userID: String
        let origin: Origin
        let lifetime: Int64
        var expires: Timestamp
        /// The token that opened it, and when the session ends with it.
        var token: (text: String, ends: Timestamp?)?
        /// Whether a page was visited: then an API requires a token besides the cookies.
        var isUI = false
        var uses = 1
        var memory = Memory()

        var hasUser: Bool { !userID.isEmpty }

        /// `g_ck` in pages, sent back as `X-UserToken`: 72 digits, of which the first 32, except for the first one, are
        /// the session's.
        var csrfToken: String {
            let own = id.lowercased()
            let first = own.first.flatMap { Int(String($0), radix: 16) } ?? 0
            var random = SeededRandom(seed: StableHash.mixed(UInt64(bitPattern: StableHash.of(id))))
            return String((first + 1) % 16, radix: 16) + own.dropFirst() + random.hex(40)
        }
    }

    struct Memory: Sendable {
        /// The page that was requested before sign-in: path and query.
        var wanted: String?
        var pendingUserID: String?
        var wrongPasscodes = 0
        var notice = ""
    }

    subscript(session: Session) -> Memory {
        get { sessions[session.id]?.memory ?? Memory() }
        set { sessions[session.id]?.memory = newValue }
    }

    /// Clients that ignore cookies open a session with every call; beyond this number the oldest are dropped.
    static let maxSessions = 4096

    let lifetime: Int64
    /// The number of requests after which a session expires; nil for no limit.
    var maxUses: Int?
    private var sessions: [String: Session] = [:]
    private var idsByStore: [String: String] = [:]

    init(lifetime: Int64) { self.lifetime = lifetime }

    func session(cookies: [String: String], at now: Timestamp) -> Session? {
        let id = cookies["JSESSIONID"].flatMap { sessions[$0] == nil ? nil : $0 }
        guard let found = id ?? cookies["glide_session_store"].flatMap({ idsByStore[$0] }),
            let session = sessions[found], session.expires > now, session.uses < maxUses ?? .max
        else { return nil }
        if let end = session.token?.ends, end <= now { return nil }
        return session
    }

    mutating func open(
        for userID: String, by origin: Origin = .api, at now: Timestamp, random: inout SeededRandom
    ) -> Session {
        if sessions.count >= SessionStore.maxSessions { makeRoom() }
        let session = Session(
            id: random.hex(32, upperCase: true), store: random.hex(32, upperCase: true), route: random.hex(32),
            userID: userID, origin: origin, lifetime: lifetime, expires: now.advanced(bySeconds: lifetime))
        sessions[session.id] = session
        idsByStore[session.store] = session.id
        return session
    }

    mutating func extend(_ session: Session, at now: Timestamp) {
        sessions[session.id]?.expires = now.advanced(bySeconds: lifetime)
        sessions[session.id]?.uses += 1
    }

    mutating func visit(_ session: Session) { sessions[session.id]?.isUI = true }

    /// The session continues as another user.
    mutating func impersonate(_ userID: String, in session: Session) { sessions[session.id]?.userID = userID }

    mutating func bind(_ session: Session, to token: String, until end: Timestamp?) {
        sessions[session.id]?.token = (token, end)
    }

    mutating func close(_ session: Session) {
        sessions[session.id] = nil
        idsByStore[session.store] = nil
    }

    mutating func close(where isChosen: (Session) -> Bool) {
        for session in sessions.values where isChosen(session) { close(session) }
    }

    private mutating func makeRoom() {
        let kept = sessions.values.sorted { ($0.expires, $0.id) > ($1.expires, $1.id) }
            .prefix(SessionStore.maxSessions / 2)
        sessions = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
        idsByStore = Dictionary(uniqueKeysWithValues: kept.map { ($0.store, $0.id) })
    }
}

enum SessionCookies {
    static func read(_ headers: HeaderFields) -> [String: String] {
        var cookies: [String: String] = [:]
        for line in headers.values(of: "Cookie") {
            for pair in line.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let name = String(parts[0].drop { $0 == " " })
                if cookies[name] == nil { cookies[name] = String(parts[1]) }
            }
        }
        return cookies
    }

    /// The first response of a session: sets the identifiers and clears the remembered user.
    static func opening(_ session: SessionStore.Session, at now: Timestamp, secure: Bool) -> [String] {
        [
            "JSESSIONID=\(session.id); Path=/" + attributes(secure),
            cleared("glide_user", secure), cleared("glide_user_session", secure),
            "glide_user_route=glide.\(session.route)" + lasting(2_147_483_647, from: now) + attributes(secure),
            sliding(session, at: now, secure: secure), balancer,
        ]
    }

    static func continuing(
        _ session: SessionStore.Session, at now: Timestamp, knowsUser: Bool, secure: Bool
    ) -> [String] {
        let slide = sliding(session, at: now, secure: secure)
        guard !knowsUser else { return [slide] }
        let name = "\"" + Base64.encode(("SCR2:" + session.userID).utf8) + "\""
        return [
            "glide_user=\(name)" + lasting(2_147_483_647, from: now) + attributes(secure),
            "glide_user_session=\(name); Path=/" + attributes(secure),
            slide,
        ]
    }

    static func refused(_ id: String, secure: Bool) -> [String] {
        ["JSESSIONID=\(id); Path=/" + attributes(secure), balancer]
    }

    private static let balancer = "BIGipServerpool_sandbox=2927640842.52542.0000; path=/"

    private static func sliding(_ session: SessionStore.Session, at now: Timestamp, secure: Bool) -> String {
        "glide_session_store=\(session.store)" + lasting(session.lifetime, from: now) + attributes(secure)
    }

    private static func cleared(_ name: String, _ secure: Bool) -> String {
        name + "=; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/" + attributes(secure)
    }

    private static func lasting(_ seconds: Int64, from now: Timestamp) -> String {
        "; Max-Age=\(seconds); Expires=" + cookieDate(now.advanced(bySeconds: seconds)) + "; Path=/"
    }

    private static func attributes(_ secure: Bool) -> String {
        secure ? "; HttpOnly; SameSite=None; Secure" : "; HttpOnly"
    }

    /// `Fri, 04-Nov-2022 22:59:20 GMT`: the old format of cookie dates.
    private static func cookieDate(_ moment: Timestamp) -> String {
        var bytes = Array(moment.httpText.utf8)
        if bytes.count == 29 { (bytes[7], bytes[11]) = (UInt8(ascii: "-"), UInt8(ascii: "-")) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
