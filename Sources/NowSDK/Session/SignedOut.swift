import ExchangeModel

/// What an instance did that shows that a page was asked for as a guest, although a sign-in went along.
public struct SignedOut: Sendable, Hashable {
    /// The user it was asked for, as far as known.
    public var user: String?
    /// How the sign-in is done; nil when none is held any more.
    public var kind: SignInKind?
    /// What showed it.
    public var sign: Sign

    /// A finding of parts.
    public init(user: String?, kind: SignInKind?, sign: Sign) {
        self.user = user
        self.kind = kind
        self.sign = sign
    }

    /// What shows that no user is signed in (seen at several instances, and in their own pages).
    public enum Sign: String, Sendable, Hashable, CaseIterable {
        /// It sends to `session_timeout.do`: the session is over.
        case timeout
        /// It sends to the login page, of the instance or of a portal.
        case loginPage
        /// It sends to the company's single sign-on: by a redirect, or by a page whose script does.
        case singleSignOn
        /// It answers with the login form.
        case loginForm
        /// It redirects to another origin, where a single sign-on often is, without saying what for.
        case otherOrigin
        /// It says that it knows no user (`X-Is-Logged-In: false`), and answers all the same.
        case guest

        /// Whether what came may be the page that was asked for all the same: public pages know no user, and some
        /// pages lead to other hosts.
        var mayBeThePage: Bool { self == .otherOrigin || self == .guest }

        /// Whether a form that was answered so cannot have been looked at: the instance turns everything away so, before
        /// it carries anything out. A login page may come after a form too, one that ends the session for instance.
        var comesBeforeEverything: Bool {
            switch self {
            case .timeout, .singleSignOn, .loginForm: true
            case .loginPage, .otherOrigin, .guest: false
            }
        }
    }
}

extension SignedOut.Sign {
    /// What an answer shows of the sign-in that its request went out with; nil when it shows nothing against it. Only
    /// pages are looked at, and none that someone asked for to sign in or out: that is then the answer.
    ///
    /// What is judged is never the value of a secret, so a replay judges the same.
    init?(of response: HTTPResponse, to request: HTTPRequest, with auth: RequestAuthorization) {
        guard auth.realm == .pages, auth.means != .nothing, !LoginPages.areWanted(by: request.url),
            response.status != 401, response.status != 429, response.status < 500
        else { return nil }
        let word = response.headers["X-Is-Logged-In"]?.lowercased()
        if let target = Self.target(of: response, from: request.url) {
            if let sign = Self.sign(of: target, from: request.url, knowsUser: word == "true") {
                self = sign
                return
            }
        } else if 200..<300 ~= response.status, word != "true", let sign = LoginMarks.sign(in: response) {
            self = sign
            return
        }
        guard word == "false" else { return nil }
        self = .guest
    }

    /// Where a redirect leads; nil for other answers, and for what cannot be read.
    private static func target(of response: HTTPResponse, from url: HTTPURL) -> HTTPURL? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
            return nil
        }
        return url.resolving(location)
    }

    private static func sign(of target: HTTPURL, from url: HTTPURL, knowsUser: Bool) -> Self? {
        if target.origin == url.origin { return LoginPages.sort(of: target) }
        // The same host over TLS is no other.
        if knowsUser || target.host == url.host && target.scheme != url.scheme { return nil }
        return asksForIdentity(target) ? .singleSignOn : .otherOrigin
    }

    /// Whether an address asks a user who is signing in there (SAML 2.0, WS-Federation, OpenID Connect).
    private static func asksForIdentity(_ url: HTTPURL) -> Bool {
        let names = Set(url.queryFields.map(\.name))
        return names.contains("SAMLRequest") || names.contains("wtrealm")
            || names.contains("response_type") && names.contains("client_id")
    }
}
