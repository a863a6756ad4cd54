import ExchangeModel
import Notation

/// What an instance sends to a client that requests a page and is not signed in.
package enum PageSignIn: String, Sendable, Hashable, CaseIterable {
    /// Redirects to its own login form; after an expired session the form shows a message.
    case form
    case sso
    /// Sends a form that submits itself to the identity provider.
    case samlPost = "saml-post"
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
        let check = PasswordCheck(store: call.store, requiresPasscode: call.authenticator.requiresSecondFactor)
        switch try check.verdict(userName: userName, password: form["user_password"] ?? "", forPages: true) {
        case .refused: return try page(call, userName, alert: "User name or password invalid")
        case .passcodeRequired(let userID):
            call.authenticator.sessions[session].pendingUserID = userID
            call.authenticator.sessions[session].wrongPasscodes = 0
            return call.redirect(to: "/validate_multifactor_auth_code.do")
        case .right(let userID, _): return enter(userID, session, call)
        }
    }

    /// Opens the user's session in place of the form's, and redirects.
    static func enter(_ userID: String, _ session: SessionStore.Session, _ call: PageCall) -> Answer {
        let wanted = call.authenticator.sessions[session].wanted
        let opened = call.open(for: userID, replacing: session)
        if let wanted { call.authenticator.sessions[opened].wanted = wanted }
        return call.redirect(to: "/login_redirect.do?sysparm_stack=no")
    }

    /// `/login_redirect.do`: redirects to the requested page, once.
    static func continueAfterLogin(_ call: PageCall) throws -> Answer {
        guard let session = try call.signedIn() else { return call.redirect(to: "/login.do") }
        let wanted = call.authenticator.sessions[session].wanted
        call.authenticator.sessions[session].wanted = nil
        return call.redirect(to: wanted ?? "/home.do")
    }

    /// `/logout.do`: ends the session. The client continues as a guest, in a new one.
    static func logOut(_ call: PageCall) throws -> Answer {
        call.open(for: "", replacing: try call.session())
        return call.redirect(to: "/welcome.do")
    }

    static func page(_ call: PageCall, _ userName: String = "", alert: String? = nil) throws -> Answer {
        let form = HTML.form(to: "/login.do", in: try call.session(), PageTemplate.fill("login", ["user": userName]))
        return try call.page("Log in", form: "login", HTML.alert(alert) + form, hasBar: false)
    }
}

/// `/validate_multifactor_auth_code.do`: the passcode of multi-factor authentication.
enum PasscodePage {
    private static let maxAttempts = 5

    static func show(_ call: PageCall) throws -> Answer {
        try call.authenticator.sessions[call.session()].pendingUserID == nil
            ? call.redirect(to: "/login.do") : page(call)
    }

    static func receive(_ call: PageCall) throws -> Answer {
        let (form, isGenuine) = try call.postedForm()
        guard isGenuine else { return call.interceptor }
        let session = try call.session()
        guard let userID = call.authenticator.sessions[session].pendingUserID else {
            return call.redirect(to: "/login.do")
        }
        if form["txtResponse"] == PasswordCheck.passcode { return LoginPage.enter(userID, session, call) }
        call.authenticator.sessions[session].wrongPasscodes += 1
        if call.authenticator.sessions[session].wrongPasscodes >= maxAttempts {
            call.authenticator.sessions[session].pendingUserID = nil
            return call.redirect(to: "/login.do")
        }
        return try page(call, alert: "Invalid verification code")
    }

    private static func page(_ call: PageCall, alert: String? = nil) throws -> Answer {
        let name = "validate_multifactor_auth_code"
        let form = HTML.form(to: "/\(name).do", in: try call.session(), PageTemplate.fill("passcode"))
        return try call.page("Verification code", form: name, HTML.alert(alert) + form)
    }
}

/// `/oauth_auth.do`: asks the user to authorize an application, and sends it a code (RFC 6749, 4.1; RFC 7636).
enum AuthorizationPage {
    static func show(_ call: PageCall) throws -> Answer {
        try reading(Parameters(call.request.url), call) { request in
            guard let session = try call.signedIn() else { return try call.redirectToLogin() }
            return try page(request, session, call)
        }
    }

    /// Handles the user's decision. The parameters are submitted with it and validated again.
    static func receive(_ call: PageCall) throws -> Answer {
        guard let session = try call.signedIn() else { return try call.redirectToLogin() }
        let (form, isGenuine) = try call.postedForm()
        guard isGenuine else { return call.interceptor }
        return try reading(form, call) { request in
            switch form["sys_action"] {
            case "allow":
                let grant = SandboxGrant(
                    userID: session.userID, clientID: request.application.clientID, scope: TokenGrants.scope)
                let code = call.authenticator.secrets.hex(86)
                call.authenticator.codes.insert(
                    code, OAuthCode(grant: grant, redirect: request.redirect, challenge: request.challenge),
                    until: call.now.advanced(bySeconds: OAuthCode.lifetime), at: call.now)
                return PageCall.redirect(to: request.address(with: [("code", code), ("state", request.state)]))
            case "deny":
                return PageCall.redirect(
                    to: request.address(with: [("error", "access_denied"), ("state", request.state)]))
            default: return try page(request, session, call)
            }
        }
    }

    private static func reading(
        _ form: Parameters, _ call: PageCall, _ body: (OAuthAuthorization) throws -> Answer
    ) throws -> Answer {
        do {
            return try body(OAuthAuthorization(form, call.store))
        } catch let error as OAuthAuthorizationError {
            switch error {
            case .page(let text):
                return try call.page(
                    "Authorization error", form: "oauth_auth", "<p role=\"alert\">\(HTML.escaped(text))</p>",
                    status: 400, hasBar: false)
            case .redirect(let address): return PageCall.redirect(to: address)
            }
        }
    }

    private static func page(
        _ request: OAuthAuthorization, _ session: SessionStore.Session, _ call: PageCall
    ) throws -> Answer {
        let user = try AccountStore(store: call.store).account(session.userID)
        let fields = request.fields.map { HTML.hidden($0.name, $0.value) }.joined(separator: "\n")
        let form = HTML.form(to: "/oauth_auth.do", in: session, PageTemplate.fill("decision", ["fields": fields]))
        return try call.page(
            "Allow access", form: "oauth_auth",
            PageTemplate.fill(
                "consent",
                [
                    "application": request.application.name, "name": user?.name ?? "", "userName": user?.userName ?? "",
                    "redirect": request.redirect, "form": form,
                ]), hasBar: false)
    }
}

enum OAuthAuthorizationError: Error {
    /// Shown on a page, because the redirect URI is not known to be the application's.
    case page(String)
    /// Reported to the application at this redirect URI.
    case redirect(String)
}

struct OAuthAuthorization {
    let application: OAuthApplication
    let redirect: String
    let state: String
    /// The S256 challenge; nil is allowed only with a client secret.
    let challenge: String?
    /// The parameters as received, for the page's form.
    let fields: [(name: String, value: String)]

    private static let names = [
        "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
    ]
    /// In bytes. The state is returned in a header field.
    private static let longestState = 4096

    init(_ form: Parameters, _ store: RecordStore) throws {
        func check(_ condition: Bool, _ text: String) throws {
            if !condition { throw OAuthAuthorizationError.page(text) }
        }
        if let name = Self.names.first(where: form.isRepeated) {
            throw OAuthAuthorizationError.page("The parameter \(name) was given twice.")
        }
        state = form["state"] ?? ""
        try check(!state.isEmpty, "Missing State parameter in request.")
        // Forms and header fields do not preserve control characters, and the state must be returned unchanged.
        try check(state.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "The State parameter holds control characters.")
        try check(state.utf8.count <= Self.longestState, "The State parameter is too long.")
        guard let application = try OAuthApplication(form["client_id"] ?? "", in: store) else {
            throw OAuthAuthorizationError.page("No application of this client id is registered here.")
        }
        self.application = application
        redirect = form["redirect_uri"] ?? ""
        // A URL that parameters can be appended to, and that a header field can contain.
        let isPlain = redirect.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "#") }
        try check(
            form["redirect_uri"] != nil && isPlain && application.mayRedirect(to: redirect),
            "The application has not registered this redirect address.")
        challenge = form["code_challenge"].flatMap { $0.isEmpty ? nil : $0 }
        fields = Self.names.compactMap { name in form[name].map { (name, $0) } }
        if let error = error(form) {
            throw OAuthAuthorizationError.redirect(
                address(with: [("error", error.name), ("error_description", error.text), ("state", state)]))
        }
    }

    func address(with parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { $0.name + "=" + PercentCoding.encode($0.value) }.joined(separator: "&")
        return redirect + (redirect.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    private func error(_ form: Parameters) -> (name: String, text: String)? {
        if form["response_type"] != "code" { return ("unsupported_response_type", "response_type must be code") }
        guard let challenge else {
            return application.isPublic ? ("invalid_request", "code_challenge is required") : nil
        }
        if form["code_challenge_method"] != "S256" { return ("invalid_request", "code_challenge_method must be S256") }
        // 32 bytes in base64url without padding.
        let isDigest =
            challenge.utf8.count == 43
            && challenge.utf8.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
        return isDigest ? nil : ("invalid_request", "code_challenge is not a valid S256 challenge")
    }
}
