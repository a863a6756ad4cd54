import ExchangeModel
import Notation
import Sandbox
import TestSupport

struct FixedClock: Clock {
    var now = Timestamp(seconds: 1_767_225_600)
    func sleep(microseconds: Int64) async throws {}
}

extension ManualClock {
    convenience init() { self.init(FixedClock().now) }
}

/// A sandbox and a client that sends requests to it.
struct SandboxClient {
    let sandbox: SandboxInstance
    let clock: ManualClock
    var user: String? = "john.doe:password"

    init(
        _ user: String? = "john.doe:password", file: String? = nil, faults: [String] = []
    ) throws {
        clock = ManualClock()
        var options = SandboxOptions(clock: clock, file: file)
        options.faults = try faults.map { try Fault($0) }
        sandbox = try SandboxInstance(options)
        self.user = user
    }

    /// A client of a sandbox that many tests share, which therefore only read. Its clock stands still.
    static func reading(_ user: String? = "john.doe:password") throws -> SandboxClient {
        try SandboxClient(sandbox: shared.get(), user: user)
    }

    private static let shared = Result { try SandboxInstance(SandboxOptions(clock: FixedClock())) }

    init(sandbox: SandboxInstance, user: String? = "john.doe:password") {
        self.sandbox = sandbox
        self.user = user
        clock = ManualClock()
    }

    func ask(
        _ method: HTTPMethod, _ target: String, body: String? = nil, headers: HeaderFields = [:]
    ) throws -> HTTPResponse {
        let mark = target.firstIndex(of: "?")
        var url = HTTPURL(scheme: "http", host: "sandbox.localhost")
        url.path = String(target[..<(mark ?? target.endIndex)])
        url.query = mark.map { String(target[target.index(after: $0)...]) }
        var fields = HeaderFields()
        if let user { fields.append("Authorization", "Basic " + Base64.encode(user.utf8)) }
        if body != nil, headers["Content-Type"] == nil { fields.append("Content-Type", "application/json") }
        for field in headers { fields.append(field.name, field.value) }
        return sandbox.answer(HTTPRequest(method, url, headers: fields, body: body.map { Array($0.utf8) }))
    }

    func get(_ target: String) throws -> String { try ask(.get, target).text }

    func read(_ target: String) throws -> JSON { try ask(.get, target).json }

    /// One column of every record that a query finds, in order.
    func list(_ table: String, _ query: String, _ column: String, limit: Int = 100) throws -> [String] {
        let target =
            """
            /api/now/table/\(table)?sysparm_query=\(PercentCoding.encode(query))&sysparm_fields=\(column)&\
            sysparm_limit=\(limit)
            """
        return try read(target)["result"].map(SandboxClient.elements)?.map { $0[column]?.scalarText ?? "?" } ?? [
            "no result"
        ]
    }

    /// The number of records that a query finds.
    func count(_ table: String, _ query: String) throws -> String {
        let response = try ask(
            .get,
            "/api/now/table/\(table)?sysparm_query=\(PercentCoding.encode(query))&sysparm_limit=1&sysparm_fields=sys_id"
        )
        return response.headers["X-Total-Count"] ?? "status \(response.status)"
    }

    func create(_ table: String, _ body: String) throws -> String {
        try ask(.post, "/api/now/table/\(table)?sysparm_fields=sys_id", body: body).json["result"]?["sys_id"]?
            .scalarText ?? "none"
    }

    static func elements(_ json: JSON) -> [JSON] { if case .array(let elements) = json { elements } else { [] } }

    static func names(_ json: JSON?) -> [String] {
        if case .object(let members)? = json { members.map(\.name) } else { [] }
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSON { (try? JSONDocument(body)).map { JSON($0.root) } ?? .string("not JSON: " + text) }
}

extension SandboxClient {
    /// An exchange with a body of bytes.
    func send(
        _ method: HTTPMethod, _ target: String, _ bytes: [UInt8], _ headers: HeaderFields
    ) throws -> HTTPResponse {
        guard let url = HTTPURL("http://sandbox.localhost" + target) else { return HTTPResponse(status: 0) }
        // Signs in first, so that the request has a session cookie, like a client's.
        let cookies = try ask(.head, "/api/now/ui/user/current_user").headers.values(of: "Set-Cookie")
        let pairs = cookies.map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
        var fields = headers
        fields.append("Cookie", pairs)
        return sandbox.answer(HTTPRequest(method, url, headers: fields, body: bytes))
    }
}

extension SandboxClient {
    /// The records that a query finds, in order of creation: each as the stored values of some columns.
    func rows(_ table: String, _ query: String, _ columns: String) throws -> [[String]] {
        let target =
            "/api/now/table/\(table)?sysparm_exclude_reference_link=true&sysparm_fields=\(columns)&sysparm_query="
            + PercentCoding.encode(query)
        return try read(target)["result"].map(SandboxClient.elements)?.map { row in
            columns.split(separator: ",").map { row[String($0)]?.scalarText ?? "?" }
        } ?? [["no result"]]
    }

}

extension SandboxClient {
    /// The text of the response to a document, preceded by the status if it is not 200.
    func graphQL(_ query: String, variables: JSON = .null) throws -> String {
        try graphQL(body: JSON.object([.init("query", .string(query)), .init("variables", variables)]).compact)
    }

    func graphQL(body: String) throws -> String {
        let response = try ask(.post, "/api/now/graphql", body: body)
        return response.status == 200 ? response.text : "status \(response.status): " + response.text
    }

    /// The single table field of the response to `{ GlideRecord_Query { field } }`.
    func graphQL(table field: String) throws -> JSON {
        let root = try JSON(JSONDocument(graphQL("{ GlideRecord_Query { \(field) } }")).root)
        guard case .object(let tables)? = root["data"]?["GlideRecord_Query"], let first = tables.first else {
            return root
        }
        return first.value
    }

    /// `{"data":null,"errors":[…]}` with one error.
    static func refused(_ message: String, _ kind: String) -> String {
        JSON.object([
            .init("data", .null), .init("errors", [["message": .string(message), "errorType": .string(kind)]]),
        ]).compact
    }

}

extension SandboxClient {
    /// A sandbox with other options, without a client.
    init(changing change: (inout SandboxOptions) throws -> Void) throws {
        clock = ManualClock()
        var options = SandboxOptions(clock: clock)
        try change(&options)
        sandbox = try SandboxInstance(options)
        user = nil
    }

    var admin: SandboxClient { by("admin:admin") }

    /// Another user, or a guest, of the same sandbox.
    func by(_ user: String?) -> SandboxClient {
        var other = self
        other.user = user
        return other
    }

    /// A token request, sent without other credentials.
    func tokens(_ form: String, _ headers: HeaderFields = [:]) throws -> HTTPResponse {
        var fields = headers
        if fields["Content-Type"] == nil { fields.append("Content-Type", "application/x-www-form-urlencoded") }
        return try by(nil).ask(.post, "/oauth_token.do", body: form, headers: fields)
    }

    static let credentials = "client_id=snowdeck&client_secret=snowdeck-client-secret"
    static let passwordForm = "grant_type=password&\(credentials)&username=john.doe&password=password"
    func set(_ property: String, _ value: String) throws {
        let id = try admin.list("sys_properties", "name=" + property, "sys_id")[0]
        _ = try admin.ask(.patch, "/api/now/table/sys_properties/" + id, body: #"{"value":"\#(value)"}"#)
    }

    func change(_ userName: String, _ body: String) throws {
        let id = try admin.list("sys_user", "user_name=" + userName, "sys_id")[0]
        _ = try admin.ask(.patch, "/api/now/table/sys_user/" + id, body: body)
    }

    /// The `Cookie` line that a client would send after a response.
    static func cookies(_ response: HTTPResponse) -> String {
        response.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.filter { !$0.hasSuffix("=") }
            .joined(separator: "; ")
    }
}

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

    /// A browser of a sandbox that many tests of pages share, which therefore only read; signed in if a user is given.
    static func reading(_ userName: String? = nil, _ password: String = "password") throws -> Browser {
        let browser = try Browser(shared.get())
        if let userName { _ = browser.logIn(userName, password) }
        return browser
    }

    private static let shared = Result { try SandboxInstance(SandboxOptions(clock: FixedClock())) }

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
        guard let start = page.firstRange(of: "var g_ck = '") else { return nil }
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
    /// A page's content from `<body>` on; everything before is the same in all pages.
    var pageBody: String { firstRange(of: "<body").map { String(self[$0.lowerBound...]) } ?? self }

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
        guard let start = (" " + tag).firstRange(of: " \(name)=\"") else { return nil }
        return plain(String((" " + tag)[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func plain(_ text: String) -> String {
        let entities = [("&#34;", "\""), ("&#39;", "'"), ("&#10;", "\n"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The texts of a page's links, in order.
    static func links(_ page: String) -> [String] {
        page.split(separator: "<a ").dropFirst().map { part in
            plain(String(part.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }))
        }
    }
}
