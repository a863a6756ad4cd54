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
        return try await ServedSandboxRows.measure(place) + pages(sandbox) + walk(sandbox)
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
    private static let formats = ["ndjson", "csv", "columns"]
    private static let rounds = 3

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let many = place.options.exchanges, few = many / 10
        let small = try await List(few, place).fetched("ndjson", rounds)
        let list = try List(many, place)
        var rows: [BudgetRow] = []
        for format in formats {
            let name = "table list --all, \(many) records as \(format)"
            let fetched = try await list.fetched(format, rounds)
            rows.append(
                fetched.curl.values.isEmpty
                    ? .missing(name, "curl not installed", ours: Amount.time(fetched.ours.median))
                    : .against(name, ours: fetched.ours, "curl, the same pages", fetched.curl, atMost: 2))
            let rate = Double(many) / (fetched.ours.median / 1_000_000_000)
            rows.append(BudgetRow(name: name, ours: "\(Int(rate)) rows/s", other: "tape and sandbox included"))
            guard format == formats[0] else { continue }
            let (peak, before) = (fetched.peak.median, small.peak.median)
            rows.append(
                BudgetRow(
                    name: "the same, memory", ours: Amount.size(peak), other: "at \(few): " + Amount.size(before),
                    ratio: Amount.ratio(peak / before), budget: "at most 1.1×",
                    verdict: peak <= before * 1.1 ? .ok : .over))
        }
        return rows
    }

    /// A served list of that many records.
    private struct List {
        let count: Int
        let place: BenchEnvironment
        let instance: RequestLog

        init(_ count: Int, _ place: BenchEnvironment) throws {
            (self.count, self.place) = (count, place)
            instance = RequestLog(try PopulatedSandbox(["syslog": count]).instance)
        }

        func fetched(_ format: String, _ rounds: Int) async throws -> (ours: Sample, curl: Sample, peak: Sample) {
            let listener = try LoopbackListener(instance)
            defer { listener.stop() }
            let address = "http://127.0.0.1:\(listener.port)"
            let command = [
                "--instance", address, "--user", "john.doe", "--tape", "list-\(count).cassette", "table", "list",
                "syslog", "--all", "--format", format,
            ]
            let output = place.folder + "/list.txt", tape = place.folder + "/list-\(count).cassette"
            var (ours, curl, peak) = (Sample(), Sample(), Sample())
            for _ in 0..<rounds {
                instance.forget()
                defer { unlink(tape) }
                let ending = place.snowdeck(command).runIsolated(
                    output: output, report: place.folder + "/list.report")
                guard ending.status == 0 else { throw BenchFailure("snowdeck fails.") }
                // Columns and CSV have a header.
                let lines = try complete(output) - (format == formats[0] ? 0 : 1)
                guard lines == count else { throw BenchFailure("snowdeck lists \(lines) different records.") }
                ours.add(ending.nanoseconds)
                peak.add(ending.peak)
                guard let program = place.program("curl") else { continue }
                let pages = place.folder + "/pages.curl"
                try write(configuration(instance.targets, address), to: pages)
                let fetched = place.launch([program, "-s", "-f", "-u", "john.doe:password", "-K", pages]).run(
                    output: output)
                guard fetched.status == 0 else { throw BenchFailure("curl fails.") }
                curl.add(fetched.nanoseconds)
            }
            return (ours, curl, peak)
        }
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
