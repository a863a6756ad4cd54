import ExchangeModel
import Notation

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
                let grant = AuthorizationCodes.Grant(
                    userID: session.userID, clientID: request.application.clientID, redirect: request.redirect,
                    challenge: request.challenge, scope: request.scope)
                let code = call.authenticator.codes.issue(
                    grant, at: call.now, random: &call.authenticator.secrets)
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
        let form = HTML.form(
            to: "/oauth_auth.do", in: session,
            """
            \(fields)
            <p><button name="sys_action" value="allow">Allow</button>
            <button name="sys_action" value="deny">Deny</button></p>
            """)
        return try call.page(
            "Allow access", form: "oauth_auth",
            """
            <p><strong>\(HTML.escaped(request.application.name))</strong> asks to act as
            \(HTML.escaped(user?.name ?? "")) (<code>\(HTML.escaped(user?.userName ?? ""))</code>) on this instance.</p>
            <p>The answer goes to <code>\(HTML.escaped(request.redirect))</code>.</p>
            \(form)
            """, hasBar: false)
    }
}

/// Why an authorization request is not shown to the user.
enum OAuthAuthorizationError: Error {
    /// Shown on a page, because the redirect URI is not known to be the application's.
    case page(String)
    /// Reported to the application at this redirect URI.
    case redirect(String)
}

/// An authorization request at `/oauth_auth.do`.
struct OAuthAuthorization {
    let application: OAuthApplication
    let redirect: String
    let state: String
    /// The S256 challenge; nil is allowed only with a client secret.
    let challenge: String?
    /// The only scope. Other requested scopes are ignored, as by the token endpoint.
    let scope = "useraccount"
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
        try check(
            state.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "The State parameter holds control characters.")
        try check(state.utf8.count <= Self.longestState, "The State parameter is too long.")
        guard let application = try OAuthApplication.named(form["client_id"] ?? "", in: store) else {
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
