import ExchangeModel
import Glibc
import Sandbox

/// A sandbox with as many records of a table as are wanted, asked without a wire.
struct GrownSandbox: Sendable {
    let instance: SandboxInstance

    init(_ rows: [String: Int]) throws {
        var options = SandboxOptions(clock: WallClock())
        options.rows = rows
        instance = try SandboxInstance(options)
        // Records are made at the first request.
        for table in rows.keys.sorted() { _ = try list(table, "sysparm_limit=1&sysparm_fields=sys_id") }
    }

    /// The body of a list; fails on anything but 200.
    func list(_ table: String, _ query: String, as user: SandboxUser = .john) throws -> [UInt8] {
        try body(of: GrownSandbox.request(.get, "table/" + table, as: user) { $0.url.query = query })
    }

    /// What a document is answered, which holds no quotation marks; fails on anything but 200.
    func graphQL(_ document: String, as user: SandboxUser = .john) throws -> [UInt8] {
        try body(
            of: GrownSandbox.request(.post, "graphql", as: user) { request in
                request.headers.append("Content-Type", "application/json")
                request.body = Array("{\"query\":\"\(document)\"}".utf8)
            })
    }

    private func body(of request: HTTPRequest) throws -> [UInt8] {
        let response = instance.answer(request)
        guard response.status == 200 else { throw BenchFailure("The sandbox answers \(response.status).") }
        return response.body
    }

    private static func request(
        _ method: HTTPMethod, _ path: String, as user: SandboxUser, _ rest: (inout HTTPRequest) -> Void
    ) -> HTTPRequest {
        var url = HTTPURL(scheme: "http", host: "sandbox.localhost")
        url.path = "/api/now/" + path
        var request = HTTPRequest(
            method, url, headers: ["Accept": "application/json", "Authorization": "Basic " + user.rawValue])
        rest(&request)
        return request
    }

    /// The system's own time.
    private struct WallClock: Clock {
        var now: Timestamp {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(seconds: Int64(time.tv_sec))
        }
        func sleep(microseconds: Int64) async throws {}
    }
}

/// Who asks the sandbox, as what stands behind `Basic`.
enum SandboxUser: String, Sendable {
    /// john.doe, who may do everything.
    case john = "am9obi5kb2U6cGFzc3dvcmQ="
    /// abel.tuter, of whose records some are withheld.
    case abel = "YWJlbC50dXRlcjpwYXNzd29yZA=="
}
