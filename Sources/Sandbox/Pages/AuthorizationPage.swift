import ExchangeModel

/// `/oauth_auth.do`: asks the user whether an application may act for him, and sends the application a code (RFC 6749,
/// 4.1; RFC 7636).
enum AuthorizationPage {
    static func show(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let request: AuthorizationQuestion
        switch try AuthorizationQuestion.read(PageForm(query: call.request), call.store) {
        case .failure(let refusal): return try answer(to: refusal, &call, &desk)
        case .success(let read): request = read
        }
        guard let session = try call.signedIn(at: &desk) else { return try call.sendToLogin(at: &desk) }
        return try page(request, session, call)
    }

    /// Takes the user's decision. The question comes back with it and is judged anew.
    static func receive(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let form = PageForm(posted: call.request)
        guard let session = try call.signedIn(at: &desk) else { return try call.sendToLogin(at: &desk) }
        guard call.isGenuine(form, in: session) else { return call.redirect(to: "/security_interceptor.do") }
        switch try AuthorizationQuestion.read(form, call.store) {
        case .failure(let refusal): return try answer(to: refusal, &call, &desk)
        case .success(let request):
            switch form["sys_action"] {
            case "allow":
                let grant = AuthorizationCodes.Grant(
                    userID: session.userID, clientID: request.application.clientID, redirect: request.redirect,
                    challenge: request.challenge, scope: request.scope)
                let code = desk.codes.issue(grant, at: call.now, random: &desk.secrets)
                return PageCall.redirect(to: request.address(with: [("code", code), ("state", request.state)]))
            case "deny":
                return PageCall.redirect(
                    to: request.address(with: [("error", "access_denied"), ("state", request.state)]))
            default: return try page(request, session, call)
            }
        }
    }

    private static func answer(
        to refusal: AuthorizationQuestion.Refusal, _ call: inout PageCall, _ desk: inout SignInDesk
    ) throws -> Answer {
        switch refusal {
        case .page(let text):
            let session = try call.session(at: &desk)
            return Page(
                title: "Authorization error", form: "oauth_auth", body: "<p role=\"alert\">\(HTML.escaped(text))</p>",
                hasBar: false
            ).answer(status: 400, in: session, for: try call.viewer(in: session))
        case .redirect(let address): return PageCall.redirect(to: address)
        }
    }

    private static func page(
        _ request: AuthorizationQuestion, _ session: SessionBook.Session, _ call: PageCall
    ) throws -> Answer {
        let user = try AccountBook(store: call.store).account(session.userID)
        let fields = request.fields.map { HTML.hidden($0.name, $0.value) }.joined(separator: "\n")
        let form = Page.form(
            to: "/oauth_auth.do", in: session,
            """
            \(fields)
            <p><button name="sys_action" value="allow">Allow</button>
            <button name="sys_action" value="deny">Deny</button></p>
            """)
        return Page(
            title: "Allow access", form: "oauth_auth",
            body: """
                <p><strong>\(HTML.escaped(request.application.name))</strong> asks to act as
                \(HTML.escaped(user?.name ?? "")) (<code>\(HTML.escaped(user?.userName ?? ""))</code>) on this instance.</p>
                <p>The answer goes to <code>\(HTML.escaped(request.redirect))</code>.</p>
                \(form)
                """, hasBar: false
        ).answer(in: session, for: try call.viewer(in: session))
    }
}
