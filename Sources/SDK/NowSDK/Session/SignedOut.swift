package import ExchangeModel
import Notation

/// Evidence that the instance handled an authenticated page request as a guest's.
public struct SignedOut: Sendable, Hashable {
    /// The user the page was requested as, if known.
    public var user: String?
    /// The sign-in method; nil if there is no credential any more.
    public var kind: SignInKind?
    /// What the instance did.
    public var sign: Sign
    /// The host of the identity provider that a single sign-on leads to, if known.
    public var provider: String?

    /// Creates a value from its parts.
    public init(user: String?, kind: SignInKind?, sign: Sign, provider: String? = nil) {
        self.user = user
        self.kind = kind
        self.sign = sign
        self.provider = provider
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
        response.redirectLocation.flatMap(url.resolving)
    }

    private static func sign(of target: HTTPURL, from url: HTTPURL, knowsUser: Bool) -> Self? {
        if target.origin == url.origin { return LoginPages.sign(of: target) }
        // The same host over TLS is not another origin.
        if knowsUser || target.host == url.host && target.scheme != url.scheme { return nil }
        return isSingleSignOnRequest(target) ? .singleSignOn : .otherOrigin
    }

    /// The host of the identity provider that a response leads to, by a redirect, a script, or a form that submits
    /// itself (SAML 2.0 bindings, 3.4 and 3.5); nil for other responses.
    static func provider(of response: HTTPResponse, from url: HTTPURL) -> String? {
        if let target = target(of: response, from: url) {
            return target.host != url.host && isSingleSignOnRequest(target) ? target.host : nil
        }
        guard 200..<300 ~= response.status else { return nil }
        return LoginPageDetector.provider(in: response)
    }

    /// Whether a URL is a single sign-on request (SAML 2.0, WS-Federation, OpenID Connect).
    private static func isSingleSignOnRequest(_ url: HTTPURL) -> Bool {
        let names = Set(url.queryFields.map(\.name))
        return names.contains("SAMLRequest") || names.contains("wtrealm")
            || names.contains("response_type") && names.contains("client_id")
    }
}

/// Detects pages that are shown for signing in: the login form, and the page whose script redirects to single sign-on
/// (both as recorded from instances).
///
/// Only tags and scripts are read, so an article that quotes such a page does not match. The limit counts tags instead
/// of bytes, because placeholders on a tape change lengths and a replay must read the same part.
struct LoginPageDetector {
    /// Both kinds of page have fewer tags.
    private static let maxTags = 2000

    private var page: HTMLScanner
    private var form = LoginForm()
    private var isGuest = false

    /// The host that a page of a single sign-on leads to; nil for other pages.
    static func provider(in response: HTTPResponse) -> String? {
        guard response.isHTML else { return nil }
        var marks = LoginPageDetector(page: HTMLScanner(response.body))
        guard marks.sign() == .singleSignOn else { return nil }
        return (marks.form.target ?? HTMLBytes.address(behind: "location", in: response.body))
            .flatMap(HTTPURL.init)?.host
    }

    /// What a page shows; nil if nothing, and for other content types.
    static func sign(in response: HTTPResponse) -> SignedOut.Sign? {
        guard response.isHTML else { return nil }
        var marks = LoginPageDetector(page: HTMLScanner(response.body))
        return marks.sign()
    }

    private init(page: HTMLScanner) { self.page = page }

    private mutating func sign() -> SignedOut.Sign? {
        var tags = 0
        while tags < LoginPageDetector.maxTags, let token = page.next() {
            if case .text = token { continue }
            tags += 1
            switch token {
            case .startTag(let tag): if let sign = sign(of: tag.name) { return sign }
            case .endTag(let tag) where tag.name == "form": form = LoginForm()
            default: break
            }
        }
        return isGuest ? .guest : nil
    }

    private mutating func sign(of name: String) -> SignedOut.Sign? {
        switch name {
        case "body":
            switch attributes()["data-formname"] {
            case "auth_redirect": return .singleSignOn
            case "login": return .loginForm
            default: return nil
            }
        case "form": form = LoginForm(target: attributes()["action"])
        case "input", "button":
            form.note(attributes())
            if form.isWhole { return .loginForm }
            if form.isSingleSignOn { return .singleSignOn }
        case "script":
            return script(page.bytes[page.rawText(of: "script")])
        default: break
        }
        return nil
    }

    /// What a script reveals about its page. Its variables are `form_name` and `logged_in`.
    private mutating func script(_ text: ArraySlice<UInt8>) -> SignedOut.Sign? {
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "_")) {
            rest = text[(mark + 1)...]
            if text[..<mark].ends(with: "form"), rest.starts(with: "name".utf8) {
                if HTMLBytes.value(behind: rest.dropFirst(4)) == "auth_redirect" { return .singleSignOn }
            } else if text[..<mark].ends(with: "logged"), rest.starts(with: "in".utf8) {
                if HTMLBytes.value(behind: rest.dropFirst(2)) == "false" { isGuest = true }
            }
        }
        return nil
    }

    /// The attributes that matter. All others are skipped: a tag may have millions.
    private static let relevantAttributes: Set<String> = ["name", "value", "id", "data-formname", "action"]

    /// The relevant attributes of a tag, by lower-case name. The first of duplicates counts. Empty if the tag is
    /// truncated.
    private mutating func attributes() -> [String: String] {
        var found: [String: String] = [:]
        while let attribute = page.attribute() {
            guard attribute.name.count <= 64 else { continue }
            let name = page.lowercased(attribute.name)
            guard LoginPageDetector.relevantAttributes.contains(name), found[name] == nil else { continue }
            // All values that are searched for are short.
            let most = name == "action" ? 512 : 64
            found[name] = String(decoding: page.bytes[attribute.value ?? 0..<0].prefix(most), as: UTF8.self)
        }
        return page.isTagComplete ? found : [:]
    }
}

/// The parts of a login form that were found.
private struct LoginForm {
    private var hasUser = false
    private var hasPassword = false
    private var signsIn = false
    /// Whether it carries a request to an identity provider.
    private(set) var isSingleSignOn = false
    let target: String?

    /// Identity libraries escape the signs of an address by number.
    init(target: String? = nil) { self.target = target?.replacing("&#x3a;", with: ":").replacing("&#x2f;", with: "/") }

    var isWhole: Bool { hasUser && hasPassword && signsIn }

    mutating func note(_ attributes: [String: String]) {
        switch attributes["name"] {
        case "user_name": hasUser = true
        case "user_password": hasPassword = true
        case "SAMLRequest", "wtrealm": isSingleSignOn = true
        default: break
        }
        if attributes["value"] == "sysverb_login" || attributes["id"] == "sysverb_login" { signsIn = true }
    }
}

private enum HTMLBytes {
    /// The first absolute address after a word, up to a quotation mark.
    static func address(behind word: String, in text: [UInt8]) -> String? {
        guard let start = text.firstRange(of: Array(word.utf8)),
            let scheme = text[start.upperBound...].firstRange(of: Array("http".utf8))
        else { return nil }
        let end = text[scheme.lowerBound...].prefix(2048).prefix { !"'\"\\<> ".utf8.contains($0) }
        return String(decoding: end, as: UTF8.self)
    }

    /// The value assigned to a variable: ` = 'word'`, `":"word"`, `=word`.
    static func value(behind text: ArraySlice<UInt8>) -> String {
        var rest = text.prefix(64).drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        guard let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") else { return "" }
        rest = rest.dropFirst().drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return String(decoding: rest.prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") }, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

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
