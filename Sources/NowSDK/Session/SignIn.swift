import ExchangeModel

/// What an instance and its client know of each other: the credential, the cookies, and whether a session stands.
struct SignIn {
    /// What is known about the credential.
    enum Standing: Hashable {
        case unasked
        case held(Credential)
        /// The instance did not accept the last one, which was this user's.
        case rejected(user: String?)
    }

    /// A session, and the user whose credential opened it as far as known.
    struct Session: Hashable {
        let user: String?
    }

    /// How a request is signed in.
    enum Proof: Hashable {
        /// By the cookies of a session.
        case session(Session)
        case credential(Credential)
        /// Not at all: no credential is to be had.
        case nothing

        /// The user in whose name the request goes out.
        var user: String? {
            switch self {
            case .session(let session): session.user
            case .credential(let credential): credential.user
            case .nothing: nil
            }
        }
    }

    var standing = Standing.unasked
    var jar = CookieJar()
    private var session: Session?
    /// Accepted a credential and opened no session: then credentials go with every request, and none waits for another.
    private(set) var isSessionless = false
    /// Grows whenever cookies are thrown away, so that of many requests refused at once only the first does it.
    private(set) var generation = 0

    /// The session, if it serves at that moment.
    func liveSession(at now: Timestamp) -> Session? { SignIn.hasSession(jar, at: now) ? session : nil }

    /// How a request can be signed in without asking anybody; nil when somebody must be asked, or waited for.
    func readyProof(at now: Timestamp) -> Proof? {
        if let session = liveSession(at: now) { return .session(session) }
        switch standing {
        case .held(.anonymous): return .nothing
        case .held(let credential): return isSessionless ? .credential(credential) : nil
        case .unasked, .rejected: return nil
        }
    }

    /// Notes an answer that is no refusal, to a request sent while the cookies were those of `generation`, and returns
    /// the secrets it brought. Cookies that belong to a session thrown away meanwhile are not kept: whoever signs out and
    /// in as another user would carry on the session of the one before.
    mutating func accepted(
        _ response: HTTPResponse, from url: HTTPURL, with proof: Proof, generation: Int, at now: Timestamp
    ) -> [String] {
        guard generation == self.generation else {
            var discarded = CookieJar()
            return discarded.store(response.headers, from: url, at: now)
        }
        let secrets = jar.store(response.headers, from: url, at: now)
        guard case .credential(let credential) = proof, standing == .held(credential) else { return secrets }
        if SignIn.hasSession(jar, at: now) {
            session = Session(user: credential.user)
            isSessionless = false
        } else if response.status < 500 {
            isSessionless = true
        }
        return secrets
    }

    /// Notes a 401 to a request that was signed in so, while the cookies were those of `generation`.
    mutating func refused(_ proof: Proof, generation: Int) {
        switch proof {
        case .nothing: break
        case .session: if generation == self.generation { forgetSession() }
        case .credential(let credential):
            guard standing == .held(credential) else { return }
            standing = .rejected(user: credential.user)
            isSessionless = false
            forgetSession()
        }
    }

    /// Throws cookies away, and keeps the credential.
    mutating func forgetSession() {
        jar.removeAll()
        session = nil
        generation += 1
    }

    /// Instances keep a session by `JSESSIONID`, and while they set it the sliding `glide_session_store` says how long
    /// (both seen in recorded answers).
    private static func hasSession(_ jar: CookieJar, at now: Timestamp) -> Bool {
        jar.end(of: slidingCookie) == nil
            ? jar.holds(sessionCookie, at: now) || jar.holds(slidingCookie, at: now) : jar.holds(slidingCookie, at: now)
    }

    private static let sessionCookie = "JSESSIONID"
    static let slidingCookie = "glide_session_store"
}
