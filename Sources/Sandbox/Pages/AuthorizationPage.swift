import ExchangeModel
import Notation

/// `/oauth_auth.do`: asks the user whether an application may act for him, and sends the application a code (RFC 6749,
/// 4.1; RFC 7636).
enum AuthorizationPage {
    static func show(_ call: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        let request: OAuthAuthorization
        switch try OAuthAuthorization.read(PageForm(query: call.request), call.store) {
        case .failure(let refusal): return try answer(to: refusal, &call, &authenticator)
        case .success(let read): request = read
        }
        guard let session = try call.signedIn(at: &authenticator) else {
            return try call.sendToLogin(at: &authenticator)
        }
        return try page(request, session, call)
    }

    /// Takes the user's decision. The parameters come back with it and are validated again.
    static func receive(_ call: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        let form = PageForm(posted: call.request)
        guard let session = try call.signedIn(at: &authenticator) else {
            return try call.sendToLogin(at: &authenticator)
        }
        guard call.isGenuine(form, in: session) else { return call.redirect(to: "/security_interceptor.do") }
        switch try OAuthAuthorization.read(form, call.store) {
        case .failure(let refusal): return try answer(to: refusal, &call, &authenticator)
        case .success(let request):
            switch form["sys_action"] {
            case "allow":
                let grant = AuthorizationCodes.Grant(
                    userID: session.userID, clientID: request.application.clientID, redirect: request.redirect,
                    challenge: request.challenge, scope: request.scope)
                let code = authenticator.codes.issue(grant, at: call.now, random: &authenticator.secrets)
                return PageCall.redirect(to: request.address(with: [("code", code), ("state", request.state)]))
            case "deny":
                return PageCall.redirect(
                    to: request.address(with: [("error", "access_denied"), ("state", request.state)]))
            default: return try page(request, session, call)
            }
        }
    }

    private static func answer(
        to refusal: OAuthAuthorization.APIError, _ call: inout PageCall, _ authenticator: inout SandboxAuthenticator
    ) throws -> Answer {
        switch refusal {
        case .page(let text):
            let session = try call.session(at: &authenticator)
            return Page(
                title: "Authorization error", form: "oauth_auth", body: "<p role=\"alert\">\(HTML.escaped(text))</p>",
                hasBar: false
            ).answer(status: 400, in: session, for: try call.viewer(in: session))
        case .redirect(let address): return PageCall.redirect(to: address)
        }
    }

    private static func page(
        _ request: OAuthAuthorization, _ session: SessionStore.Session, _ call: PageCall
    ) throws -> Answer {
        let user = try AccountStore(store: call.store).account(session.userID)
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

/// What an application asks for at `/oauth_auth.do`.
struct OAuthAuthorization {
    /// Why it is not put to the user.
    enum APIError: Error, Hashable {
        /// A page tells the user: it is not known that the address is the application's.
        case page(String)
        /// The application learns it at this address.
        case redirect(String)
    }

    let application: OAuthApplication
    let redirect: String
    let state: String
    /// The S256 challenge; nil when there is none, which only an application with a secret may do.
    let challenge: String?
    /// The one scope there is. Another that is asked for is passed over, as where tokens are given.
    let scope = "useraccount"
    /// The parameters as they came, for the form of the page.
    let fields: [(name: String, value: String)]

    private static let names = [
        "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
    ]
    /// The longest state that is sent back. It travels in a header line.
    private static let longestState = 4096

    static func read(_ form: PageForm, _ store: RecordStore) throws -> Result<OAuthAuthorization, APIError> {
        if let name = names.first(where: form.isRepeated) {
            return .failure(.page("The parameter \(name) stands twice in request."))
        }
        guard let state = form["state"], !state.isEmpty else {
            return .failure(.page("Missing State parameter in request."))
        }
        // Forms and header lines do not keep control characters as they are, and a state must come back as it was.
        guard state.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return .failure(.page("The State parameter holds control characters."))
        }
        guard state.utf8.count <= longestState else { return .failure(.page("The State parameter is too long.")) }
        guard let application = try OAuthApplication.named(form["client_id"] ?? "", in: store) else {
            return .failure(.page("No application of this client id is registered here."))
        }
        guard let redirect = form["redirect_uri"], isPlain(redirect), application.mayRedirect(to: redirect) else {
            return .failure(.page("The application has not registered this redirect address."))
        }
        let challenge = form["code_challenge"].flatMap { $0.isEmpty ? nil : $0 }
        let question = OAuthAuthorization(
            application: application, redirect: redirect, state: state, challenge: challenge,
            fields: names.compactMap { name in form[name].map { (name, $0) } })
        if let error = question.error(form) {
            let description = [("error", error.name), ("error_description", error.text), ("state", state)]
            return .failure(.redirect(question.address(with: description)))
        }
        return .success(question)
    }

    func address(with parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { $0.name + "=" + PercentCoding.encode($0.value) }.joined(separator: "&")
        return redirect + (redirect.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    private func error(_ form: PageForm) -> (name: String, text: String)? {
        if form["response_type"] != "code" { return ("unsupported_response_type", "response_type must be code") }
        guard let challenge else {
            return application.isPublic ? ("invalid_request", "code_challenge is required") : nil
        }
        if form["code_challenge_method"] != "S256" { return ("invalid_request", "code_challenge_method must be S256") }
        // 32 bytes in Base64 for addresses, without padding.
        let isDigest =
            challenge.utf8.count == 43
            && challenge.utf8.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
        return isDigest ? nil : ("invalid_request", "code_challenge is no S256 challenge")
    }

    /// Whether an address is one that parameters can be put behind, and that a header line can hold.
    private static func isPlain(_ address: String) -> Bool {
        address.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "#") }
    }
}
