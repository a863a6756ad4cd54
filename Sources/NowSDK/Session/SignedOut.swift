import ExchangeModel

/// Evidence that the instance handled an authenticated page request as a guest's.
public struct SignedOut: Sendable, Hashable {
    /// The user the page was requested as, if known.
    public var user: String?
    /// The sign-in method; nil if there is no credential any more.
    public var kind: SignInKind?
    /// What the instance did.
    public var sign: Sign

    /// Creates a value from its parts.
    public init(user: String?, kind: SignInKind?, sign: Sign) {
        self.user = user
        self.kind = kind
        self.sign = sign
    }

    /// What shows that no user is signed in (seen at several instances, and in their own pages).
    public enum Sign: String, Sendable, Hashable, CaseIterable {
        /// A redirect to `session_timeout.do`: the session has ended.
        case timeout
        /// A redirect to the login page of the instance or a portal.
        case loginPage
        /// A redirect to single sign-on, by status or by a page's script.
        case singleSignOn
        /// The login form.
        case loginForm
        /// A redirect to another origin, often single sign-on, without a stated purpose.
        case otherOrigin
        /// A normal response with `X-Is-Logged-In: false`.
        case guest

        /// Whether the response may still be the requested page: public pages know no user, and some pages redirect to
        /// other hosts.
        var isInconclusive: Bool { self == .otherOrigin || self == .guest }

        /// Whether a form that got this response was certainly not processed: the instance answers so before any
        /// processing. A login page may also follow a form, for example one that ends the session.
        var precedesProcessing: Bool {
            switch self {
            case .timeout, .singleSignOn, .loginForm: true
            case .loginPage, .otherOrigin, .guest: false
            }
        }
    }
}

extension SignedOut.Sign {
    /// What a response shows about the authentication of its request; nil if it shows nothing against it. Only pages
    /// are examined, and requested login and logout pages are not.
    ///
    /// Values of secrets are never examined, so a replay gets the same result.
    init?(of response: HTTPResponse, to request: HTTPRequest, with auth: RequestAuthorization) {
        guard auth.realm == .pages, auth.means != .nothing, !LoginPages.areRequested(by: request.url),
            response.status != 401, response.status != 429, response.status < 500
        else { return nil }
        let word = response.headers["X-Is-Logged-In"]?.lowercased()
        if let target = Self.target(of: response, from: request.url) {
            if let sign = Self.sign(of: target, from: request.url, knowsUser: word == "true") {
                self = sign
                return
            }
        } else if 200..<300 ~= response.status, word != "true", let sign = LoginPageDetector.sign(in: response) {
            self = sign
            return
        }
        guard word == "false" else { return nil }
        self = .guest
    }

    /// The target of a redirect; nil for other responses and unreadable URLs.
    private static func target(of response: HTTPResponse, from url: HTTPURL) -> HTTPURL? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
            return nil
        }
        return url.resolving(location)
    }

    private static func sign(of target: HTTPURL, from url: HTTPURL, knowsUser: Bool) -> Self? {
        if target.origin == url.origin { return LoginPages.sign(of: target) }
        // The same host over TLS is not another origin.
        if knowsUser || target.host == url.host && target.scheme != url.scheme { return nil }
        return isSingleSignOnRequest(target) ? .singleSignOn : .otherOrigin
    }

    /// Whether a URL is a single sign-on request (SAML 2.0, WS-Federation, OpenID Connect).
    private static func isSingleSignOnRequest(_ url: HTTPURL) -> Bool {
        let names = Set(url.queryFields.map(\.name))
        return names.contains("SAMLRequest") || names.contains("wtrealm")
            || names.contains("response_type") && names.contains("client_id")
    }
}
