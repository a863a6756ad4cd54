import CassetteStore
import Database
import ExchangeModel
import FoundationEssentials
import Glibc
import TapeDeck

/// Recording one exchange of 1 KB compared with the bare request, on a small and on the large tape.
enum RecordingRows {
    private static let rounds = 11, each = 400

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let small = try await ExampleTape.fresh(1000, place)
        let large = try await ExampleTape.kept(place.options.exchanges, place)
        try FileCache.fill(large.path)
        let row = try ExampleRow(Connection(path: small.path, mode: .immutable))
        var lanes = (bare: Sample(), small: Sample(), plain: Sample(), large: Sample(), plainLarge: Sample())
        var next = large.count + 1
        func numbers() -> Range<Int> {
            defer { next += each }
            return next..<(next + each)
        }
        for _ in 0..<rounds {
            let copies = ["ours", "plain"].map { "\(place.folder)/\($0).cassette" }
            for copy in copies { try place.copy(small.path, to: copy) }
            lanes.bare.add(try await bare(numbers()))
            lanes.small.add(try await ours(numbers(), onto: copies[0]))
            lanes.plain.add(try plain(numbers(), onto: copies[1], row))
            lanes.large.add(try await ours(numbers(), onto: large.path))
            // These numbers are higher than those the deck assigned, so that both append their rows.
            lanes.plainLarge.add(try plain(numbers(), onto: large.path, row))
        }
        try large.trim()

        let name = "recording 1 KB, 1000 on tape"
        let ours = lanes.small.less(lanes.bare), atLarge = lanes.large.less(lanes.bare)
        let largeName = "recording 1 KB, \(large.count) on tape"
        var rows: [BudgetRow] = [
            .against(name, ours: ours, "the same commits in C", lanes.plain, atMost: 1.6),
            .against(largeName, ours: atLarge, "the same commits in C", lanes.plainLarge, atMost: 1.6),
            .against(largeName, ours: atLarge, "ours at 1000", ours, atMost: 1.5),
        ]
        rows.insert(VCRPeer.row(name, .record, ours: ours, place), at: 1)
        return rows
    }

    private static func bare(_ numbers: Range<Int>) async throws -> Double {
        let transport: any Transport = ExampleInstance(number: 1)
        let requests = numbers.map(ExampleExchange.request)
        return try await Stopwatch.time { for request in requests { _ = try await transport.send(request) } }
            / Double(each)
    }

    /// Every response has another body, because equal bodies are stored once.
    private static func ours(_ numbers: Range<Int>, onto path: String) async throws -> Double {
        let deck = ExampleTape.deck(onto: path, next: ExampleInstance(numbers: numbers))
        let requests = numbers.map(ExampleExchange.request)
        // The first one opens the tape, which is a separate row.
        _ = try await deck.transport.send(requests[0])
        let taken = try await Stopwatch.time {
            for request in requests.dropFirst() { _ = try await deck.transport.send(request) }
        }
        try deck.close()
        return taken / Double(each - 1)
    }

    private static func plain(_ numbers: Range<Int>, onto path: String, _ row: ExampleRow) throws -> Double {
        let tape = try PlainTape(path, row)
        let exchanges = numbers.map { PlainTape.Prepared($0, row) }
        try tape.record(exchanges[0])
        return try Stopwatch.time { for exchange in exchanges.dropFirst() { try tape.record(exchange) } }
            / Double(each - 1)
    }
}

/// Opening the large tape and its first response, and further responses.
enum PlayingRows {
    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.kept(place.options.exchanges, place)
        let row = try ExampleRow(Connection(path: tape.path, mode: .immutable))
        try FileCache.fill(tape.path)
        return try opening(tape, row, place) + answering(tape, row, place) + answeringFromDisk(tape, row)
    }

    private static func opening(_ tape: ExampleTape, _ row: ExampleRow, _ place: BenchEnvironment) throws -> [BudgetRow]
    {
        var ours = Sample(), plain = Sample()
        for number in numbers(201, tape) {
            let request = ExampleExchange.request(number), hash = row.keyHash(number)
            ours.add(
                try Stopwatch.time {
                    let cassette = try Cassette.playing(at: tape.path)
                    try check(Player(cassette, isStrict: true).answer(request).body)
                    try cassette.close()
                })
            plain.add(try Stopwatch.time { try check(PlainReader(tape.path).play(hash)) })
        }
        let name = "opening a tape of \(tape.count), first answer"
        let reference = "SQLite " + Amount.time(plain.median)
        return [
            .limit(name, ours: ours, atMost: 1_500_000, reference), VCRPeer.row(name, .open, ours: ours, place),
        ]
    }

    private static func answering(_ tape: ExampleTape, _ row: ExampleRow, _ place: BenchEnvironment) throws
        -> [BudgetRow]
    {
        let each = 500
        let player = Player(try Cassette.playing(at: tape.path), isStrict: true)
        let reader = try PlainReader(tape.path)
        var ours = Sample(), plain = Sample()
        var rest = numbers(41 * each, tape)[...]
        while rest.count >= each {
            let requests = rest.prefix(each).map(ExampleExchange.request), hashes = rest.prefix(each).map(row.keyHash)
            rest = rest.dropFirst(each)
            ours.add(
                try Stopwatch.time { for request in requests { try check(player.answer(request).body) } } / Double(each)
            )
            plain.add(try Stopwatch.time { for hash in hashes { try check(reader.play(hash)) } } / Double(each))
        }
        let name = "one replayed answer of \(tape.count)"
        let reference = "SQLite " + Amount.time(plain.median)
        return [.limit(name, ours: ours, atMost: 50_000, reference), VCRPeer.row(name, .play, ours: ours, place)]
    }

    /// Not judged: how long the same responses take when uncached. Half of them are played by ours first, half by plain
    /// SQLite, so that neither profits from the other's reads.
    private static func answeringFromDisk(_ tape: ExampleTape, _ row: ExampleRow) throws -> [BudgetRow] {
        try FileCache.empty(tape.path)
        let player = Player(try Cassette.playing(at: tape.path), isStrict: true)
        let reader = try PlainReader(tape.path)
        var ours = Sample(), plain = Sample()
        for (place, number) in numbers(400, tape).enumerated() {
            let request = ExampleExchange.request(number), hash = row.keyHash(number)
            if place.isMultiple(of: 2) {
                ours.add(try Stopwatch.time { try check(player.answer(request).body) })
            } else {
                plain.add(try Stopwatch.time { try check(reader.play(hash)) })
            }
        }
        try FileCache.fill(tape.path)
        return [.against("the same, not in memory", ours: ours, "SQLite", plain)]
    }

    private static func check(_ body: [UInt8]) throws {
        guard body.count == 1024 else { throw BenchFailure("An answer of \(body.count) bytes instead of 1024.") }
    }

    /// Exchanges from all over the tape, the same in every run: multiples of a prime.
    private static func numbers(_ count: Int, _ tape: ExampleTape) -> [Int] {
        (1...count).map { $0 * 611_953 % tape.count + 1 }
    }
}

/// Serving a tape compared with nginx serving the same bodies as files, both requested by wrk: requests per second.
enum ServeReplayRows {
    private static let connections = [1, 16, 64]

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        guard let wrk = place.program("wrk") else { return [.missing("serve replay", "wrk not installed")] }
        let nginx = place.program("nginx") ?? ["/usr/sbin/nginx"].first { access($0, X_OK) == 0 }
        var rows: [BudgetRow] = []
        for tape in [try await ExampleTape.fresh(100, place), try await ExampleTape.kept(100_000, place)] {
            let files = try ServedFiles(of: tape, place)
            let walk = LoadTest(wrk: wrk, place: place, targets: files.targets)
            let peer = nginx.flatMap { NginxServer($0, files, place) }
            defer { peer?.stop() }
            // A hundred responses are played within milliseconds: too short to measure.
            if tape.count > 1000 { rows += try connections.map { try first(tape, walk, peer, $0, place) } }
            rows += try again(tape, walk, peer, place)
        }
        return rows + (try await starting(place))
    }

    /// From starting the program until clients can connect, and until one has been answered.
    private static func starting(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.kept(place.options.exchanges, place)
        try FileCache.fill(tape.path)
        let target = ExampleExchange.request(tape.count / 2).url.target
        var ready = Sample(), answered = Sample()
        for _ in 0..<7 {
            let start = Stopwatch.now
            guard let server = TapeServer(replaying: tape.path, place) else {
                throw BenchFailure("The tape is not served.")
            }
            defer { server.stop() }
            ready.add(Double(Stopwatch.now - start))
            try server.waitUntilAnswering(target, place)
            answered.add(Double(Stopwatch.now - start))
        }
        return [
            .limit(
                "serve replay, ready, tape of \(tape.count)", ours: ready, atMost: 50_000_000,
                "first answer (curl) " + Amount.time(answered.median))
        ]
    }

    /// Each response once, from a new server.
    private static func first(
        _ tape: ExampleTape, _ walk: LoadTest, _ peer: NginxServer?, _ connections: Int, _ place: BenchEnvironment
    ) throws -> BudgetRow {
        var ours = Sample(), other = Sample()
        for _ in 0..<3 {
            guard let server = TapeServer(replaying: tape.path, place) else {
                throw BenchFailure("The tape is not served.")
            }
            defer { server.stop() }
            try server.waitUntilAnswering("/", place)
            // Short enough not to repeat targets.
            ours.add(try walk.rate(server.address, connections, seconds: 1))
            if let peer { other.add(try walk.rate(peer.address, connections, seconds: 1)) }
        }
        return row("first plays", tape, connections, ours, other, atLeast: 0.7)
    }

    /// After every response was played.
    private static func again(
        _ tape: ExampleTape, _ walk: LoadTest, _ peer: NginxServer?, _ place: BenchEnvironment
    ) throws -> [BudgetRow] {
        guard let server = TapeServer(replaying: tape.path, place) else {
            throw BenchFailure("The tape is not served.")
        }
        defer { server.stop() }
        // Long enough to repeat targets.
        _ = try walk.rate(server.address, 16, seconds: tape.count > 1000 ? 6 : 1)
        return try connections.map { connections in
            var ours = Sample(), other = Sample()
            for _ in 0..<3 {
                ours.add(try walk.rate(server.address, connections, seconds: 1))
                if let peer { other.add(try walk.rate(peer.address, connections, seconds: 1)) }
            }
            return row("played", tape, connections, ours, other, atLeast: 1.2)
        }
    }

    private static func row(
        _ what: String, _ tape: ExampleTape, _ connections: Int, _ ours: Sample, _ other: Sample, atLeast limit: Double
    ) -> BudgetRow {
        let name =
            "serve replay, \(what), tape of \(tape.count), \(connections) connection\(connections == 1 ? "" : "s")"
        let rate = "\(Int(ours.median)) a second"
        guard !other.values.isEmpty else { return BudgetRow(name: name, ours: rate, other: "nginx not installed") }
        let ratio = ours.ratio(to: other)
        return BudgetRow(
            name: name, ours: rate, other: "nginx \(Int(other.median))", ratio: Amount.ratio(ratio),
            budget: "at least " + Amount.ratio(limit), verdict: ratio >= limit ? .ok : .over)
    }
}

/// Runs wrk with the targets of a tape.
struct LoadTest {
    let wrk: String
    let place: BenchEnvironment
    let targets: String

    /// Requests per second, measured for that many seconds.
    func rate(_ address: String, _ connections: Int, seconds: Int) throws -> Double {
        let threads = connections == 1 ? 1 : 2
        return try LoadTest.rate(
            [
                wrk, "-t\(threads)", "-c\(connections)", "-d\(seconds)s", "-s", place.options.scripts + "/walk.lua",
                address,
                "--", targets, String(threads),
            ], place)
    }

    /// The rate that a run of wrk reports.
    static func rate(_ words: [String], _ place: BenchEnvironment) throws -> Double {
        let report = place.folder + "/wrk.txt"
        let ended = place.launch(words).run(output: report)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        guard ended.status == 0, !text.contains("Non-2xx"), !text.contains("Socket errors"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Requests/sec:") }),
            let rate = line.split(separator: " ").last.flatMap({ Double($0) })
        else { throw BenchFailure("wrk: \(text)") }
        return rate
    }
}
