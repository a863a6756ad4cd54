import CassetteStore
import Database
import ExchangeModel
import Glibc
import TapeDeck

/// A tape of a given number of example exchanges.
///
/// One exchange is recorded as every exchange is. The others are rows like it, each with its own record, key and body,
/// put in without waiting for the disk: the tape is as if it had been recorded, and a million rows take seconds.
struct ExampleTape: Sendable {
    let path: String
    /// Exchanges and bodies on it are numbered from 1 to this.
    let count: Int

    /// The large tape, made when it is not there from an earlier run.
    static func kept(_ count: Int, _ place: Place) async throws -> ExampleTape {
        let tape = ExampleTape(path: "\(place.options.folder)/\(count).cassette", count: count)
        if access(tape.path, F_OK) == 0 {
            do {
                try tape.trim()
                return tape
            } catch {
                // Made by another version, or broken off: made again.
                Streams.remark("the kept tape is not used: \(error)")
            }
        }
        Streams.remark("making a tape of \(count) exchanges, once")
        try await tape.make()
        return tape
    }

    /// A small tape for this run.
    static func fresh(_ count: Int, _ place: Place) async throws -> ExampleTape {
        let tape = ExampleTape(path: "\(place.folder)/\(count).cassette", count: count)
        try await tape.make()
        return tape
    }

    /// A deck that records onto a tape, in front of an instance that answers at once.
    static func deck(onto path: String, next: any ImmediateTransport) -> RecordingDeck {
        let clock = StillClock()
        return RecordingDeck(
            session: SessionRecord(
                startedAt: clock.now, instance: "https://bench.service-now.com", user: "john.doe", zone: "UTC",
                zoneRules: "UTC0", width: nil, version: "bench", policy: "", settings: "{}", seed: 1),
            secrets: SecretBook(), clock: clock,
            open: { () throws(CassetteError) in try Cassette.recording(at: path) },
            next: { () throws(TransportFailure) in next })
    }

    /// Takes off what was recorded onto it since it was made.
    func trim() throws {
        // Opened as a cassette first: that folds in what a broken-off run left, and refuses another schema.
        try Cassette.recording(at: path, wait: 0).close()
        let connection = try Connection(path: path, mode: .readWrite)
        let found = try connection.row("SELECT (SELECT max(id) FROM exchange), (SELECT max(id) FROM body)") {
            ($0.integer(0), $0.integer(1))
        }
        guard let found, found.0 >= count, found.1 >= count else { throw BenchFailure("it is not whole.") }
        try connection.transaction { () throws(DatabaseError) in
            for statement in [
                "DELETE FROM outcome WHERE exchange>?", "DELETE FROM exchange WHERE id>?",
                "DELETE FROM body WHERE id>?",
            ] { try connection.run(statement, [.integer(count)]) }
            try connection.run("DELETE FROM session WHERE id>1")
        }
    }

    private func make() async throws {
        let draft = path + ".draft"
        for name in [draft, draft + "-journal", draft + "-wal", draft + "-shm"] { unlink(name) }
        let deck = ExampleTape.deck(onto: draft, next: ExampleInstance(number: 1))
        _ = try await deck.transport.send(ExampleExchange.request(1))
        try deck.close()
        try fill(draft)
        guard rename(draft, path) == 0 else { throw BenchFailure("\(path) cannot be made.") }
    }

    private func fill(_ file: String) throws {
        let connection = try Connection(path: file, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000")
        let model = try ExampleRow(connection)
        try connection.transaction { () throws(DatabaseError) in
            for number in 2...max(2, count) { try model.insert(number, into: connection) }
        }
    }
}
