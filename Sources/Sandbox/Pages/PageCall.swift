import ExchangeModel

/// A request for a page. The page itself checks whether the user is signed in.
final class PageCall {
    let request: HTTPRequest
    let path: String
    let store: RecordStore
    let authenticator: SandboxAuthenticator
    let now: Timestamp
    let build: String
    private(set) var cookies: [String] = []
    /// What `X-Is-Logged-In` says; nil leaves the line out.
    private(set) var isLoggedIn: Bool?
    private var hasOpened = false
    /// The session, once it is known.
    private var current: SessionStore.Session?

    init(
        _ request: HTTPRequest, path: String, store: RecordStore, at authenticator: SandboxAuthenticator,
        now: Timestamp, build: String
    ) {
        (self.request, self.path, self.store, self.authenticator) = (request, path, store, authenticator)
        (self.now, self.build) = (now, build)
    }

    /// The session that the request is made in: that of its cookies, one for the credential it brings, or a
    /// new guest session.
    func session() throws -> SessionStore.Session {
        if let current { return current }
        let named = try owner()
        if let (session, lines) = try authenticator.visitor(request, store, at: now),
            named.map({ $0.userID == session.userID }) ?? true
        {
            if try !session.hasUser || AccountStore(store: store).account(session.userID) != nil {
                (cookies, isLoggedIn, current) = (lines, session.hasUser, session)
                return session
            }
            authenticator.sessions.close(session)
        }
        let session = open(for: named?.userID ?? "")
        if let token = named?.token { authenticator.sessions.bind(session, to: token.text, until: token.ends) }
        return session
    }

    /// The session of the request when it has a user.
    func signedIn() throws -> SessionStore.Session? {
        let session = try session()
        return session.hasUser ? session : nil
    }

    /// Opens a session, in the place of another if there was one.
    @discardableResult
    func open(for userID: String, replacing old: SessionStore.Session? = nil) -> SessionStore.Session {
        if let old {
            authenticator.sessions.close(old)
            authenticator.visits.forget(old)
        }
        let (session, lines) = authenticator.openPages(for: userID, at: now, secure: request.isSecure)
        (cookies, isLoggedIn, hasOpened, current) = (lines, session.hasUser, true, session)
        return session
    }

    /// A page in the session of the request. `next` is the page it goes on to by itself after a few seconds.
    func page(
        _ title: String, form: String, _ body: String, status: Int = 200, next: String? = nil, hasBar: Bool = true
    ) throws -> Answer {
        let session = try session()
        let account = session.hasUser ? try AccountStore(store: store).account(session.userID) : nil
        let viewer = PageViewer(session: session, account: account, build: build, now: now)
        return viewer.page(title, form: form, body, status: status, next: next, hasBar: hasBar)
    }

    /// The fields of a posted form, and whether it holds the session's token: whether the page was ours.
    func postedForm() throws -> (form: Parameters, isGenuine: Bool) {
        let form = Parameters(posted: request) ?? Parameters([])
        return (form, try form["sysparm_ck"] == session().csrfToken)
    }

    /// Where a form leads that is not genuine.
    var interceptor: Answer { redirect(to: "/security_interceptor.do") }

    func redirect(to target: String) -> Answer { PageCall.redirect(to: request.url.origin + target) }

    /// Sends the client to an address. Characters that a header line cannot hold are escaped.
    static func redirect(to address: String) -> Answer {
        let digits = Array("0123456789ABCDEF".utf8)
        var line: [UInt8] = []
        for byte in address.utf8 {
            if (0x21..<0x7F).contains(byte) {
                line.append(byte)
            } else {
                line += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return .empty(302, fields: [HeaderField("Location", String(decoding: line, as: UTF8.self))])
    }

    /// Redirects a client that is not signed in to the login page, and remembers the page it asked for. A client
    /// whose session is over is notified.
    func sendToLogin() throws -> Answer {
        let brought = SessionCookies.read(request.headers)
        let session = try session()
        let isOver = hasOpened && (brought["JSESSIONID"] ?? brought["glide_session_store"]) != nil
        if request.method == .get { authenticator.visits.want(request.url.target, in: session) }
        switch authenticator.pageSignIn {
        case .form: return redirect(to: isOver ? "/session_timeout.do" : "/login.do")
        case .sso: return SingleSignOnPage.answer(wanting: request.url.target, self, session)
        case .portal: return redirect(to: "/sp?id=login")
        }
    }

    /// The session that an API would give to the credential of the request: its user, and the token it ends with. Nil
    /// without a credential, and with a wrong one.
    private func owner() throws -> SessionStore.Session? {
        guard RequestCredential(request) != nil,
            case .success((let session, _)) = try authenticator.signIn(request, store, at: now)
        else { return nil }
        // The stored one: a token was bound to it.
        return authenticator.sessions.session(cookies: ["JSESSIONID": session.id], at: now)
    }
}

extension HTTPRequest {
    var isSecure: Bool { url.scheme == "https" }
}

/// What the sessions of pages remember from one page to the next.
struct PageVisits {
    struct Visit {
        /// The page that was asked for before anybody was signed in: path and query.
        var wanted: String?
        var pendingUserID: String?
        var wrongPasscodes = 0
        /// What was done just now, for the next page to say.
        var notice = ""
    }

    /// How many sessions are remembered at most, and how long an address.
    private static let most = 4096
    private static let longestAddress = 8192
    private var visits: [String: Visit] = [:]

    subscript(session: SessionStore.Session) -> Visit {
        get { visits[session.id] ?? Visit() }
        set {
            if visits.count >= PageVisits.most { visits = [:] }
            visits[session.id] = newValue
        }
    }

    /// Remembers a page. One with a very long address is not worth it.
    mutating func want(_ target: String, in session: SessionStore.Session) {
        self[session].wanted = target.utf8.count <= PageVisits.longestAddress ? target : nil
    }

    mutating func forget(_ session: SessionStore.Session) { visits[session.id] = nil }
}
