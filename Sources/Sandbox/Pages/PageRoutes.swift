import ExchangeModel

/// The pages that the instance has.
enum PageRoutes {
    typealias Handler = @Sendable (inout PageCall, inout SandboxAuthenticator) throws -> Answer

    /// What a page does: it is looked at, and it may take a form.
    private struct Entry {
        let show: Handler
        var receive: Handler?
    }

    private static let entries: [String: Entry] = [
        "/": Entry(show: HomePage.find),
        "/login.do": Entry(show: LoginPage.show, receive: LoginPage.receive),
        "/login_redirect.do": Entry(show: LoginPage.goOn),
        "/validate_multifactor_auth_code.do": Entry(show: PasscodePage.show, receive: PasscodePage.receive),
        "/logout.do": Entry(show: LogoutPage.receive, receive: LogoutPage.receive),
        "/home.do": Entry(show: HomePage.show),
        "/navpage.do": Entry(show: FramePage.home),
        "/nav_to.do": Entry(show: FramePage.show),
        "/kb_view.do": Entry(show: KnowledgePage.show),
        "/kb": Entry(show: KnowledgePage.showAll),
        "/sp": Entry(show: PortalPage.show),
        "/sys_attachment.do": Entry(show: AttachmentPage.show),
        "/stats.do": Entry(show: StatisticsPage.show),
        "/oauth_auth.do": Entry(show: AuthorizationPage.show, receive: AuthorizationPage.receive),
        "/welcome.do": Entry(show: NoticePage.welcome),
        "/session_timeout.do": Entry(show: NoticePage.timeout),
        "/security_interceptor.do": Entry(show: NoticePage.interceptor),
    ]

    /// The answer to a request for a page. Nil when there is no such page. Who is not signed in learns of no page
    /// whether it is there.
    static func answer(_ call: inout PageCall, at authenticator: inout SandboxAuthenticator) throws -> Answer? {
        if isPortalLogin(call) { return try LoginPage.show(&call, &authenticator) }
        if let word = ExportFormat.word(in: call.request.url), let (table, isList) = table(call) {
            return try RecordExport.answer(word, of: table, isList: isList, &call, &authenticator)
        }
        guard let entry = entries[call.path] ?? family(call) else {
            guard call.path.hasSuffix(".do"), try call.signedIn(at: &authenticator) == nil else { return nil }
            return try call.sendToLogin(at: &authenticator)
        }
        do {
            switch call.request.effectiveMethod {
            case .get, .head: return try entry.show(&call, &authenticator)
            case .post: if let receive = entry.receive { return try receive(&call, &authenticator) }
            default: break
            }
        } catch {
            return try failure(SandboxEngine.refusal(error), &call, &authenticator)
        }
        let methods = entry.receive == nil ? "GET, HEAD" : "GET, HEAD, POST"
        let session = try call.session(at: &authenticator)
        var answer = Page(title: "Method not allowed", form: "error", body: "<p>This page takes \(methods).</p>")
            .answer(status: 405, in: session, for: try call.viewer(in: session))
        answer.fields.append(HeaderField("Allow", methods))
        return answer
    }

    /// `/sp?id=login`: the portal has the form under an address of its own, for everybody.
    private static func isPortalLogin(_ call: PageCall) -> Bool {
        ["/sp", "/sp/"].contains(call.path) && [.get, .head].contains(call.request.effectiveMethod)
            && PageForm(query: call.request)["id"] == "login"
    }

    /// A page of which there are many: the form and the list of a table, what is framed, what scripts build.
    private static func family(_ call: PageCall) -> Entry? {
        if call.path.hasPrefix(FramePage.target) { return Entry(show: FramePage.classic) }
        if call.path.hasPrefix("/now/") { return Entry(show: ScriptedPage.workspace) }
        guard call.path.hasSuffix(".do") else { return nil }
        if call.path.hasPrefix("/$") { return Entry(show: ScriptedPage.dashboard) }
        guard let (table, isList) = table(call) else { return nil }
        if isList { return Entry(show: { try ListPage.show(table, &$0, &$1) }) }
        return Entry(
            show: { try FormPage.show(table, &$0, &$1) }, receive: { try FormSaving.receive(table, &$0, &$1) })
    }

    /// The table whose form, or list, an address names.
    private static func table(_ call: PageCall) -> (Table, isList: Bool)? {
        guard call.path.hasSuffix(".do") else { return nil }
        let name = String(call.path.dropFirst().dropLast(3))
        if let table = call.store.schema[name] { return (table, false) }
        return name.hasSuffix("_list") ? call.store.schema[String(name.dropLast(5))].map { ($0, true) } : nil
    }

    /// What an API would refuse, as a page.
    private static func failure(
        _ refusal: APIError, _ call: inout PageCall, _ authenticator: inout SandboxAuthenticator
    ) throws -> Answer {
        let session = try call.session(at: &authenticator)
        let text = [refusal.message, refusal.detail].compactMap { $0 }.joined(separator: ": ")
        return Page(title: "Error", form: "error", body: Page.message(text) + "<p><a href=\"/home.do\">Home</a></p>")
            .answer(status: refusal.status, in: session, for: try call.viewer(in: session))
    }
}
