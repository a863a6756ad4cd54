import ExchangeModel

/// The instance's pages.
enum PageRoutes {
    typealias Handler = @Sendable (PageCall) throws -> Answer

    /// A page's handlers: showing it, and optionally receiving a form.
    private struct Entry {
        let show: Handler
        var receive: Handler?

        init(_ show: @escaping Handler, receive: Handler? = nil) { (self.show, self.receive) = (show, receive) }

        /// A page for signed-in users; others are redirected to the login page.
        static func signedIn(
            _ show: @escaping @Sendable (RecordVisit) throws -> Answer,
            receive: (@Sendable (RecordVisit) throws -> Answer)? = nil
        ) -> Entry {
            func handler(_ body: @escaping @Sendable (RecordVisit) throws -> Answer) -> Handler {
                { try RecordVisit($0).map(body) ?? $0.redirectToLogin() }
            }
            return Entry(handler(show), receive: receive.map(handler))
        }

        /// A static page with a message, for everyone.
        static func notice(_ title: String, _ form: String, _ body: String, next: String? = nil) -> Entry {
            Entry { try $0.page(title, form: form, body, next: next) }
        }
    }

    private static let entries: [String: Entry] = [
        "/": Entry { try $0.signedIn() == nil ? $0.redirectToLogin() : $0.redirect(to: "/home.do") },
        "/login.do": Entry({ try LoginPage.page($0) }, receive: LoginPage.receive),
        "/login_redirect.do": Entry(LoginPage.continueAfterLogin),
        "/validate_multifactor_auth_code.do": Entry(PasscodePage.show, receive: PasscodePage.receive),
        "/logout.do": Entry(LoginPage.logOut, receive: LoginPage.logOut),
        "/home.do": .signedIn(HomePage.show),
        "/nav_to.do": .signedIn { FramePage.frame($0.call.parameters["uri"] ?? "", $0) },
        "/kb_view.do": .signedIn { try KnowledgePage.article($0, form: "kb_view") },
        "/kb": .signedIn(KnowledgePage.show),
        "/sp": .signedIn(PortalPage.show),
        "/sys_attachment.do": .signedIn(AttachmentPage.show),
        "/oauth_auth.do": Entry(AuthorizationPage.show, receive: AuthorizationPage.receive),
        "/welcome.do": .notice(
            "Welcome", "welcome",
            """
            <p>This is a sandbox of Snowdeck: a small instance for trying things out.</p>
            <p><a href="/login.do">Log in</a></p>
            """),
        "/session_timeout.do": .notice(
            "Session timeout", "session_timeout",
            """
            <p>You are not logged in, or your session has expired. Redirecting to the login page.</p>
            <p><a href="/login.do">Log in</a></p>
            """, next: "/login.do"),
        "/security_interceptor.do": .notice(
            "Security constraint", "security_interceptor",
            """
            <p>This form does not belong to the current session. Nothing was changed.</p>
            <p><a href="/home.do">Home</a></p>
            """),
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
