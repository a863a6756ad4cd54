import ExchangeModel

/// What an instance sends to a client that requests a page and is not signed in.
package enum PageSignIn: String, Sendable, Hashable, CaseIterable {
    /// Redirects to its own login form; after an expired session the form shows a message.
    case form
    case sso
    case portal
}

/// `/login.do`: user name and password.
enum LoginPage {
    /// Handles the form. After a correct password the session is replaced, which prevents session fixation.
    static func receive(_ call: PageCall) throws -> Answer {
        let (form, isGenuine) = try call.postedForm()
        guard isGenuine else { return call.interceptor }
        guard form["sys_action"] == "sysverb_login" else { return try page(call) }
        let session = try call.session()
        let userName = form["user_name"] ?? ""
        let check = PasswordCheck(store: call.store)
        switch try check.verdict(userName: userName, password: form["user_password"] ?? "", forPages: true) {
        case .refused: return try page(call, userName, alert: "User name or password invalid")
        case .passcodeRequired(let userID):
            call.authenticator.visits[session].pendingUserID = userID
            call.authenticator.visits[session].wrongPasscodes = 0
            return call.redirect(to: "/validate_multifactor_auth_code.do")
        case .right(let userID, _): return enter(userID, session, call)
        }
    }

    /// Opens the user's session in place of the form's, and redirects.
    static func enter(_ userID: String, _ session: SessionStore.Session, _ call: PageCall) -> Answer {
        let wanted = call.authenticator.visits[session].wanted
        let opened = call.open(for: userID, replacing: session)
        if let wanted { call.authenticator.visits[opened].wanted = wanted }
        return call.redirect(to: "/login_redirect.do?sysparm_stack=no")
    }

    /// `/login_redirect.do`: redirects to the requested page, once.
    static func continueAfterLogin(_ call: PageCall) throws -> Answer {
        guard let session = try call.signedIn() else { return call.redirect(to: "/login.do") }
        let wanted = call.authenticator.visits[session].wanted
        call.authenticator.visits.forget(session)
        return call.redirect(to: wanted ?? "/home.do")
    }

    /// `/logout.do`: ends the session. The client continues as a guest, in a new one.
    static func logOut(_ call: PageCall) throws -> Answer {
        call.open(for: "", replacing: try call.session())
        return call.redirect(to: "/welcome.do")
    }

    static func page(_ call: PageCall, _ userName: String = "", alert: String? = nil) throws -> Answer {
        let form = HTML.form(
            to: "/login.do", in: try call.session(),
            """
            <p><label for="user_name">User name</label>
            <input id="user_name" name="user_name" value="\(HTML.escaped(userName))" autocomplete="username" required></p>
            <p><label for="user_password">Password</label>
            <input id="user_password" name="user_password" type="password" autocomplete="current-password" required></p>
            \(HTML.hidden("not_important", ""))
            <p><button name="sys_action" value="sysverb_login">Log in</button></p>
            """)
        return try call.page("Log in", form: "login", HTML.alert(alert) + form, hasBar: false)
    }
}

/// `/validate_multifactor_auth_code.do`: the passcode of multi-factor authentication.
enum PasscodePage {
    /// After this many wrong passcodes the password is required again.
    private static let maxAttempts = 5

    static func show(_ call: PageCall) throws -> Answer {
        try call.authenticator.visits[call.session()].pendingUserID == nil
            ? call.redirect(to: "/login.do") : page(call)
    }

    static func receive(_ call: PageCall) throws -> Answer {
        let (form, isGenuine) = try call.postedForm()
        guard isGenuine else { return call.interceptor }
        let session = try call.session()
        guard let userID = call.authenticator.visits[session].pendingUserID else {
            return call.redirect(to: "/login.do")
        }
        if form["txtResponse"] == PasswordCheck.passcode { return LoginPage.enter(userID, session, call) }
        call.authenticator.visits[session].wrongPasscodes += 1
        if call.authenticator.visits[session].wrongPasscodes >= maxAttempts {
            call.authenticator.visits[session].pendingUserID = nil
            return call.redirect(to: "/login.do")
        }
        return try page(call, alert: "Invalid verification code")
    }

    private static func page(_ call: PageCall, alert: String? = nil) throws -> Answer {
        let name = "validate_multifactor_auth_code"
        let form = HTML.form(
            to: "/\(name).do", in: try call.session(),
            """
            <p><label for="txtResponse">Verification code</label>
            <input id="txtResponse" name="txtResponse" inputmode="numeric" autocomplete="one-time-code" required></p>
            <p><button name="sys_action" value="sysverb_validate_mfa">Verify</button></p>
            """)
        return try call.page("Verification code", form: name, HTML.alert(alert) + form)
    }
}

/// `auth_redirect`: what an instance with single sign-on sends instead of every page, with status 200 (as recorded from
/// instances). A script sends the browser to an identity provider, here at a host that does not exist.
enum SingleSignOnPage {
    static func answer(wanting target: String, _ call: PageCall, _ session: SessionStore.Session) -> Answer {
        let state =
            call.request.url.origin + "/saml_redirector.do?sysparm_nostack=true&sysparm_uri="
            + PercentCoding.encode(target)
        // The session remembers the target; this field is not read.
        let request = PercentCoding.encode("sandbox:" + String(session.csrfToken.prefix(16)))
        let provider =
            "https://idp.example.com/saml2?SAMLRequest=\(request)&RelayState=\(PercentCoding.encode(state))"
        return .html(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <title>Sandbox</title>
            <script>var g_ck = '\(session.csrfToken)'; var o = {}; o.logged_in = false; o.form_name = 'auth_redirect';</script>
            </head>
            <body data-formName="auth_redirect">
            <script data-comment="loading_page redirect">setTimeout(function(){ top.location.href = '\(provider)'; }, 0);</script>
            <noscript><p>This instance signs people in at <code>idp.example.com</code>, by a script.</p></noscript>
            </body>
            </html>

            """)
    }
}
