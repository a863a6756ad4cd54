import Database
import ExchangeModel
import TapeDeck

/// Recording one exchange of 1 KB, over the bare request, on a small and on the large tape.
enum RecordingRows {
    private static let rounds = 11, each = 400

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
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
            // These numbers lie beyond those the deck has given out, so that both add their rows at the end.
            lanes.plainLarge.add(try plain(numbers(), onto: large.path, row))
        }
        try large.trim()

        let name = "recording 1 KB, 1000 on tape"
        let ours = lanes.small.less(lanes.bare), atLarge = lanes.large.less(lanes.bare)
        let largeName = "recording 1 KB, \(large.count) on tape"
        var rows: [BudgetRow] = [
            .against(name, ours: ours, "the same commits in C", lanes.plain, atMost: 2),
            .against(largeName, ours: atLarge, "the same commits in C", lanes.plainLarge, atMost: 2),
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

    /// Every exchange brings another body; an instance that answered the same every time would spare a row.
    private static func ours(_ numbers: Range<Int>, onto path: String) async throws -> Double {
        let deck = ExampleTape.deck(onto: path, next: ExampleInstance(numbers: numbers))
        let requests = numbers.map(ExampleExchange.request)
        // The first opens the tape, which is another row.
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
