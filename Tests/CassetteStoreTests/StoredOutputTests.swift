import Database
import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

@Suite struct StoredOutputTests {
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
        #expect(try tape.output(of: command, .standardOutput) == bytes + [7])
        #expect(try tape.output(of: command, .standardError) == [])
        let sizes = try tape.rows("SELECT length(bytes) FROM output ORDER BY id") { $0.integer(0) }
        #expect(sizes == [262_144, 262_144, 262_144, 213_568, 1])
    }

    @Test func outputAndExitStatusBelongToOneCommand() throws {
        let other = try tape.beginCommand(CommandRecord(session: 1, line: "y", now: Timestamp(seconds: 6)))
        for id in [command, other] {
            try tape.appendOutput(Array("out \(id)".utf8), to: .standardOutput, of: id)
            try tape.appendOutput(Array("trouble".utf8), to: .standardError, of: id)
            try tape.finishCommand(id, exitStatus: Int(id))
        }
        #expect(try tape.output(of: command, .standardOutput) == Array("out 1".utf8))
        #expect(try tape.output(of: other, .standardOutput) == Array("out 2".utf8))
        #expect(try tape.output(of: other, .standardError) == Array("trouble".utf8))
        #expect(try tape.commands(of: 1).map(\.exitStatus) == [1, 2])
        #expect(throws: CassetteError.self) { try tape.finishCommand(99, exitStatus: 0) }
        #expect(throws: CassetteError.self) { try tape.appendOutput([1], to: .standardOutput, of: 99) }
        #expect(try tape.check() == [])
    }
}
