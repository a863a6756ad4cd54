import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

@Suite struct RecordingTests {
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
        #expect(try back.sessions() == [expected])
        var line = CommandRecord(session: session, line: "table list incident", now: now)
        line.id = command
        line.exitStatus = 4
        #expect(try back.commands(of: session) == [line])
        #expect(try back.command(command) == line)
        #expect(try back.command(99) == nil)
        #expect(
            try back.inputs(of: command) == [
                InputRecord(kind: "file", name: "a.json", content: [0, 255, 10]),
                InputRecord(kind: "answer", name: "Delete?", content: []),
            ])
        #expect(try back.output(of: command, .standardOutput) == Array("INC\u{1B}[0m0010\n".utf8))
        #expect(try back.output(of: command, .standardError) == [0xC3, 0xA4])
        #expect(
            try back.exchange(first)
                == ExchangeRecord(
                    id: first, request: .example(command: command, epoch: nil, body: []),
                    outcome: .response(.example("{\"a\":1}"))))
        #expect(
            try back.exchange(second)
                == ExchangeRecord(
                    id: second, request: .example("/b", command: command, epoch: 7, body: [1, 0, 2]),
                    outcome: .failure(TransportFailure(.timeout, "No answer in 30 s."))))
        #expect(
            try back.exchange(third)
                == ExchangeRecord(id: third, request: .example("/c", epoch: 8), outcome: .interrupted))
        #expect(try back.exchange(4) == nil)
        #expect(try back.exchangeCount() == 3)
        #expect(
            try back.exchangeNumbersByOwner() == [.command(command): [first, second], .session(session): [third]])
        #expect(try back.lastExchange() == 3)
        #expect(try back.lastEpoch()?.epoch == 8)
        #expect(folder.names == ["a.cassette"])
    }
}
