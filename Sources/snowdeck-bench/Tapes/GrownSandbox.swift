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
    func list(_ table: String, _ query: String) throws -> [UInt8] {
        let response = instance.answer(GrownSandbox.request(table, query))
        guard response.status == 200 else { throw BenchFailure("The sandbox answers \(response.status).") }
        return response.body
    }

    private static func request(_ table: String, _ query: String) -> HTTPRequest {
        var url = HTTPURL(scheme: "http", host: "sandbox.localhost")
        url.path = "/api/now/table/" + table
        url.query = query
        // john.doe:password
        return HTTPRequest(
            .get, url,
            headers: ["Accept": "application/json", "Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ="])
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
