import ExchangeModel

extension SignedOut.Sign {
    /// What an answer shows of the sign-in that its request went out with; nil when it shows nothing against it. Only
    /// pages are looked at, and none that somebody asked for to sign in or out: that is then the answer.
    ///
    /// What is judged is never the value of a secret, so a replay judges the same.
    init?(of response: HTTPResponse, to request: HTTPRequest, with pass: SignInPass) {
        guard pass.realm == .pages, pass.means != .nothing, !LoginPages.areWanted(by: request.url),
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

    /// Whether an address asks somebody who is signing in there (SAML 2.0, WS-Federation, OpenID Connect).
    private static func asksForIdentity(_ url: HTTPURL) -> Bool {
        let names = Set(url.queryFields.map(\.name))
        return names.contains("SAMLRequest") || names.contains("wtrealm")
            || names.contains("response_type") && names.contains("client_id")
    }
}
