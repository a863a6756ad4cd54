import CassetteStore
import ExchangeModel
import TapeDeck

/// What the same records cost by GraphQL and by the Table API: from the sandbox without a wire, from a tape, and as a
/// whole process.
enum GraphQLRows {
    private static let listed = 10_000
    private static let columns = [
        "number", "short_description", "state", "priority", "opened_at", "sys_id", "category", "impact", "urgency",
        "active",
    ]

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        try answering() + [try await replaying(place), try wholeProcess(place)]
    }

    /// Somebody who may read everything, and somebody whose access is looked at record by record.
    private static func answering() throws -> [BudgetRow] {
        let sandbox = try GrownSandbox(["incident": listed])
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

    /// Documents are recorded onto the large tape behind its other exchanges, played in turns with those, and taken off.
    private static func replaying(_ place: Place) async throws -> BudgetRow {
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

    private static func wholeProcess(_ place: Place) throws -> BudgetRow {
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
