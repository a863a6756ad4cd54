import ExchangeModel
import Notation
import Sandbox
import Synchronization

struct FixedClock: Clock {
    var now = Timestamp(seconds: 1_767_225_600)
    func sleep(microseconds: Int64) async throws {}
}

final class ManualClock: Clock {
    private let time = Mutex(FixedClock().now)
    var now: Timestamp { time.withLock { $0 } }
    func sleep(microseconds: Int64) async throws {}
    func move(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// A sandbox and a client that sends requests to it.
struct SandboxClient {
    let sandbox: SandboxInstance
    let clock: ManualClock
    var user: String? = "john.doe:password"
    var origin = "http://sandbox.localhost"

    init(
        _ user: String? = "john.doe:password", file: String? = nil, faults: [String] = []
    ) throws {
        clock = ManualClock()
        var options = SandboxOptions(clock: clock, file: file)
        options.faults = try faults.map { try Fault($0) }
        sandbox = try SandboxInstance(options)
        self.user = user
    }

    init(sandbox: SandboxInstance, user: String? = "john.doe:password") {
        self.sandbox = sandbox
        self.user = user
        clock = ManualClock()
    }

    func ask(
        _ method: HTTPMethod, _ target: String, body: String? = nil, headers: HeaderFields = [:]
    ) throws -> HTTPResponse {
        let mark = target.firstIndex(of: "?")
        var url = HTTPURL(scheme: origin.hasPrefix("https") ? "https" : "http", host: "sandbox.localhost")
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
        guard var url = HTTPURL(origin + target) else { return HTTPResponse(status: 0) }
        url.scheme = "http"
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

    func update(_ table: String, _ sysID: String, _ body: String) throws {
        _ = try ask(.patch, "/api/now/table/\(table)/\(sysID)", body: body)
    }
}

extension SandboxClient {
    /// The text of the response to a document, preceded by the status if it is not 200.
    func graphQL(_ query: String, variables: JSON? = nil, operation: String? = nil) throws -> String {
        var members: [JSON.Member] = [.init("query", .string(query))]
        if let variables { members.append(.init("variables", variables)) }
        if let operation { members.append(.init("operationName", .string(operation))) }
        return try graphQL(body: JSON.object(members).compact)
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
    static func refused(_ message: String, _ kind: String = "ValidationError") -> String {
        JSON.object([
            .init("data", .null), .init("errors", [["message": .string(message), "errorType": .string(kind)]]),
        ]).compact
    }

    /// `{"data":{"GlideRecord_Query":{tables}}}`.
    static func records(_ tables: String) -> String { #"{"data":{"GlideRecord_Query":{"# + tables + "}}}" }
}

extension SandboxClient {
    /// A sandbox with other options, without a client.
    init(changing change: (inout SandboxOptions) -> Void) throws {
        clock = ManualClock()
        var options = SandboxOptions(clock: clock)
        change(&options)
        sandbox = try SandboxInstance(options)
        user = nil
    }

    var admin: SandboxClient {
        var other = self
        other.user = "admin:admin"
        return other
    }

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

    /// Tokens of John Doe, from his password.
    func johnsTokens() throws -> (access: String, refresh: String) {
        let json = try tokens(SandboxClient.passwordForm).json
        return (json["access_token"]?.scalarText ?? "none", json["refresh_token"]?.scalarText ?? "none")
    }

    static let credentials = "client_id=snowdeck&client_secret=snowdeck-client-secret"
    static let passwordForm = "grant_type=password&\(credentials)&username=john.doe&password=password"

    /// The user that the instance recognizes from some headers: the name, or the status.
    func currentUser(_ headers: HeaderFields, query: String = "") throws -> String {
        let response = try by(nil).ask(.get, "/api/now/ui/user/current_user" + query, headers: headers)
        return response.json["result"]?["user_name"]?.scalarText ?? String(response.status)
    }

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
