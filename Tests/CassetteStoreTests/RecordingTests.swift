import Database
import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import CassetteStore

struct RecordingTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    @Test func recordingIsReadBackUnchanged() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        let now = Timestamp(seconds: 1_713_122_950)
        let command = try tape.beginCommand(CommandRecord(session: session, line: "table list incident", now: now))
        try tape.add(InputRecord(kind: "file", name: "a.json", content: [0, 255, 10]), to: command)
        try tape.add(InputRecord(kind: "answer", name: "Delete?", content: []), to: command)
        let first = try tape.reserve(.example(command: command, epoch: nil, body: []))
        let second = try tape.reserve(.example("/b", command: command, epoch: 7, body: [1, 0, 2]))
        let third = try tape.reserve(.example("/c", epoch: 8))
        try tape.complete(second, with: .failure(TransportFailure(.timeout, "No answer in 30 s.")))
        try tape.complete(first, with: .response(.example("{\"a\":1}")))
        try tape.appendOutput(Array("INC\u{1B}[0m00".utf8), to: .standardOutput, of: command)
        try tape.appendOutput([0xC3], to: .standardError, of: command)
        try tape.appendOutput(Array("10\n".utf8), to: .standardOutput, of: command)
        try tape.appendOutput([0xA4], to: .standardError, of: command)
        try tape.finishCommand(command, exitStatus: 4)
        try tape.close()

        let back = try Cassette.playing(at: path)
        var expected = SessionRecord.example
        expected.id = session
        try expectEqual(back.sessions(), [expected])
        var line = CommandRecord(session: session, line: "table list incident", now: now)
        line.id = command
        line.exitStatus = 4
        try expectEqual(back.commands(of: session), [line])
        try expectEqual(back.command(command), line)
        try expectEqual(back.command(99), nil)
        try expectEqual(
            back.inputs(of: command),
            [
                InputRecord(kind: "file", name: "a.json", content: [0, 255, 10]),
                InputRecord(kind: "answer", name: "Delete?", content: []),
            ])
        try expectEqual(back.output(of: command, .standardOutput), Array("INC\u{1B}[0m0010\n".utf8))
        try expectEqual(back.output(of: command, .standardError), [0xC3, 0xA4])
        try expectEqual(
            back.exchange(first),
            ExchangeRecord(
                id: first, request: .example(command: command, epoch: nil, body: []),
                outcome: .response(.example("{\"a\":1}"))))
        try expectEqual(
            back.exchange(second),
            ExchangeRecord(
                id: second, request: .example("/b", command: command, epoch: 7, body: [1, 0, 2]),
                outcome: .failure(TransportFailure(.timeout, "No answer in 30 s."))))
        try expectEqual(
            back.exchange(third),
            ExchangeRecord(id: third, request: .example("/c", epoch: 8), outcome: .interrupted))
        try expectEqual(back.exchange(4), nil)
        try expectEqual(back.exchangeCount(), 3)
        try expectEqual(
            back.exchangeNumbersByOwner(), [.command(command): [first, second], .session(session): [third]])
        try expectEqual(back.lastExchange(), 3)
        try expectEqual(back.lastEpoch()?.epoch, 8)
        expectEqual(folder.names, ["a.cassette"])
    }
}

struct StoredOutputTests {
    let folder = TemporaryFolder()
    let tape: Cassette
    let command: Int64

    init() throws {
        tape = try Cassette.recording(at: folder.file("a.cassette"))
        let session = try tape.beginSession(.example)
        command = try tape.beginCommand(CommandRecord(session: session, line: "x", now: Timestamp(seconds: 5)))
    }

    @Test func longOutputIsReadInPieces() throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try tape.appendOutput(bytes, to: .standardOutput, of: command)
        try tape.appendOutput([], to: .standardOutput, of: command)
        try tape.appendOutput([7], to: .standardOutput, of: command)
        try expectEqual(tape.output(of: command, .standardOutput), bytes + [7])
        try expectEqual(tape.output(of: command, .standardError), [])
        let sizes = try tape.rows("SELECT length(bytes) FROM output ORDER BY id") { $0.integer(0) }
        expectEqual(sizes, [262_144, 262_144, 262_144, 213_568, 1])
    }

    @Test func outputAndExitStatusBelongToOneCommand() throws {
        let other = try tape.beginCommand(CommandRecord(session: 1, line: "y", now: Timestamp(seconds: 6)))
        for id in [command, other] {
            try tape.appendOutput(Array("out \(id)".utf8), to: .standardOutput, of: id)
            try tape.appendOutput(Array("trouble".utf8), to: .standardError, of: id)
            try tape.finishCommand(id, exitStatus: Int(id))
        }
        try expectEqual(tape.output(of: command, .standardOutput), Array("out 1".utf8))
        try expectEqual(tape.output(of: other, .standardOutput), Array("out 2".utf8))
        try expectEqual(tape.output(of: other, .standardError), Array("trouble".utf8))
        try expectEqual(tape.commands(of: 1).map(\.exitStatus), [1, 2])
        #expect(throws: CassetteError.self) { try tape.finishCommand(99, exitStatus: 0) }
        #expect(throws: CassetteError.self) { try tape.appendOutput([1], to: .standardOutput, of: 99) }
        try expectEqual(tape.check(), [])
    }
}

struct HeaderBlobTests {
    @Test func orderRepeatsCaseAndOddValuesSurvive() {
        let headers: HeaderFields = [
            "Set-Cookie": "b=2", "set-cookie": "a=1", "": "", "X": "", "É": "\u{0}\r\n\u{1F600}",
            "Long": String(repeating: "x", count: 20_000), "Set-Cookie": "b=2",
        ]
        expectEqual(HeaderBlob.decode(HeaderBlob.encode(headers)), headers)
        expectEqual(HeaderBlob.encode([:]), [])
        expectEqual(HeaderBlob.decode([]), [:])
    }

    @Test func encodingIsWhatTheFormatSays() {
        expectEqual(HeaderBlob.encode(["A": "bc"]), [1, 65, 2, 98, 99])
        let long = HeaderBlob.encode(["A": String(repeating: "b", count: 300)])
        expectEqual(Array(long.prefix(4)), [1, 65, 0xAC, 0x02])
        expectEqual(long.count, 304)
    }

    @Test(
        arguments: [
            [0x80], [1], [1, 65], [1, 65, 2, 98], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 65],
            [0x81, 0x00, 65, 0], [1, 0xC3, 0], [1, 65, 1, 0xFF],
        ] as [[UInt8]])
    func invalidBlobIsNil(bytes: [UInt8]) { expectEqual(HeaderBlob.decode(bytes), nil) }

    @Test func randomBytesNeverCrash() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if let headers = HeaderBlob.decode(bytes) { expectEqual(HeaderBlob.encode(headers), bytes) }
        }
    }
}

extension HeaderBlob {
    fileprivate static func decode(_ bytes: [UInt8]) -> HeaderFields? { bytes.withUnsafeBytes { decode($0) } }
}

/// Replacing the recorded response of an exchange.
struct ReplacedOutcomeTests {
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
        expectEqual(after.request, before.request)
        expectEqual(after.outcome, .response(.example("new", status: 201)))
        try expectEqual(tape.exchange(2)?.outcome, .response(.example("two")))
        try expectEqual(bodies(tape), ["two", "new"])
        try tape.close()
        let played = try Cassette.playing(at: path)
        try expectEqual(played.check(), [])
        try expectEqual(played.exchange(1)?.outcome, .response(.example("new", status: 201)))
    }

    /// A body that another exchange has stays, and one that is stored already is not stored twice.
    @Test func sharedBodiesStay() throws {
        let tape = try tape(["same", "same", "other"])
        try tape.replaceOutcome(of: 1, with: .example("other"))
        try expectEqual(bodies(tape), ["same", "other"])
        try tape.replaceOutcome(of: 2, with: .example("same"))
        try expectEqual(bodies(tape), ["same", "other"])
        try tape.replaceOutcome(of: 2, with: .example("other"))
        try expectEqual(bodies(tape), ["other"])
        try expectEqual(tape.check(), [])
    }

    @Test func failureIsReplacedAndInterruptedExchangeIsNot() throws {
        let tape = try tape([])
        let failed = try tape.reserve(.example()), interrupted = try tape.reserve(.example())
        try tape.complete(failed, with: .failure(TransportFailure(.timeout, "too late")))
        try tape.replaceOutcome(of: failed, with: .example("now"))
        try expectEqual(tape.exchange(failed)?.outcome, .response(.example("now")))
        for number in [interrupted, 99] {
            let error = #expect(throws: CassetteError.self) {
                try tape.replaceOutcome(of: number, with: .example("now"))
            }
            expectEqual(error?.message.contains("Request %.\(number) of"), true)
        }
        try expectEqual(tape.exchange(interrupted)?.outcome, .interrupted)
    }

    @Test func tapeThatIsOnlyReadIsNotChanged() throws {
        try tape(["one"]).close()
        let tape = try Cassette.playing(at: path)
        let error = #expect(throws: CassetteError.self) { try tape.replaceOutcome(of: 1, with: .example("new")) }
        expectEqual(error?.kind, .denied)
        try expectEqual(tape.exchange(1)?.outcome, .response(.example("one")))
    }
}
