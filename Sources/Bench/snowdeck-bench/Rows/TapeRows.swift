import CassetteStore
import ExchangeModel
import FoundationEssentials
import Glibc
import TapeDeck

/// Recording one exchange of 1 KB, compared with the same two commits in C, on a small and on the large tape.
enum RecordingRows {
    private static let rounds = 11, each = 400

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let small = try await ExampleTape.fresh(1000, place)
        let large = try await ExampleTape.kept(place.options.exchanges, place)
        try large.fillCache()
        var rows: [BudgetRow] = []
        for tape in [small, large] {
            var ours = Sample(), plain = Sample()
            for _ in 0..<rounds {
                ours.add(try await recorded(tape))
                try tape.trim()
                plain.add(try committed(tape, place))
                try tape.trim()
            }
            rows.append(
                .against(
                    "recording 1 KB, \(tape.count) on tape", ours: ours, "the same commits in C", plain, atMost: 1.6))
        }
        return rows
    }

    /// Every response has another body, because equal bodies are stored once.
    private static func recorded(_ tape: ExampleTape) async throws -> Double {
        let first = tape.count + 1
        let deck = ExampleTape.deck(onto: tape.path, next: ExampleInstance(from: first, made: each))
        let requests = (first..<first + each).map(ExampleExchange.request)
        // The first one opens the tape.
        _ = try await deck.transport.send(requests[0])
        let taken = try await Stopwatch.time {
            for request in requests.dropFirst() { _ = try await deck.transport.send(request) }
        }
        try deck.close()
        return taken / Double(each - 1)
    }

    private static func committed(_ tape: ExampleTape, _ place: BenchEnvironment) throws -> Double {
        let printed = try place.run([place.leastProgram, "--record", tape.path, String(each)])
        guard let nanoseconds = Double(printed.split(separator: "\n").first ?? "") else {
            throw BenchFailure("get-floor prints no time.")
        }
        return nanoseconds
    }

    /// Memory use of recording, which must not grow with the tape.
    @Sendable static func memory(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let before = 2000, recorded = 30_000
        let tape = try await ExampleTape.fresh(1000, place)
        let deck = ExampleTape.deck(onto: tape.path, next: ExampleInstance(from: tape.count + 1))
        var start = 0.0
        for number in 0..<before + recorded {
            if number == before { start = ResidentMemory.bytes(of: getpid()) }
            _ = try await deck.transport.send(ExampleExchange.request(tape.count + 1 + number))
        }
        let growth = ResidentMemory.bytes(of: getpid()) - start
        try deck.close()
        return [.memory("memory, \(recorded) exchanges recorded", ours: max(0, growth), atMost: 1_000_000)]
    }
}

/// Opening the large tape and its first response, and further responses.
enum PlayingRows {
    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.kept(place.options.exchanges, place)
        try tape.fillCache()
        var opening = Sample()
        for request in requests(201, tape) {
            opening.add(
                try Stopwatch.time {
                    let cassette = try Cassette.playing(at: tape.path)
                    try check(Player(cassette, isStrict: true).answer(request).body)
                    try cassette.close()
                })
        }
        let each = 500
        let player = Player(try Cassette.playing(at: tape.path), isStrict: true)
        var answering = Sample()
        var rest = requests(41 * each, tape)[...]
        while !rest.isEmpty {
            let asked = rest.prefix(each)
            rest = rest.dropFirst(each)
            answering.add(
                try Stopwatch.time { for request in asked { try check(player.answer(request).body) } } / Double(each))
        }
        return [
            .limit("opening a tape of \(tape.count), first answer", ours: opening.median, atMost: 1_500_000),
            .limit("one replayed answer of \(tape.count)", ours: answering.median, atMost: 50_000),
        ]
    }

    private static func check(_ body: [UInt8]) throws {
        guard body.count == 1024 else { throw BenchFailure("An answer of \(body.count) bytes instead of 1024.") }
    }

    /// Exchanges from all over the tape, the same in every run: multiples of a prime.
    private static func requests(_ count: Int, _ tape: ExampleTape) -> [HTTPRequest] {
        (1...count).map { ExampleExchange.request($0 * 611_953 % tape.count + 1) }
    }
}

/// Serving a tape compared with nginx serving the same bodies as files, both requested by wrk.
enum ServeReplayRows {
    private static let rounds = 3

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        guard let wrk = place.program("wrk") else { return [.missing("serve replay", "wrk not installed")] }
        let tape = try await ExampleTape.kept(min(100_000, place.options.exchanges), place)
        let files = try ServedFiles(of: tape, place)
        let server = try BenchServer.snowdeck(["replay", tape.path], place)
        defer { server.stop() }
        try server.waitUntilAnswering(files.first, place)
        let nginx = try place.program("nginx").map { try BenchServer.nginx($0, files.folder, place) }
        defer { nginx?.stop() }
        try nginx?.waitUntilAnswering(files.first, place)
        /// Requests a second, as wrk reports them.
        func rate(_ server: BenchServer, _ connections: Int) throws -> Double {
            let threads = connections == 1 ? 1 : 2
            let report = try place.run([
                wrk, "-t\(threads)", "-c\(connections)", "-d1s", "-s", place.options.walk, server.address, "--",
                files.targets, String(threads),
            ])
            let line = report.split(separator: "\n").first { $0.hasPrefix("Requests/sec:") }
            guard !report.contains("Non-2xx"), !report.contains("Socket errors"),
                let rate = line?.split(separator: " ").last.flatMap({ Double($0) })
            else { throw BenchFailure("wrk: \(report)") }
            return rate
        }
        return try [1, 16, 64].map { connections in
            var ours = Sample(), peer = Sample()
            for _ in 0..<rounds {
                ours.add(try rate(server, connections))
                if let nginx { peer.add(try rate(nginx, connections)) }
            }
            let name = "serve replay, tape of \(tape.count), connections: \(connections)"
            let shown = "\(Int(ours.median)) a second"
            guard nginx != nil else { return .missing(name, "nginx not installed", ours: shown) }
            let ratio = ours.ratio(to: peer)
            return BudgetRow(
                name: name, ours: shown, other: "nginx \(Int(peer.median))", ratio: Amount.ratio(ratio),
                budget: "at least 0.5×", verdict: ratio >= 0.5 ? .ok : .over)
        }
    }
}

/// `find` in the large tape, as a whole process.
enum FindRows {
    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.searched(place.options.exchanges, place)
        var home = place
        home.variables["XDG_STATE_HOME"] = ExampleTape.state(of: tape.count, place)
        let searches = [
            ("a number", ExampleExchange.name(tape.count / 2)), ("a common text", "half a page"),
            ("a sys_id", ExampleExchange.sysID(tape.count / 3)),
        ]
        // The warm-up makes the index, once.
        let times = try home.hyperfine(searches.map { home.snowdeck(["find", $0.1]) }, runs: 61)
        return zip(searches, times).map { search, times in
            .limit("find \(search.0) in \(tape.count) exchanges, p99", ours: times.p99, atMost: 60_000_000)
        }
    }
}

/// The responses of an example tape as files at the paths of their URLs, and the list of their targets.
struct ServedFiles {
    let folder: String
    /// A file with one target per line.
    let targets: String
    let first = ExampleExchange.request(1).url.target

    /// Created once for each number of exchanges.
    init(of tape: ExampleTape, _ place: BenchEnvironment) throws {
        folder = "\(place.options.folder)/files-\(tape.count)"
        targets = folder + "/targets.txt"
        if access(targets, F_OK) == 0 { return }
        Streams.remark("writing \(tape.count) files, once")
        var lines = ""
        for number in 1...tape.count {
            let url = ExampleExchange.request(number).url
            if number == 1 {
                let below = url.path.split(separator: "/").dropLast().joined(separator: "/")
                try FileManager.default.createDirectory(
                    atPath: folder + "/" + below, withIntermediateDirectories: true)
            }
            let file = open(folder + url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            let body = ExampleExchange.response(number).body
            guard file >= 0, write(file, body, body.count) == body.count else {
                throw BenchFailure("\(folder) cannot be written.")
            }
            close(file)
            lines += url.target + "\n"
        }
        try lines.write(toFile: targets, atomically: true, encoding: .utf8)
    }
}
