import CassetteStore
import ExchangeModel
import Glibc
import LoopbackServer
import Synchronization
import TapeDeck

/// A long response as columns: Snowdeck plays it from a tape, jq and column read it from a file.
enum ColumnsRows {
    private static let name = "11 MB of JSON to 8 columns"

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let answer = LongResponse.bytes
        let file = place.folder + "/answer.json", output = place.folder + "/columns.txt"
        try write(answer, to: file)
        let command = [
            "table", "list", "incident", "-n", String(LongResponse.records), "-f",
            LongResponse.fields.joined(separator: ","),
        ]
        let listener = try LoopbackListener(LongInstance(answer))
        let recorded = place.snowdeck(
            ["--instance", "http://127.0.0.1:\(listener.port)", "--user", "john.doe", "--tape", "answer.cassette"]
                + command
        ).run()
        listener.stop()
        guard recorded.status == 0 else { return [.missing(name, "snowdeck cannot record it")] }

        let snowdeck = place.snowdeck(["--tape", "answer.cassette", "--mode", "replay"] + command)
        try expect(snowdeck, lines: LongResponse.records + 1, output)
        var peer: Launch?
        if let jq = place.program("jq"), let column = place.program("column") {
            let cells = LongResponse.fields.map { ".\($0).display_value" }.joined(separator: ",")
            let pipeline = "\(jq) -r '.result[]|[\(cells)]|@tsv' '\(file)' | \(column) -t -s '\t'"
            peer = place.launch(["/bin/sh", "-c", pipeline])
        }
        if let peer { try expect(peer, lines: LongResponse.records, output) }
        var ours = Sample(), theirs = Sample()
        for _ in 0..<11 {
            ours.add(snowdeck.run().nanoseconds)
            if let peer { theirs.add(peer.run().nanoseconds) }
        }
        return [
            peer == nil
                ? .missing(name, "jq or column not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "jq | column", theirs, atMost: 0.3)
        ]
    }

    /// Verifies that a run printed everything, so that it is not fast by doing less.
    private static func expect(_ launch: Launch, lines: Int, _ output: String) throws {
        guard launch.run(output: output).status == 0 else { throw BenchFailure("\(launch.words[0]) fails.") }
        guard let file = fopen(output, "r") else { throw BenchFailure("\(output) cannot be read.") }
        defer { fclose(file) }
        var found = 0
        while true {
            let byte = getc_unlocked(file)
            if byte == EOF { break }
            if byte == 10 { found += 1 }
        }
        guard found == lines else { throw BenchFailure("\(launch.words[0]) shows \(found) lines instead of \(lines).") }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchFailure("\(path) cannot be written.") }
        let count = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, count == bytes.count else { throw BenchFailure("\(path) cannot be written.") }
    }
}

/// An instance with one long list.
private struct LongInstance: ImmediateTransport {
    private let response: HTTPResponse

    init(_ body: [UInt8]) {
        response = HTTPResponse(
            status: 200, reason: "OK",
            headers: ["Content-Type": "application/json;charset=UTF-8", "X-Total-Count": String(LongResponse.records)],
            body: body)
    }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse { response }
}

/// The same records by GraphQL and by the Table API: from the sandbox directly, from a tape, and as a whole process.
enum GraphQLRows {
    private static let listed = 10_000
    private static let columns = [
        "number", "short_description", "state", "priority", "opened_at", "sys_id", "category", "impact", "urgency",
        "active",
    ]

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        try answering() + [try await replaying(place), try wholeProcess(place)]
    }

    /// As an administrator, and as a user whose access is checked record by record.
    private static func answering() throws -> [BudgetRow] {
        let sandbox = try PopulatedSandbox(["incident": listed])
        let query =
            "sysparm_limit=\(listed)&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_fields="
            + columns.joined(separator: ",")
        let document =
            "{GlideRecord_Query{incident(pagination:{limit:\(listed)}){_rowCount _results{"
            + columns.map { $0 + "{value displayValue}" }.joined(separator: " ") + "}}}}"
        return try [("administrator", SandboxUser.john), ("restricted user", .abel)].map { who, user in
            var ours = Sample(), table = Sample()
            for _ in 0..<9 {
                var sizes = (0, 0)
                ours.add(try Stopwatch.time { sizes.0 = try sandbox.graphQL(document, as: user).count })
                table.add(try Stopwatch.time { sizes.1 = try sandbox.list("incident", query, as: user).count })
                guard sizes.0 > 300 * listed, sizes.1 > 300 * listed else {
                    throw BenchFailure("Answers of \(sizes.0) and \(sizes.1) bytes.")
                }
            }
            return .against(
                "sandbox, \(listed) records by GraphQL, \(who)", ours: ours, "by the Table API", table, atMost: 1.3)
        }
    }

    /// Documents are recorded onto the large tape, played in turn with its other exchanges, and removed.
    private static func replaying(_ place: BenchEnvironment) async throws -> BudgetRow {
        let tape = try await ExampleTape.kept(place.options.exchanges, place)
        let each = 500
        let asked = (tape.count + 1...tape.count + each).map(ExampleExchange.graphQL)
        let deck = ExampleTape.deck(onto: tape.path, next: ExampleInstance(number: 1))
        for request in asked { _ = try await deck.transport.send(request) }
        try deck.close()
        var ours = Sample(), plain = Sample()
        for round in 0..<21 {
            let player = Player(try Cassette.playing(at: tape.path), isStrict: true)
            let gets = (1...each).map { ExampleExchange.request(($0 + round * each) * 611_953 % tape.count + 1) }
            for (requests, isOurs) in [(asked, true), (gets, false)] {
                let taken = try Stopwatch.time {
                    for request in requests {
                        guard try player.answer(request).body.count == 1024 else {
                            throw BenchFailure("An answer of another length.")
                        }
                    }
                }
                if isOurs { ours.add(taken / Double(each)) } else { plain.add(taken / Double(each)) }
            }
        }
        try tape.trim()
        return .against("one replayed GraphQL answer of \(tape.count)", ours: ours, "a replayed GET", plain)
    }

    private static func wholeProcess(_ place: BenchEnvironment) throws -> BudgetRow {
        let fields = ["number", "short_description", "state", "priority"]
        let document =
            "{GlideRecord_Query{incident(pagination:{limit:100}){_results{"
            + fields.map { $0 + "{value displayValue}" }.joined(separator: " ") + "}}}}"
        let command = ["table", "list", "incident", "-n", "100", "-f", fields.joined(separator: ",")]
        let launches = [["graphql", document], command].enumerated().map { number, words in
            place.snowdeck(["--tape", "graphql-\(number).cassette", "--format", "csv"] + words)
        }
        var samples = [Sample(), Sample()]
        for _ in 0..<31 {
            for (number, launch) in launches.enumerated() {
                let ending = launch.run()
                guard ending.status == 0 else { return .missing("graphql, the whole process", "snowdeck fails") }
                samples[number].add(ending.nanoseconds)
            }
        }
        return .against(
            "graphql, 100 records, the whole process", ours: samples[0], "table list", samples[1], atMost: 1.3)
    }
}

/// Memory use of recording, which must not grow with the tape.
enum MemoryRows {
    private static let before = 2000, recorded = 30_000
    /// Allowed variation of the heap, in bytes.
    private static let slack = 1_000_000.0

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.fresh(1000, place)
        let deck = ExampleTape.deck(onto: tape.path, next: EndlessInstance(from: tape.count))
        func record(_ numbers: Range<Int>) async throws {
            for number in numbers { _ = try await deck.transport.send(ExampleExchange.request(number)) }
        }
        let middle = tape.count + 1 + before
        try await record((tape.count + 1)..<middle)
        let start = ResidentMemory.bytes
        try await record(middle..<(middle + recorded))
        let growth = ResidentMemory.bytes - start
        try deck.close()
        return [
            BudgetRow(
                name: "memory, \(recorded) exchanges recorded", ours: "grows by " + Amount.size(max(0, growth)),
                other: "", budget: "flat, at most " + Amount.size(slack), verdict: growth <= slack ? .ok : .over)
        ]
    }

    /// Answers with one new record after another, created on demand.
    private final class EndlessInstance: ImmediateTransport {
        private let next: Atomic<Int>
        init(from number: Int) { next = Atomic(number) }

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            ExampleExchange.response(next.wrappingAdd(1, ordering: .relaxed).newValue)
        }
    }
}
