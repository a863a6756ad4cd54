import ExchangeModel

/// The sign-in sessions that requests opened. They slide: every answer gives them another half hour.
struct SessionBook {
    /// One session; its two identifiers travel as the cookies `JSESSIONID` and `glide_session_store`.
    struct Session {
        let id: String
        let store: String
        let route: String
        let userID: String
        /// On wire time.
        var expires: Timestamp
        /// How many requests it was used for.
        var uses = 1
    }

    /// How long a session lives without a request, in seconds.
    static let lifetime: Int64 = 1800
    /// A client that drops its cookies opens a session with every call; beyond this many, the oldest go.
    static let mostSessions = 4096

    /// After so many requests a session is over, whatever its time says; nil leaves it at the time.
    var mostUses: Int?
    private var sessions: [String: Session] = [:]
    private var idsByStore: [String: String] = [:]

    /// The session that a request's cookies name, if it is still alive.
    func session(cookies: [String: String], at now: Timestamp) -> Session? {
        let id = cookies["JSESSIONID"].flatMap { sessions[$0] == nil ? nil : $0 }
        guard let found = id ?? cookies["glide_session_store"].flatMap({ idsByStore[$0] }),
            let session = sessions[found],
            session.expires > now, session.uses < mostUses ?? .max
        else { return nil }
        return session
    }

    /// Opens a session for a user.
    mutating func open(for userID: String, at now: Timestamp, random: inout SeededRandom) -> Session {
        if sessions.count >= SessionBook.mostSessions { makeRoom() }
        let session = Session(
            id: random.hex(32, upperCase: true), store: random.hex(32, upperCase: true), route: random.hex(32),
            userID: userID, expires: now.advanced(bySeconds: SessionBook.lifetime))
        sessions[session.id] = session
        idsByStore[session.store] = session.id
        return session
    }

    /// Gives a session another half hour.
    mutating func extend(_ session: Session, at now: Timestamp) {
        sessions[session.id]?.expires = now.advanced(bySeconds: SessionBook.lifetime)
        sessions[session.id]?.uses += 1
    }

    private mutating func makeRoom() {
        let kept = sessions.values.sorted { $0.expires > $1.expires }.prefix(SessionBook.mostSessions / 2)
        sessions = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
        idsByStore = Dictionary(uniqueKeysWithValues: kept.map { ($0.store, $0.id) })
    }
}
