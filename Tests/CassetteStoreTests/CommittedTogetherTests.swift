import Database
import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import CassetteStore

/// Several exchanges in one transaction.
@Suite struct CommittedTogetherTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("a.cassette") }

    @Test func writesAreNumberedInOrder() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        let first = try tape.reserve(.example("/1", session: session))
        let numbers = try tape.commit([
            .request(.example("/2", session: session, body: [1, 2])),
            .outcome(.response(.example("one")), of: first),
            .request(.example("/3", session: session, body: [1, 2])),
            .outcome(.failure(TransportFailure(.timeout, "late")), of: first + 1),
        ])
        #expect(numbers == [first + 1, first, first + 2, first + 1])
        #expect(try tape.exchange(first)?.outcome == .response(.example("one")))
        #expect(try tape.exchange(first + 1)?.request.body == [1, 2])
        #expect(try tape.exchange(first + 1)?.outcome == .failure(TransportFailure(.timeout, "late")))
        #expect(try tape.exchange(first + 2)?.outcome == .interrupted)
        #expect(try tape.rows("SELECT count(*) FROM body") { $0.integer(0) } == [2])
        #expect(try tape.commit([]) == [])
        #expect(try tape.check() == [])
    }

    /// A second outcome is an error, and nothing of its batch is written.
    @Test func failedBatchWritesNothing() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        let first = try tape.reserve(.example("/1", session: session))
        try tape.complete(first, with: .response(.example("one")))
        #expect(throws: CassetteError.self) {
            try tape.commit([
                .request(.example("/2", session: session, body: [9])), .outcome(.response(.example("two")), of: first),
            ])
        }
        #expect(try tape.exchangeCount() == 1)
        #expect(try tape.rows("SELECT count(*) FROM body") { $0.integer(0) } == [1])
        #expect(try tape.reserve(.example("/3", session: session)) == first + 1)
        try tape.close()
        #expect(try Cassette.playing(at: path).check() == [])
    }

    /// A transaction that is larger than the page cache and the collected part of the log.
    @Test func largeTransactionIsInTheLogWhenItIsCommitted() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        try tape.state.withLock { _ = try $0.connection?.execute("PRAGMA cache_size=10") }
        for round in 1...4 {
            let writes = (1...20).map { number in
                ExchangeWrite.request(
                    .example(
                        "/\(round)/\(number)", session: session,
                        body: [UInt8](repeating: UInt8(number), count: round * 5000 + number)))
            }
            _ = try tape.commit(writes)
            let copy = TemporaryFolder()
            for suffix in ["", "-wal"] { try copy.write(folder.bytes("a.cassette" + suffix), "c.cassette" + suffix) }
            let found = try Cassette.playing(at: copy.file("c.cassette"))
            #expect(try found.exchangeCount() == round * 20)
            #expect(try found.check() == [])
        }
    }
}
