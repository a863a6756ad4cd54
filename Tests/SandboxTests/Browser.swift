import ExchangeModel
import Sandbox

/// A browser for pages: it keeps cookies, and does not follow redirects.
final class Browser {
    let sandbox: SandboxInstance
    let clock: ManualClock
    let origin: HTTPURL
    private(set) var cookies: [(name: String, value: String)] = []
    /// The token of the page received last.
    private(set) var token = ""

    init(_ sandbox: SandboxInstance? = nil, clock: ManualClock = ManualClock(), scheme: String = "http") throws {
        self.clock = clock
        self.sandbox = try sandbox ?? SandboxInstance(SandboxOptions(clock: clock))
        origin = HTTPURL(scheme: scheme, host: "sandbox.localhost")
    }

    var cookieLine: String { cookies.map { $0.name + "=" + $0.value }.joined(separator: "; ") }

    func get(_ target: String, headers: HeaderFields = [:]) -> HTTPResponse { ask(.get, target, headers: headers) }

    /// Sends a form, with the last page's token unless another is given.
    func post(_ target: String, _ fields: [(String, String)], token other: String? = nil) -> HTTPResponse {
        let all = [("sysparm_ck", other ?? token)] + fields
        let body = all.map { PercentCoding.encode($0.0) + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
        return ask(
            .post, target, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
    }

    func logIn(_ userName: String, _ password: String) -> HTTPResponse {
        _ = get("/login.do")
        return post(
            "/login.do",
            [
                ("user_name", userName), ("user_password", password), ("not_important", ""),
                ("sys_action", "sysverb_login"),
            ])
    }

    func ask(
        _ method: HTTPMethod, _ target: String, headers: HeaderFields = [:], body: [UInt8]? = nil
    ) -> HTTPResponse {
        let mark = target.firstIndex(of: "?")
        var url = origin
        url.path = String(target[..<(mark ?? target.endIndex)])
        url.query = mark.map { String(target[target.index(after: $0)...]) }
        var headers = headers
        if !cookies.isEmpty { headers.append("Cookie", cookieLine) }
        let response = sandbox.answer(HTTPRequest(method, url, headers: headers, body: body))
        for line in response.headers.values(of: "Set-Cookie") { keep(line) }
        if let found = Browser.token(in: response.text) { token = found }
        return response
    }

    /// The token of a page: `var g_ck = '…'`.
    static func token(in page: String) -> String? {
        guard let start = page.range(of: "var g_ck = '") else { return nil }
        return String(page[start.upperBound...].prefix { $0 != "'" })
    }

    private func keep(_ line: String) {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, value) = (String(pair[0]), String(pair[1]))
        cookies.removeAll { $0.name == name }
        if !value.isEmpty { cookies.append((name, value)) }
    }
}

extension String {
    /// The range of a text, without Foundation.
    func range(of text: String) -> Range<String.Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
            formIndex(after: &index)
        }
        return nil
    }
}

extension String {
    /// A page's content from `<body>` on; everything before is the same in all pages.
    var pageBody: String { range(of: "<body").map { String(self[$0.lowerBound...]) } ?? self }

    func count(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}

extension HTTPResponse {
    /// Status and target of a redirect: `302 /home.do`. Other hosts are included.
    var redirect: String {
        let target = headers["Location"].map {
            $0.hasPrefix("http://sandbox.localhost") ? String($0.dropFirst("http://sandbox.localhost".count)) : $0
        }
        return "\(status) \(target ?? "-")"
    }
}

/// Reads forms and their default values.
enum PageFields {
    /// What a page's form would send: every field with its current value.
    static func of(_ page: String, changing changes: [String: String] = [:]) -> [(String, String)] {
        var fields: [(String, String)] = []
        for tag in page.split(separator: "<input ").dropFirst() {
            let tag = String(tag.prefix { $0 != ">" })
            guard let name = attribute("name", tag), name != "sysparm_ck" else { continue }
            if tag.contains("checkbox"), !tag.contains(" checked") { continue }
            fields.append((name, changes[name] ?? attribute("value", tag) ?? ""))
        }
        for area in page.split(separator: "<textarea ").dropFirst() {
            guard let name = attribute("name", String(area.prefix { $0 != ">" })) else { continue }
            let text = area.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }.drop { $0 == "\n" }
            fields.append((name, changes[name] ?? plain(String(text))))
        }
        for choice in page.split(separator: "<select ").dropFirst() {
            guard let name = attribute("name", String(choice.prefix { $0 != ">" })) else { continue }
            let options = choice.split(separator: "<option ").dropFirst()
            let chosen = options.first { $0.prefix { $0 != ">" }.hasSuffix(" selected") } ?? options.first
            fields.append((name, changes[name] ?? attribute("value", String(chosen ?? "")) ?? ""))
        }
        return fields
    }

    private static func attribute(_ name: String, _ tag: String) -> String? {
        guard let start = (" " + tag).range(of: " \(name)=\"") else { return nil }
        return plain(String((" " + tag)[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func plain(_ text: String) -> String {
        text.split(separator: "&#34;", omittingEmptySubsequences: false).joined(separator: "\"")
            .split(separator: "&#39;", omittingEmptySubsequences: false).joined(separator: "'")
            .split(separator: "&#10;", omittingEmptySubsequences: false).joined(separator: "\n")
            .split(separator: "&lt;", omittingEmptySubsequences: false).joined(separator: "<")
            .split(separator: "&gt;", omittingEmptySubsequences: false).joined(separator: ">")
            .split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
    }

    /// The texts of a page's links, in order.
    static func links(_ page: String) -> [String] {
        page.split(separator: "<a ").dropFirst().map { part in
            plain(String(part.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }))
        }
    }
}
