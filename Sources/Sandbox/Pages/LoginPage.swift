import ExchangeModel

/// `/login.do`: user name and password.
enum LoginPage {
    static func show(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let session = try call.session(at: &desk)
        return try page(in: session, call)
    }

    /// Takes the form. With the right password the session changes, so that nobody who knew the old one's cookies is
    /// signed in too.
    static func receive(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let form = PageForm(posted: call.request)
        let session = try call.session(at: &desk)
        guard call.isGenuine(form, in: session) else { return call.redirect(to: "/security_interceptor.do") }
        guard form["sys_action"] == "sysverb_login" else { return try page(in: session, call) }
        let userName = form["user_name"] ?? ""
        let check = PasswordCheck(store: call.store)
        switch try check.verdict(userName: userName, password: form["user_password"] ?? "", forPages: true) {
        case .refused: return try page(userName, message: "User name or password invalid", in: session, call)
        case .passcodeWanted(let userID):
            desk.visits[session].pendingUserID = userID
            desk.visits[session].wrongPasscodes = 0
            return call.redirect(to: "/validate_multifactor_auth_code.do")
        case .right(let userID, _): return enter(userID, session, &call, &desk)
        }
    }

    /// Opens the session of a user in the place of that of the form, and leads on.
    static func enter(
        _ userID: String, _ session: SessionBook.Session, _ call: inout PageCall, _ desk: inout SignInDesk
    ) -> Answer {
        let wanted = desk.visits[session].wanted
        let opened = call.open(for: userID, at: &desk, replacing: session)
        if let wanted { desk.visits[opened].wanted = wanted }
        return call.redirect(to: "/login_redirect.do?sysparm_stack=no")
    }

    /// `/login_redirect.do`: to the page that was wanted, once.
    static func goOn(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let session = try call.signedIn(at: &desk) else { return call.redirect(to: "/login.do") }
        let wanted = desk.visits[session].wanted
        desk.visits.forget(session)
        return call.redirect(to: wanted ?? "/home.do")
    }

    private static func page(
        _ userName: String = "", message: String? = nil, in session: SessionBook.Session, _ call: PageCall
    ) throws -> Answer {
        let form = Page.form(
            to: "/login.do", in: session,
            """
            <p><label for="user_name">User name</label>
            <input id="user_name" name="user_name" value="\(HTML.escaped(userName))" autocomplete="username" required></p>
            <p><label for="user_password">Password</label>
            <input id="user_password" name="user_password" type="password" autocomplete="current-password" required></p>
            \(HTML.hidden("not_important", ""))
            <p><button name="sys_action" value="sysverb_login">Log in</button></p>
            """)
        return Page(title: "Log in", form: "login", body: Page.message(message) + form, hasBar: false).answer(
            in: session, for: try call.viewer(in: session))
    }
}
