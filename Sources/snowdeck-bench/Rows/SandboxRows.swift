import ExchangeModel
import Glibc
import LiveTransport
import LoopbackServer
import NowSDK
import NowWeb
import Synchronization

/// The sandbox called directly: pages of a long list, and a dot-walk of three hops.
enum SandboxRows {
    private static let listed = 10_000, page = 100, walked = 100_000

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let sandbox = try PopulatedSandbox(["incident": walked, "syslog": listed])
        return try pages(sandbox) + walk(sandbox)
    }

    /// A list is paged from beginning to end, each time in another order, so that nothing is cached.
    private static func pages(_ sandbox: PopulatedSandbox) throws -> [BudgetRow] {
        var first = Sample(), last = Sample(), slowest = Sample()
        for order in ["sys_id", "sys_created_on", "message", "source", "level", "DESCsys_id", "DESCsys_created_on"] {
            var times: [Double] = []
            for offset in stride(from: 0, to: listed, by: page) {
                let query =
                    "sysparm_query=ORDERBY\(order)&sysparm_limit=\(page)&sysparm_offset=\(offset)&sysparm_display_value=all"
                var body: [UInt8] = []
                times.append(try Stopwatch.time { body = try sandbox.list("syslog", query) })
                guard body.count > 1000 else { throw BenchFailure("A page of \(body.count) bytes.") }
            }
            first.add(Sample(Array(times.prefix(times.count / 10))).median)
            last.add(Sample(Array(times.suffix(times.count / 10))).median)
            slowest.add(times.max() ?? 0)
        }
        let name = "sandbox, a page of \(page) at the end of \(listed)"
        return [
            .against(name, ours: last, "at the start", first, atMost: 1.2),
            BudgetRow(name: name, ours: Amount.time(slowest.median), other: "the slowest page of a walk"),
        ]
    }

    private static func walk(_ sandbox: PopulatedSandbox) throws -> [BudgetRow] {
        let field = "caller_id.manager.department.name"
        func query(_ condition: String) -> String {
            "sysparm_query=\(condition)&sysparm_fields=number,\(field)&sysparm_limit=100"
        }
        var rows: [BudgetRow] = []
        for (what, condition) in [
            ("ordered", "ORDERBY\(field)"), ("found and ordered", "\(field)LIKEe%5EORDERBYDESC\(field)"),
            ("found by state, ordered", "active=true%5EORDERBY\(field)"),
        ] {
            var sample = Sample()
            for _ in 0..<9 {
                var body: [UInt8] = []
                sample.add(try Stopwatch.time { body = try sandbox.list("incident", query(condition)) })
                guard body.count > 5000 else { throw BenchFailure("A walk finds \(body.count) bytes.") }
            }
            rows.append(
                .limit("sandbox, \(walked) records \(what) by a walk of 3 hops", ours: sample, atMost: 100_000_000))
        }
        return rows
    }
}

/// A whole table through a pipe: Snowdeck compared with curl and the same requests, and its memory.
enum PagingRows {
    private static let few = 10_000, many = 100_000
    private static let name = "table list --all, \(many) records as ndjson"

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        var peaks: [Double] = []
        var rows: [BudgetRow] = []
        for count in [few, many] {
            let instance = RequestLog(try PopulatedSandbox(["syslog": count]).instance)
            let listener = try LoopbackListener(instance)
            defer { listener.stop() }
            let address = "http://127.0.0.1:\(listener.port)"
            let command = [
                "--instance", address, "--user", "john.doe", "--tape", "list-\(count).cassette", "table", "list",
                "syslog", "--all", "--format", "ndjson",
            ]
            let output = place.folder + "/list.ndjson"
            var ours = Sample(), theirs = Sample(), peak = Sample()
            for _ in 0..<(count == many ? 5 : 3) {
                instance.forget()
                unlink(place.folder + "/list-\(count).cassette")
                let ending = place.snowdeck(command).runIsolated(
                    output: output, report: place.folder + "/list.report")
                guard ending.status == 0 else { return [.missing(name, "snowdeck fails")] }
                let lines = try complete(output)
                guard lines == count else { return [.missing(name, "snowdeck lists \(lines) different records")] }
                ours.add(ending.nanoseconds)
                peak.add(ending.peak)
                guard let curl = place.program("curl") else { continue }
                let list = place.folder + "/pages.curl"
                try write(configuration(instance.targets, address), to: list)
                let fetched = place.launch([curl, "-s", "-f", "-u", "john.doe:password", "-K", list]).run(
                    output: output)
                guard fetched.status == 0 else { return [.missing(name, "curl fails")] }
                theirs.add(fetched.nanoseconds)
            }
            peaks.append(peak.median)
            guard count == many else { continue }
            let rate = Double(count) / (ours.median / 1_000_000_000)
            rows.append(
                theirs.values.isEmpty
                    ? .missing(name, "curl not installed", ours: Amount.time(ours.median))
                    : .against(name, ours: ours, "curl, the same pages", theirs))
            rows.append(
                BudgetRow(name: name, ours: "\(Int(rate)) rows/s", other: "tape and sandbox included"))
        }
        rows.append(
            BudgetRow(
                name: "the same, memory", ours: Amount.size(peaks[1]), other: "at \(few): " + Amount.size(peaks[0]),
                ratio: Amount.ratio(peaks[1] / peaks[0]), budget: "at most 1.1×",
                verdict: peaks[1] <= peaks[0] * 1.1 ? .ok : .over))
        return rows
    }

    /// The number of different lines in a file.
    private static func complete(_ path: String) throws -> Int {
        guard let file = fopen(path, "r") else { throw BenchFailure("\(path) cannot be read.") }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        var seen: Set<Int> = []
        while true {
            let count = getline(&line, &room, file)
            guard count > 0, let line else { return seen.count }
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(start: line, count: count))
            seen.insert(hasher.finalize())
        }
    }

    private static func configuration(_ targets: [String], _ address: String) -> String {
        targets.map { "url = \"\(address)\($0)\"\n" }.joined()
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchFailure("\(path) cannot be written.") }
        fputs(text, file)
        guard fclose(file) == 0 else { throw BenchFailure("\(path) cannot be written.") }
    }

    /// An instance that records its requests.
    private final class RequestLog: ImmediateTransport {
        private let instance: any ImmediateTransport
        private let asked = Mutex<[String]>([])

        init(_ instance: any ImmediateTransport) { self.instance = instance }

        var targets: [String] { asked.withLock { $0 } }
        func forget() { asked.withLock { $0 = [] } }

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            asked.withLock { $0.append(request.url.path + (request.url.query.map { "?" + $0 } ?? "")) }
            return try instance.answer(request)
        }
    }
}

/// Preloading fifty pages with two hundred assets, compared with opening each page uncached, one after the other: with
/// an instance that answers at once, and with a distant one that takes twenty milliseconds.
enum PreloadRows {
    private static let pages = 50, rounds = 5

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        var rows: [BudgetRow] = []
        for (delay, name) in [(0, "preloading 50 pages"), (20, "preloading 50 pages, 20 ms away")] {
            let listener = try LoopbackListener(ExamplePages(delay: delay))
            defer { listener.stop() }
            let instance = try Instance("http://127.0.0.1:\(listener.port)")
            let client = PageClient(instance: instance, transport: CurlTransport())
            let addresses = (0..<pages).map { instance.url("/page\($0).do") }
            var preloading = Sample(), cold = Sample(), again = Sample()
            for _ in 0..<(delay == 0 ? rounds : 2) {
                let cache = WebCache()
                preloading.add(try await Stopwatch.time { try await preload(addresses, client, cache) })
                again.add(try await Stopwatch.time { try await preload(addresses, client, cache) })
                cold.add(
                    try await Stopwatch.time {
                        for address in addresses { try await preload([address], client, WebCache()) }
                    })
            }
            rows += [
                .against(name, ours: preloading, "opened cold one by one", cold, atMost: 0.5),
                .against(name + ", again", ours: again, "the first time", preloading, atMost: delay == 0 ? nil : 0.5),
            ]
        }
        return rows
    }

    private static func preload(_ addresses: [HTTPURL], _ client: PageClient, _ cache: WebCache) async throws {
        let report = try await Preloader(client: client, cache: cache, clock: InstantClock()).preload(addresses)
        guard report.isComplete else { throw BenchFailure("Not everything came.") }
    }

    private struct InstantClock: ExchangeModel.Clock {
        let now = Timestamp(seconds: 1_713_287_778)
        func sleep(microseconds: Int64) async throws {}
    }

    /// Pages with eight assets each, five shared and three of their own; a shared style sheet refers to the rest of the
    /// two hundred.
    private struct ExamplePages: Transport {
        let delay: Int

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
            let path = request.url.path
            guard path.hasPrefix("/page") else {
                var body = [UInt8](repeating: 0x20, count: 10_000)
                if path == "/0.cssx" { body = Array((0..<45).map { "a{b:url(/\($0).iix)}" }.joined().utf8) }
                return HTTPResponse(
                    status: 200,
                    headers: [
                        "Content-Type": path.hasSuffix(".cssx") ? "text/css" : "image/png",
                        "Cache-Control": "private, max-age=31536000",
                    ], body: body)
            }
            let links = ((0..<5).map { "/\($0).cssx" } + (0..<3).map { "\(path)_\($0).cssx" })
                .map { "<link rel=stylesheet href='\($0.replacing("/page", with: "/own"))'>" }
            return HTTPResponse(
                status: 200, headers: ["Content-Type": "text/html;charset=UTF-8", "Cache-Control": "no-store"],
                body: Array(("<title>Page</title>" + links.joined() + String(repeating: "<p>Text", count: 500)).utf8))
        }
    }
}
