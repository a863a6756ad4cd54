import ExchangeModel
import Notation

/// The sessions that requests opened. They slide: every answer gives them their lifetime again.
struct SessionStore {
    enum Origin: Sendable, Hashable {
        /// A request to an API, with a credential.
        case api
        /// A page: the login form, or a page without a sign-in.
        case page
    }

    /// One session; its two identifiers travel as the cookies `JSESSIONID` and `glide_session_store`.
    struct Session: Sendable {
        let id: String
        let store: String
        let route: String
        /// The user's sys_id; empty in a guest's session, which pages open.
        let userID: String
        let origin: Origin
        /// How long it lives without a request, in seconds.
        let lifetime: Int64
        var expires: Timestamp
        /// The token that opened it, and when the session ends with it.
        var token: (text: String, ends: Timestamp?)?
        /// Whether a page was visited in it: then a cookie alone is not enough for an API.
        var isUI = false
        /// How many requests it was used for.
        var uses = 1

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

    /// A client that drops its cookies opens a session with every call; beyond this many, the oldest go.
    static let maxSessions = 4096

    /// How long its sessions live without a request, in seconds.
    let lifetime: Int64
    /// After so many requests a session is over, whatever its time says; nil leaves it at the time.
    var maxUses: Int?
    private var sessions: [String: Session] = [:]
    private var idsByStore: [String: String] = [:]

    init(lifetime: Int64) { self.lifetime = lifetime }

    /// The session that a request's cookies name, if it is still alive.
    func session(cookies: [String: String], at now: Timestamp) -> Session? {
        let id = cookies["JSESSIONID"].flatMap { sessions[$0] == nil ? nil : $0 }
        guard let found = id ?? cookies["glide_session_store"].flatMap({ idsByStore[$0] }),
            let session = sessions[found],
            session.expires > now, session.uses < maxUses ?? .max
        else { return nil }
        if let end = session.token?.ends, end <= now { return nil }
        return session
    }

    /// Opens a session for a user, or for a guest when `userID` is empty.
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

    /// A page was visited in the session: from now on an API wants its token beside the cookies.
    mutating func visit(_ session: Session) { sessions[session.id]?.isUI = true }

    /// Says which token a session belongs to, and when it ends with it; a later one takes the place of an earlier one.
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

/// Reads the cookies of a request and writes those of an answer, with names, order and attributes of recorded answers.
enum SessionCookies {
    /// The cookies a request carries. Of two of the same name the first counts.
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

    /// The first answer of a session: identifiers are given, the remembered user is cleared.
    static func opening(_ session: SessionStore.Session, at now: Timestamp, secure: Bool) -> [String] {
        [
            "JSESSIONID=\(session.id); Path=/" + attributes(secure),
            cleared("glide_user", secure), cleared("glide_user_session", secure),
            "glide_user_route=glide.\(session.route)" + lasting(2_147_483_647, from: now) + attributes(secure),
            sliding(session, at: now, secure: secure),
            balancer,
        ]
    }

    /// A later answer: the session slides; the user is named when the client does not know it yet.
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

    /// The answer to a request that could not be signed in.
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

    /// `Fri, 04-Nov-2022 22:59:20 GMT`: the old form of cookie dates, with dashes.
    private static func cookieDate(_ moment: Timestamp) -> String {
        var bytes = Array(moment.httpText.utf8)
        if bytes.count == 29 { (bytes[7], bytes[11]) = (UInt8(ascii: "-"), UInt8(ascii: "-")) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
