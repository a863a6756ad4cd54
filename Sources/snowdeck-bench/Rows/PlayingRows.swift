import CassetteStore
import Database
import ExchangeModel
import TapeDeck

/// Opening the large tape and its first answer, and answers from it after that.
enum PlayingRows {
    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.kept(place.options.exchanges, place)
        let row = try ExampleRow(Connection(path: tape.path, mode: .immutable))
        try FileCache.fill(tape.path)
        return try opening(tape, row, place) + answering(tape, row, place) + answeringFromDisk(tape, row)
    }

    private static func opening(_ tape: ExampleTape, _ row: ExampleRow, _ place: Place) throws -> [BudgetRow] {
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

    private static func answering(_ tape: ExampleTape, _ row: ExampleRow, _ place: Place) throws -> [BudgetRow] {
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

    /// For scale, and not judged: how long the same answers take while the disk has to bring them. Half of them are
    /// played by ours first, half by plain SQLite, so that neither finds what the other has brought.
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
