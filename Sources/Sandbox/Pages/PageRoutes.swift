import ExchangeModel

enum PageRoutes {
    typealias Handler = @Sendable (PageCall) throws -> Answer

    private struct Entry {
        let show: Handler
        var receive: Handler?

        init(_ show: @escaping Handler, receive: Handler? = nil) { (self.show, self.receive) = (show, receive) }

        /// A page for signed-in users; others are redirected to the login page.
        static func signedIn(
            _ show: @escaping @Sendable (RecordVisit) throws -> Answer,
            receive: (@Sendable (RecordVisit) throws -> Answer)? = nil, posted: Handler? = nil
        ) -> Entry {
            func handler(_ body: @escaping @Sendable (RecordVisit) throws -> Answer) -> Handler {
                { try RecordVisit($0).map(body) ?? $0.redirectToLogin() }
            }
            return Entry(handler(show), receive: posted ?? receive.map(handler))
        }

        /// A static page with a message, for everyone. Its text has the form's name.
        static func notice(_ title: String, _ form: String, next: String? = nil) -> Entry {
            Entry { try $0.page(title, form: form, PageTemplate.fill(form), next: next) }
        }
    }

    private static let entries: [String: Entry] = [
        "/": Entry { try $0.signedIn() == nil ? $0.redirectToLogin() : $0.redirect(to: "/home.do") },
        "/login.do": Entry({ try LoginPage.page($0) }, receive: LoginPage.receive),
        "/login_redirect.do": Entry(LoginPage.continueAfterLogin),
        "/validate_multifactor_auth_code.do": Entry(PasscodePage.show, receive: PasscodePage.receive),
        "/logout.do": Entry(LoginPage.logOut, receive: LoginPage.logOut),
        "/home.do": .signedIn(HomePage.show),
        "/saml2": Entry(IdentityProvider.show, receive: IdentityProvider.receive),
        "/navpage.do": .signedIn(HomePage.show, posted: IdentityProvider.consume),
        "/nav_to.do": .signedIn { FramePage.frame($0.call.parameters["uri"] ?? "", $0) },
        "/kb_view.do": .signedIn { try KnowledgePage.article($0, form: "kb_view") },
        "/kb": .signedIn(KnowledgePage.show),
        "/sp": .signedIn { PortalPage.show($0) },
        "/sys_attachment.do": .signedIn(AttachmentPage.show),
        "/oauth_auth.do": Entry(AuthorizationPage.show, receive: AuthorizationPage.receive),
        "/welcome.do": .notice("Welcome", "welcome"),
        "/session_timeout.do": .notice("Session timeout", "session_timeout", next: "/login.do"),
        "/security_interceptor.do": .notice("Security constraint", "security_interceptor"),
    ]

    /// The response to a page request. Nil if there is no such page. Without sign-in it is not revealed whether a page
    /// exists.
    static func answer(_ call: PageCall) throws -> Answer? {
        let method = call.request.effectiveMethod
        let isRead = [.get, .head].contains(method)
        // The portal has its own URL for the login form, for everyone.
        if ["/sp", "/sp/"].contains(call.path), isRead, Parameters(call.request.url)["id"] == "login" {
            return try LoginPage.page(call)
        }
        if namesProcessor(call.request.url), table(call) != nil {
            return try call.signedIn() == nil ? APIError.notAuthenticated.answer : nil
        }
        guard let entry = entries[call.path] ?? family(call) else {
            guard call.path.hasSuffix(".do"), try call.signedIn() == nil else { return nil }
            return try call.redirectToLogin()
        }
        do {
            if isRead { return try entry.show(call) }
            if method == .post, let receive = entry.receive { return try receive(call) }
        } catch {
            // An API's error, as a page.
            let apiError = SandboxEngine.apiError(error)
            let text = [apiError.message, apiError.detail].compactMap { $0 }.joined(separator: ": ")
            return try call.page(
                "Error", form: "error", HTML.alert(text) + "<p><a href=\"/home.do\">Home</a></p>",
                status: apiError.status)
        }
        let methods = entry.receive == nil ? "GET, HEAD" : "GET, HEAD, POST"
        var answer = try call.page(
            "Method not allowed", form: "error", "<p>This page takes \(methods).</p>", status: 405)
        answer.fields.append(HeaderField("Allow", methods))
        return answer
    }

    /// Whether a query field without a value names a processor (`incident_list.do?CSV`): two capitals begin it. There are
    /// none.
    private static func namesProcessor(_ url: HTTPURL) -> Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return url.queryFields.contains { field in
            field.value.isEmpty && field.name.utf8.count > 1 && field.name.utf8.prefix(2).allSatisfy(capitals.contains)
        }
    }

    /// Pages by pattern: forms and lists of tables, framed pages.
    private static func family(_ call: PageCall) -> Entry? {
        if call.path.hasPrefix(FramePage.target) {
            return .signedIn { FramePage.frame(String($0.page.path.dropFirst(FramePage.target.count)), $0) }
        }
        guard let (table, isList) = table(call) else { return nil }
        if isList { return .signedIn { try ListPage(visit: $0, table: table).answer() } }
        return .signedIn(
            { try FormPage(visit: $0, table: table).answer() }, receive: { try FormSaving.receive(table, $0) })
    }

    /// The table whose form or list a URL names.
    private static func table(_ call: PageCall) -> (Table, isList: Bool)? {
        guard call.path.hasSuffix(".do") else { return nil }
        let name = String(call.path.dropFirst().dropLast(3))
        if let table = call.store.schema[name] { return (table, false) }
        return name.hasSuffix("_list") ? call.store.schema[String(name.dropLast(5))].map { ($0, true) } : nil
    }
}

/// A page request. The page itself checks whether the user is signed in.
final class PageCall {
    let request: HTTPRequest
    let path: String
    let store: RecordStore
    let authenticator: SandboxAuthenticator
    let now: Timestamp
    let build: String
    private(set) var cookies: [String] = []
    private(set) var isLoggedIn: Bool?
    private var hasOpened = false
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

    func signedIn() throws -> SessionStore.Session? {
        let session = try session()
        return session.hasUser ? session : nil
    }

    @discardableResult
    func open(for userID: String, replacing old: SessionStore.Session? = nil) -> SessionStore.Session {
        if let old { authenticator.sessions.close(old) }
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
        let line = address.unicodeScalars.map {
            (0x21..<0x7F).contains($0.value) ? String($0) : PercentCoding.encode(String($0))
        }.joined()
        return .empty(302, fields: [HeaderField("Location", line)])
    }

    /// Redirects a client that is not signed in to the login page, and stores the requested page. A client whose
    /// session has expired sees a message.
    func redirectToLogin() throws -> Answer {
        let requestCookies = SessionCookies.read(request.headers)
        let session = try session()
        let isOver = hasOpened && (requestCookies["JSESSIONID"] ?? requestCookies["glide_session_store"]) != nil
        let target = request.url.target
        if request.method == .get { authenticator.sessions[session].wanted = target.utf8.count <= 8192 ? target : nil }
        switch authenticator.pageSignIn {
        case .form: return redirect(to: isOver ? "/session_timeout.do" : "/login.do")
        case .sso, .samlPost:
            return SingleSignOn(request, as: authenticator.pageSignIn)
                .answer(wanting: request.url.target, token: session.csrfToken)
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
