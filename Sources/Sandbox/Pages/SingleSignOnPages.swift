import ExchangeModel

/// What an instance with single sign-on sends instead of every page, with status 200 (as recorded from instances): a
/// script or a form sends the browser to an identity provider. A served sandbox is its own, at another name.
struct SingleSignOn {
    private let origin: String
    private let provider: String
    private let usesForm: Bool
    /// Whether an API is asked, which redirects instead of answering with a page.
    private let isAPI: Bool

    init(_ request: HTTPRequest, as kind: PageSignIn) {
        let own = request.url.origin, postsPage = kind == .samlPost && !request.url.path.hasPrefix("/api/")
        origin = own
        usesForm = kind == .samlPost
        isAPI = request.url.path.hasPrefix("/api/")
        // A server refuses what a page of another origin posts.
        let served = request.url.port.map { postsPage ? own : "http://login.localhost:\($0)" }
        provider = (served ?? "https://idp.example.com") + "/saml2"
    }

    /// `token` is that of the session, which remembers the target.
    func answer(wanting target: String, token: String) -> Answer {
        let state = origin + "/saml_redirector.do?sysparm_nostack=true&sysparm_uri=" + PercentCoding.encode(target)
        // This field is not read.
        let request = "sandbox:" + String(token.prefix(16))
        guard !usesForm else {
            let fields = HTML.hidden("SAMLRequest", request) + HTML.hidden("RelayState", state)
            return .html(PageTemplate.fill("saml", ["address": provider, "fields": fields]) + "\n")
        }
        let address =
            "\(provider)?SAMLRequest=\(PercentCoding.encode(request))&RelayState=\(PercentCoding.encode(state))"
        if isAPI { return PageCall.redirect(to: address) }
        return .html(PageTemplate.fill("sso", ["token": token, "provider": address]) + "\n")
    }
}

/// `/saml2`, the identity provider, which knows the instance's users and remembers browsers for a day; and `/navpage.do`,
/// where its answer opens a session.
enum IdentityProvider {
    private static let cookie = "idp_session", lifetime: Int64 = 86400

    static func show(_ call: PageCall) throws -> Answer {
        let known = SessionCookies.read(call.request.headers)[cookie]
        if let user = known.flatMap({ call.authenticator.knownBrowsers.find($0, at: call.now)?.value }) {
            return confirm(user, Parameters(call.request.url), call)
        }
        return form(Parameters(call.request.url))
    }

    static func receive(_ call: PageCall) throws -> Answer {
        let form = Parameters(posted: call.request) ?? Parameters([])
        // The instance's form asks; the provider's own has a password.
        guard let password = form["user_password"] else { return self.form(form) }
        let verdict = try PasswordCheck(store: call.store).verdict(
            userName: form["user_name"] ?? "", password: password, forPages: true)
        guard case .right(let user, _) = verdict else { return self.form(form) }
        let name = call.authenticator.secrets.hex(32)
        call.authenticator.knownBrowsers.insert(name, user, until: call.now.advanced(bySeconds: lifetime), at: call.now)
        var answer = confirm(user, form, call)
        answer.fields.append(HeaderField("Set-Cookie", "\(cookie)=\(name); Max-Age=\(lifetime); Path=/saml2; HttpOnly"))
        return answer
    }

    /// The assertion consumer service.
    static func consume(_ call: PageCall) throws -> Answer {
        let form = Parameters(posted: call.request) ?? Parameters([])
        guard let user = form["SAMLResponse"].flatMap({ call.authenticator.assertedUsers.take($0, at: call.now) })
        else { return try call.redirectToLogin() }
        return LoginPage.enter(user, try call.session(), call)
    }

    private static func form(_ parameters: Parameters) -> Answer {
        let state = HTML.hidden("RelayState", parameters["RelayState"] ?? "")
        return .html(PageTemplate.fill("provider", ["fields": state]) + "\n")
    }

    /// A form that submits itself to the instance.
    private static func confirm(_ user: String, _ parameters: Parameters, _ call: PageCall) -> Answer {
        let text = call.authenticator.secrets.hex(64)
        call.authenticator.assertedUsers.insert(text, user, until: call.now.advanced(bySeconds: 60), at: call.now)
        let origin = parameters["RelayState"].flatMap(HTTPURL.init)?.origin ?? call.request.url.origin
        return .html(
            PageTemplate.fill(
                "saml", ["address": origin + "/navpage.do", "fields": HTML.hidden("SAMLResponse", text)]) + "\n")
    }
}
