import ExchangeModel

/// A request for a page. Whether somebody is signed in, the page asks for itself.
struct PageCall {
    let request: HTTPRequest
    /// The path with its escapes undone.
    let path: String
    let store: RecordStore
    /// Wire time.
    let now: Timestamp
    /// Whether the request came over TLS.
    let secure: Bool
    /// The version of the instance.
    let build: String
    /// The cookies that the answer sets.
    var cookies: [String] = []
    /// What `X-Is-Logged-In` says; nil leaves the line out.
    var isLoggedIn: Bool?
    /// Whether a session was opened for the request.
    private var hasOpened = false
    /// The session, once it is known.
    private var current: SessionBook.Session?

    init(request: HTTPRequest, path: String, store: RecordStore, now: Timestamp, secure: Bool, build: String) {
        self.request = request
        self.path = path
        self.store = store
        self.now = now
        self.secure = secure
        self.build = build
    }

    /// The session that the request is made in: that of its cookies, one for the credential it brings, or a new one of
    /// nobody.
    mutating func session(at desk: inout SignInDesk) throws -> SessionBook.Session {
        if let current { return current }
        let named = try owner(at: &desk)
        if let (session, lines) = try desk.visitor(request, store, at: now, secure: secure),
            named.map({ $0.userID == session.userID }) ?? true
        {
            if try !session.hasUser || AccountBook(store: store).account(session.userID) != nil {
                cookies = lines
                isLoggedIn = session.hasUser
                current = session
                return session
            }
            desk.sessions.close(session)
        }
        let session = open(for: named?.userID ?? "", at: &desk)
        if let token = named?.token { desk.sessions.bind(session, to: token.text, until: token.ends) }
        return session
    }

    /// Who looks at a page of a session.
    func viewer(in session: SessionBook.Session) throws -> PageViewer {
        let account = session.hasUser ? try AccountBook(store: store).account(session.userID) : nil
        return PageViewer(account: account, build: build, now: now)
    }

    /// The session of the request when somebody is signed in there.
    mutating func signedIn(at desk: inout SignInDesk) throws -> SessionBook.Session? {
        let session = try session(at: &desk)
        return session.hasUser ? session : nil
    }

    /// Opens a session, in the place of another if there was one.
    @discardableResult
    mutating func open(
        for userID: String, at desk: inout SignInDesk, replacing old: SessionBook.Session? = nil
    ) -> SessionBook.Session {
        if let old {
            desk.sessions.close(old)
            desk.visits.forget(old)
        }
        let (session, lines) = desk.openPages(for: userID, at: now, secure: secure)
        cookies = lines
        isLoggedIn = session.hasUser
        hasOpened = true
        current = session
        return session
    }

    /// Whether a form is one that a page of the session sent out.
    func isGenuine(_ form: PageForm, in session: SessionBook.Session) -> Bool {
        form["sysparm_ck"] == session.csrfToken
    }

    /// Sends the client to another page of the instance.
    func redirect(to target: String) -> Answer { PageCall.redirect(to: request.url.origin + target) }

    /// Sends the client to an address. Whatever may not stand in a header line is escaped.
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

    /// Sends a client that nobody is signed in with to where one signs in, and remembers what it wanted to see. A client
    /// whose session is over is told so on its way.
    mutating func sendToLogin(at desk: inout SignInDesk) throws -> Answer {
        let brought = SessionCookies.read(request.headers)
        let session = try session(at: &desk)
        let isOver = hasOpened && (brought["JSESSIONID"] ?? brought["glide_session_store"]) != nil
        if request.method == .get { desk.visits.want(request.url.target, in: session) }
        switch desk.pageSignIn {
        case .form: return redirect(to: isOver ? "/session_timeout.do" : "/login.do")
        case .sso: return SingleSignOnPage.answer(wanting: request.url.target, self, session)
        case .portal: return redirect(to: "/sp?id=login")
        }
    }

    /// The session that an API would give to the credential of the request: its user, and the token it ends with. Nil
    /// without a credential, and with a wrong one.
    private func owner(at desk: inout SignInDesk) throws -> SessionBook.Session? {
        guard RequestCredential(request) != nil,
            case .signedIn(let session, _) = try desk.signIn(request, store, at: now, secure: secure)
        else { return nil }
        // As it is kept: a token was bound to it meanwhile.
        return desk.sessions.session(cookies: ["JSESSIONID": session.id], at: now)
    }
}
