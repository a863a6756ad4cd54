package import ExchangeModel

/// The pages where users sign in or learn that they are signed out (seen at several instances, and in their own pages).
package enum LoginPages {
    /// Whether a URL is one of these pages. Portals have their own, `/sp?id=login`.
    package static func contains(_ url: HTTPURL) -> Bool { sign(of: url) != nil }

    /// Whether a URL requests a login page or a logout, so that being signed out is the expected answer.
    static func areRequested(by url: HTTPURL) -> Bool {
        contains(url) || ["logout.do", "validate_multifactor_auth_code.do"].contains(name(of: url))
    }

    static func sign(of url: HTTPURL) -> SignedOut.Sign? {
        switch name(of: url) {
        case "session_timeout.do": .timeout
        case "login.do", "welcome.do", "login_redirect.do": .loginPage
        case "auth_redirect.do", "login_with_sso.do", "saml_redirector.do": .singleSignOn
        case let name where !name.hasSuffix(".do"):
            url.queryFields.contains { $0.name == "id" && $0.value == "login" } ? .loginPage : nil
        default: nil
        }
    }

    /// The last path segment.
    private static func name(of url: HTTPURL) -> String {
        url.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    }
}

/// What a page is about that was sent in place of an API's response, by its title.
package enum WebPageKind: Sendable, Hashable {
    case hibernating
    case login
    case other

    package init(title: String) {
        let title = title.lowercased()
        if title.contains("hibernat") {
            self = .hibernating
        } else if ["log in", "login", "sign in", "anmeld", "session"].contains(where: title.contains) {
            self = .login
        } else {
            self = .other
        }
    }
}
