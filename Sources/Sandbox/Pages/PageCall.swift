import ExchangeModel

/// A request for a page. The page itself checks whether the user is signed in.
struct PageCall {
    let request: HTTPRequest
    let path: String
    let store: RecordStore
    let now: Timestamp
    let secure: Bool
    let build: String
    var cookies: [String] = []
    /// What `X-Is-Logged-In` says; nil leaves the line out.
    var isLoggedIn: Bool?
    private var hasOpened = false
    /// The session, once it is known.
    private var current: SessionStore.Session?

    init(request: HTTPRequest, path: String, store: RecordStore, now: Timestamp, secure: Bool, build: String) {
        self.request = request
        self.path = path
        self.store = store
        self.now = now
        self.secure = secure
        self.build = build
    }

    /// The session that the request is made in: that of its cookies, one for the credential it brings, or a
    /// new guest session.
    mutating func session(at authenticator: inout SandboxAuthenticator) throws -> SessionStore.Session {
        if let current { return current }
        let named = try owner(at: &authenticator)
        if let (session, lines) = try authenticator.visitor(request, store, at: now, secure: secure),
            named.map({ $0.userID == session.userID }) ?? true
        {
            if try !session.hasUser || AccountStore(store: store).account(session.userID) != nil {
                cookies = lines
                isLoggedIn = session.hasUser
                current = session
                return session
            }
            authenticator.sessions.close(session)
        }
        let session = open(for: named?.userID ?? "", at: &authenticator)
        if let token = named?.token { authenticator.sessions.bind(session, to: token.text, until: token.ends) }
        return session
    }

    func viewer(in session: SessionStore.Session) throws -> PageViewer {
        let account = session.hasUser ? try AccountStore(store: store).account(session.userID) : nil
        return PageViewer(account: account, build: build, now: now)
    }

    /// The session of the request when it has a user.
    mutating func signedIn(at authenticator: inout SandboxAuthenticator) throws -> SessionStore.Session? {
        let session = try session(at: &authenticator)
        return session.hasUser ? session : nil
    }

    /// Opens a session, in the place of another if there was one.
    @discardableResult
    mutating func open(
        for userID: String, at authenticator: inout SandboxAuthenticator, replacing old: SessionStore.Session? = nil
    ) -> SessionStore.Session {
        if let old {
            authenticator.sessions.close(old)
            authenticator.visits.forget(old)
        }
        let (session, lines) = authenticator.openPages(for: userID, at: now, secure: secure)
        cookies = lines
        isLoggedIn = session.hasUser
        hasOpened = true
        current = session
        return session
    }

    func isGenuine(_ form: PageForm, in session: SessionStore.Session) -> Bool {
        form["sysparm_ck"] == session.csrfToken
    }

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
    mutating func sendToLogin(at authenticator: inout SandboxAuthenticator) throws -> Answer {
        let brought = SessionCookies.read(request.headers)
        let session = try session(at: &authenticator)
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
    private func owner(at authenticator: inout SandboxAuthenticator) throws -> SessionStore.Session? {
        guard RequestCredential(request) != nil,
            case .signedIn(let session, _) = try authenticator.signIn(request, store, at: now, secure: secure)
        else { return nil }
        // The stored one: a token was bound to it.
        return authenticator.sessions.session(cookies: ["JSESSIONID": session.id], at: now)
    }
}

/// Who looks at a page, and what the instance is: what every page tells its scripts and shows above itself.
struct PageViewer {
    /// Without one, no user is signed in.
    var account: Account?
    /// The version of the instance, which its assets carry.
    var build: String = SandboxOptions.usualBuild
    /// Wire time, for the offset of the user's zone.
    var now = Timestamp(seconds: 0)

    /// The bar above a page with navigation and the user's name. Empty for guests.
    var header: String {
        guard let account else { return "" }
        let links = PageViewer.destinations.map { "<li><a href=\"\(HTML.escaped($0.address))\">\($0.name)</a></li>" }
        return """
            <header class="bar">
            <a class="brand" href="/home.do"><img src="\(PageAssets.logo)" alt="" width="24" height="24"> Sandbox</a>
            <nav aria-label="Main">
            <ul>
            \(links.joined(separator: "\n"))
            </ul>
            </nav>
            <p class="user"><a href="/sys_user.do?sys_id=\(account.sysID)">\(HTML.escaped(account.name))</a>
            <a href="/logout.do">Log out</a></p>
            </header>

            """
    }

    private static let destinations = [
        (name: "Home", address: "/home.do"),
        (name: "Incidents", address: "/incident_list.do?sysparm_query=active=true"),
        (name: "Problems", address: "/problem_list.do?sysparm_query=active=true"),
        (name: "Changes", address: "/change_request_list.do?sysparm_query=active=true"),
        (name: "Knowledge", address: "/kb"),
        (name: "Portal", address: "/sp"),
    ]
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
