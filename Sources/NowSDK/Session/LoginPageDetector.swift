import ExchangeModel
import Notation

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

    /// What a page shows; nil if nothing, and for other content types.
    static func sign(in response: HTTPResponse) -> SignedOut.Sign? {
        guard isHTML(response) else { return nil }
        var marks = LoginPageDetector(page: HTMLScanner(response.body))
        return marks.sign()
    }

    private init(page: HTMLScanner) { self.page = page }

    private static func isHTML(_ response: HTTPResponse) -> Bool {
        guard let type = response.headers["Content-Type"] else {
            return response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        }
        return type.lowercased().contains("html")
    }

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
        case "form": form = LoginForm()
        case "input", "button":
            form.note(attributes())
            if form.isWhole { return .loginForm }
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
    private static let relevantAttributes: Set<String> = ["name", "value", "id", "data-formname"]

    /// The relevant attributes of a tag, by lower-case name. The first of duplicates counts. Empty if the tag is
    /// truncated.
    private mutating func attributes() -> [String: String] {
        var found: [String: String] = [:]
        while let attribute = page.attribute() {
            guard attribute.name.count <= 64 else { continue }
            let name = page.lowercased(attribute.name)
            guard LoginPageDetector.relevantAttributes.contains(name), found[name] == nil else { continue }
            // All values that are searched for are short.
            found[name] = String(decoding: page.bytes[attribute.value ?? 0..<0].prefix(64), as: UTF8.self)
        }
        return page.isTagComplete ? found : [:]
    }
}

/// The parts of a login form that were found.
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
