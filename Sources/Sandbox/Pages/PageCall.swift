import ExchangeModel

/// A page request. The page itself checks whether the user is signed in.
final class PageCall {
    let request: HTTPRequest
    let path: String
    let store: RecordStore
    let authenticator: SandboxAuthenticator
    let now: Timestamp
    let build: String
    private(set) var cookies: [String] = []
    /// The value of `X-Is-Logged-In`; nil omits the field.
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

    /// The session of the request: that of its cookies, one for its credential, or a new guest session.
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

    /// The session of the request if it has a user.
    func signedIn() throws -> SessionStore.Session? {
        let session = try session()
        return session.hasUser ? session : nil
    }

    /// Opens a session, replacing another if there is one.
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

    /// A page in the request's session. `next` is the page that it redirects to after a few seconds.
    func page(
        _ title: String, form: String, _ body: String, status: Int = 200, next: String? = nil, hasBar: Bool = true
    ) throws -> Answer {
        let session = try session()
        let account = session.hasUser ? try AccountStore(store: store).account(session.userID) : nil
        let viewer = PageViewer(session: session, account: account, build: build, now: now)
        return viewer.page(title, form: form, body, status: status, next: next, hasBar: hasBar)
    }

    /// The fields of a submitted form, and whether it has the session's token.
    func postedForm() throws -> (form: Parameters, isGenuine: Bool) {
        let form = Parameters(posted: request) ?? Parameters([])
        return (form, try form["sysparm_ck"] == session().csrfToken)
    }

    /// The response to a form without a valid token.
    var interceptor: Answer { redirect(to: "/security_interceptor.do") }

    func redirect(to target: String) -> Answer { PageCall.redirect(to: request.url.origin + target) }

    /// Redirects to a URL. Characters that a header field cannot contain are escaped.
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

    /// Redirects a client that is not signed in to the login page, and stores the requested page. A client whose
    /// session has expired sees a message.
    func redirectToLogin() throws -> Answer {
        let requestCookies = SessionCookies.read(request.headers)
        let session = try session()
        let isOver = hasOpened && (requestCookies["JSESSIONID"] ?? requestCookies["glide_session_store"]) != nil
        if request.method == .get { authenticator.visits.want(request.url.target, in: session) }
        switch authenticator.pageSignIn {
        case .form: return redirect(to: isOver ? "/session_timeout.do" : "/login.do")
        case .sso: return SingleSignOnPage.answer(wanting: request.url.target, self, session)
        case .portal: return redirect(to: "/sp?id=login")
        }
    }

    /// The session that the request's credential would get from an API: its user, and the token it ends with. Nil
    /// without a valid credential.
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

/// What sessions remember between pages.
struct PageVisits {
    struct Visit {
        /// The page that was requested before sign-in: path and query.
        var wanted: String?
        var pendingUserID: String?
        var wrongPasscodes = 0
        /// A message about the last action, for the next page.
        var notice = ""
    }

    /// The maximum number of sessions, and of bytes of a URL.
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

    /// Stores the requested page, unless its URL is very long.
    mutating func want(_ target: String, in session: SessionStore.Session) {
        self[session].wanted = target.utf8.count <= PageVisits.longestAddress ? target : nil
    }

    mutating func forget(_ session: SessionStore.Session) { visits[session.id] = nil }
}
