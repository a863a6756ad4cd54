/// What the sessions of pages remember from one page to the next.
struct PageVisits {
    /// What one session remembers.
    struct Visit {
        /// The page that was asked for before anybody was signed in: path and query.
        var wanted: String?
        /// Who gave the right password and is to give a passcode yet.
        var pendingUserID: String?
        /// How often the passcode was wrong.
        var wrongPasscodes = 0
        /// What was done just now, for the next page to say.
        var notice = ""
    }

    /// How many sessions are remembered at most, and how long an address.
    private static let most = 4096
    private static let longestAddress = 8192
    private var visits: [String: Visit] = [:]

    /// What a session remembers.
    subscript(session: SessionBook.Session) -> Visit {
        get { visits[session.id] ?? Visit() }
        set {
            if visits.count >= PageVisits.most { visits = [:] }
            visits[session.id] = newValue
        }
    }

    /// Remembers a page. One with a very long address is not worth it.
    mutating func want(_ target: String, in session: SessionBook.Session) {
        self[session].wanted = target.utf8.count <= PageVisits.longestAddress ? target : nil
    }

    /// Forgets everything of a session.
    mutating func forget(_ session: SessionBook.Session) { visits[session.id] = nil }
}
