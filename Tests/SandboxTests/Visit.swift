import ExchangeModel
import Notation
import Sandbox
import Synchronization

/// Wire time that stands where a test puts it.
struct FixedClock: Clock {
    var now = Timestamp(seconds: 1_767_225_600)
    func sleep(microseconds: Int64) async throws {}
}

/// Wire time that a test moves.
final class MovableClock: Clock {
    private let time = Mutex(FixedClock().now)
    var now: Timestamp { time.withLock { $0 } }
    func sleep(microseconds: Int64) async throws {}
    func move(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// A sandbox of its own with somebody who asks it.
struct Visit {
    let sandbox: SandboxInstance
    let clock: MovableClock
    var user: String? = "john.doe:password"
    var origin = "http://sandbox.localhost"

    init(
        _ user: String? = "john.doe:password", file: String? = nil, faults: [String] = [],
        rateLimits: [RateLimitRule] = []
    ) throws {
        clock = MovableClock()
        var options = SandboxOptions(clock: clock, file: file)
        options.faults = try faults.map { try Fault($0) }
        options.rateLimits = rateLimits
        sandbox = try SandboxInstance(options)
        self.user = user
    }

    init(sandbox: SandboxInstance, user: String? = "john.doe:password") {
        self.sandbox = sandbox
        self.user = user
        clock = MovableClock()
    }

    /// One exchange.
    func ask(
        _ method: HTTPMethod, _ target: String, body: String? = nil, headers: HeaderFields = [:]
    ) throws -> HTTPResponse {
        let mark = target.firstIndex(of: "?")
        var url = HTTPURL(scheme: origin.hasPrefix("https") ? "https" : "http", host: "sandbox.localhost")
        url.path = String(target[..<(mark ?? target.endIndex)])
        url.query = mark.map { String(target[target.index(after: $0)...]) }
        var fields = HeaderFields()
        if let user { fields.append("Authorization", "Basic " + Visit.base64(user)) }
        if body != nil, headers["Content-Type"] == nil { fields.append("Content-Type", "application/json") }
        for field in headers { fields.append(field.name, field.value) }
        return sandbox.answer(HTTPRequest(method, url, headers: fields, body: body.map { Array($0.utf8) }))
    }

    /// The text of an answer to a GET.
    func get(_ target: String) throws -> String { try ask(.get, target).text }

    /// The JSON of an answer to a GET.
    func read(_ target: String) throws -> JSON { try ask(.get, target).json }

    /// One column of every record that a query finds, in the order they come.
    func list(_ table: String, _ query: String, _ column: String, limit: Int = 100) throws -> [String] {
        let target =
            """
            /api/now/table/\(table)?sysparm_query=\(PercentCoding.encode(query))&sysparm_fields=\(column)&\
            sysparm_limit=\(limit)
            """
        return try read(target)["result"].map(Visit.elements)?.map { $0[column]?.scalarText ?? "?" } ?? ["no result"]
    }

    /// How many records a query finds.
    func count(_ table: String, _ query: String) throws -> String {
        let response = try ask(
            .get,
            "/api/now/table/\(table)?sysparm_query=\(PercentCoding.encode(query))&sysparm_limit=1&sysparm_fields=sys_id"
        )
        return response.headers["X-Total-Count"] ?? "status \(response.status)"
    }

    /// Creates a record and gives its sys_id.
    func create(_ table: String, _ body: String) throws -> String {
        try ask(.post, "/api/now/table/\(table)?sysparm_fields=sys_id", body: body).json["result"]?["sys_id"]?
            .scalarText ?? "none"
    }

    static func elements(_ json: JSON) -> [JSON] { if case .array(let elements) = json { elements } else { [] } }

    static func names(_ json: JSON?) -> [String] {
        if case .object(let members)? = json { members.map(\.name) } else { [] }
    }

    private static func base64(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bits = text.utf8.map { byte in (0..<8).map { byte >> (7 - $0) & 1 } }.flatMap { $0 }
        var out = ""
        for start in stride(from: 0, to: bits.count, by: 6) {
            let group =
                Array(bits[start..<min(start + 6, bits.count)])
                + Array(repeating: 0, count: max(0, start + 6 - bits.count))
            out.append(alphabet[group.reduce(0) { $0 << 1 | Int($1) }])
        }
        return out + String(repeating: "=", count: (4 - out.count % 4) % 4)
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSON { (try? JSONDocument(body)).map { JSON($0.root) } ?? .string("not JSON: " + text) }
}
