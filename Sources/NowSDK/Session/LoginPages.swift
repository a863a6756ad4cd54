package import ExchangeModel

/// The pages of an instance where users sign in, or learns that no user is signed in (seen at several instances, and
/// in their own pages).
package enum LoginPages {
    /// Whether an address is one of them. Portals have theirs under a name of their own, `/sp?id=login`.
    package static func contains(_ url: HTTPURL) -> Bool { sort(of: url) != nil }

    /// Whether someone who asks for an address wants what it says to whom no user is signed in with: a login page, or to
    /// be signed out.
    static func areWanted(by url: HTTPURL) -> Bool {
        contains(url) || ["logout.do", "validate_multifactor_auth_code.do"].contains(name(of: url))
    }

    static func sort(of url: HTTPURL) -> SignedOut.Sign? {
        switch name(of: url) {
        case "session_timeout.do": .timeout
        case "login.do", "welcome.do", "login_redirect.do": .loginPage
        case "auth_redirect.do", "login_with_sso.do", "saml_redirector.do": .singleSignOn
        case let name where !name.hasSuffix(".do"):
            url.queryFields.contains { $0.name == "id" && $0.value == "login" } ? .loginPage : nil
        default: nil
        }
    }

    /// The last part of the path.
    private static func name(of url: HTTPURL) -> String {
        url.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    }
}

/// What shows in a page that it is there for signing in: the page that sends to a single sign-on by its script, and the
/// login form (both as recorded from instances).
///
/// It looks at tags and inside scripts, so that an article that quotes such a page is none. It stops after so many tags
/// and not after so many bytes: on a tape something of another length stands for a secret, and a replay must look at the
/// same part.
struct LoginMarks {
    private static let mostTags = 2000

    private let body: [UInt8]
    private var index = 0
    private var form = LoginForm()
    private var isGuest = false

    /// What a page shows; nil for nothing, and for what is no HTML.
    static func sign(in response: HTTPResponse) -> SignedOut.Sign? {
        guard isHTML(response) else { return nil }
        var marks = LoginMarks(body: response.body)
        return marks.sign()
    }

    private init(body: [UInt8]) { self.body = body }

    private static func isHTML(_ response: HTTPResponse) -> Bool {
        guard let type = response.headers["Content-Type"] else {
            return response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        }
        return type.lowercased().contains("html")
    }

    private mutating func sign() -> SignedOut.Sign? {
        var tags = 0
        while tags < LoginMarks.mostTags, let open = body[index...].firstIndex(of: UInt8(ascii: "<")) {
            tags += 1
            index = open + 1
            if body[index...].starts(with: "!--".utf8) {
                skip(behind: Array("-->".utf8))
                continue
            }
            if let sign = tag() { return sign }
        }
        return isGuest ? .guest : nil
    }

    private mutating func tag() -> SignedOut.Sign? {
        let name = word { $0 == UInt8(ascii: "/") || HTMLBytes.isLetter($0) }
        switch name {
        case "body":
            switch attributes()["data-formname"] {
            case "auth_redirect": return .singleSignOn
            case "login": return .loginForm
            default: return nil
            }
        case "form", "/form": form = LoginForm()
        case "input", "button":
            form.note(attributes())
            if form.isWhole { return .loginForm }
        case "script":
            _ = attributes()
            let start = index
            skip(behind: Array("</script".utf8))
            return script(body[start..<index])
        default: break
        }
        return nil
    }

    /// What a script says of the page that it stands in. Its variables are `form_name` and `logged_in`.
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

    /// The attributes that tell, all others being left: a tag may have millions.
    private static let telling: Set<String> = ["name", "value", "id", "data-formname"]

    /// The telling attributes of a tag by their names in lower case; of two of a name the first. Goes on behind the tag;
    /// one that breaks off is none.
    private mutating func attributes() -> [String: String] {
        var found: [String: String] = [:]
        while index < body.count, body[index] != UInt8(ascii: ">") {
            let name = word { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            guard !name.isEmpty else {
                index += 1
                continue
            }
            var value = ""
            if index < body.count, body[index] == UInt8(ascii: "=") {
                index += 1
                value = attributeValue()
            }
            if LoginMarks.telling.contains(name), found[name] == nil { found[name] = value }
        }
        return index < body.count ? found : [:]
    }

    private mutating func attributeValue() -> String {
        guard index < body.count else { return "" }
        let quote = body[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return word { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        }
        let text = body[(index + 1)...].prefix { $0 != quote }
        index = min(text.endIndex + 1, body.count)
        // Whatever is looked for is short.
        return String(decoding: text.prefix(64), as: UTF8.self)
    }

    /// The bytes from here on that belong together, in lower case and cut after 64.
    private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
        let text = body[index...].prefix(while: belongs)
        index = text.endIndex
        return String(decoding: text.prefix(64), as: UTF8.self).lowercased()
    }

    private mutating func skip(behind end: [UInt8]) {
        while index < body.count {
            if HTMLBytes.lowered(body[index]) == end[0], body.count - index >= end.count,
                zip(body[index...], end).allSatisfy({ HTMLBytes.lowered($0) == $1 })
            {
                index += end.count
                return
            }
            index += 1
        }
    }
}

/// What belongs to a login form and has been met.
private struct LoginForm {
    private var hasUser = false
    private var hasPassword = false
    private var signsIn = false

    var isWhole: Bool { hasUser && hasPassword && signsIn }

    mutating func note(_ attributes: [String: String]) {
        switch attributes["name"] {
        case "user_name": hasUser = true
        case "user_password": hasPassword = true
        default: break
        }
        if attributes["value"] == "sysverb_login" || attributes["id"] == "sysverb_login" { signsIn = true }
    }
}

private enum HTMLBytes {
    static func lowered(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
    }

    static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowered(byte) }

    /// The word that a variable is set to: ` = 'word'`, `":"word"`, `=word`.
    static func value(behind text: ArraySlice<UInt8>) -> String {
        var rest = text.prefix(64).drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        guard let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") else { return "" }
        rest = rest.dropFirst().drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return String(decoding: rest.prefix { isLetter($0) || $0 == UInt8(ascii: "_") }, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

/// What a page that was sent in place of an API's answer is about, by its title.
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
