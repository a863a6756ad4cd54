import Database
import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

/// Replacing the recorded response of an exchange.
@Suite struct ReplacedOutcomeTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("a.cassette") }

    /// A tape with a response for each text.
    private func tape(_ answers: [String]) throws -> Cassette {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        for (number, answer) in answers.enumerated() {
            let request = RequestRecord.example("/\(number)", session: session, epoch: Int64(number))
            try tape.complete(tape.reserve(request), with: .response(.example(answer)))
        }
        return tape
    }

    private func bodies(_ tape: Cassette) throws -> [String] {
        try tape.rows("SELECT bytes FROM body ORDER BY id") { String(decoding: $0.blob(0), as: UTF8.self) }
    }

    @Test func onlyResponseChanges() throws {
        let tape = try tape(["one", "two"])
        let before = try #require(try tape.exchange(1))
        try tape.replaceOutcome(of: 1, with: .example("new", status: 201))
        let after = try #require(try tape.exchange(1))
        #expect(after.request == before.request)
        #expect(after.outcome == .response(.example("new", status: 201)))
        #expect(try tape.exchange(2)?.outcome == .response(.example("two")))
        #expect(try bodies(tape) == ["two", "new"])
        try tape.close()
        let played = try Cassette.playing(at: path)
        #expect(try played.check() == [])
        #expect(try played.exchange(1)?.outcome == .response(.example("new", status: 201)))
    }

    /// A body that another exchange has stays, and one that is stored already is not stored twice.
    @Test func sharedBodiesStay() throws {
        let tape = try tape(["same", "same", "other"])
        try tape.replaceOutcome(of: 1, with: .example("other"))
        #expect(try bodies(tape) == ["same", "other"])
        try tape.replaceOutcome(of: 2, with: .example("same"))
        #expect(try bodies(tape) == ["same", "other"])
        try tape.replaceOutcome(of: 2, with: .example("other"))
        #expect(try bodies(tape) == ["other"])
        #expect(try tape.check() == [])
    }

    @Test func failureIsReplacedAndInterruptedExchangeIsNot() throws {
        let tape = try tape([])
        let failed = try tape.reserve(.example()), interrupted = try tape.reserve(.example())
        try tape.complete(failed, with: .failure(TransportFailure(.timeout, "too late")))
        try tape.replaceOutcome(of: failed, with: .example("now"))
        #expect(try tape.exchange(failed)?.outcome == .response(.example("now")))
        for number in [interrupted, 99] {
            let error = #expect(throws: CassetteError.self) {
                try tape.replaceOutcome(of: number, with: .example("now"))
            }
            #expect(error?.message.contains("Exchange \(number)") == true)
        }
        #expect(try tape.exchange(interrupted)?.outcome == .interrupted)
    }

    @Test func tapeThatIsOnlyReadIsNotChanged() throws {
        try tape(["one"]).close()
        let tape = try Cassette.playing(at: path)
        let error = #expect(throws: CassetteError.self) { try tape.replaceOutcome(of: 1, with: .example("new")) }
        #expect(error?.kind == .denied)
        #expect(try tape.exchange(1)?.outcome == .response(.example("one")))
    }
}
