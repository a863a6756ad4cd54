import Foundation
import Glibc
import TestSupport
import Testing

/// SIGTERM and SIGHUP: the tape is closed, then the program ends by the signal.
@Suite struct EndingSignalTests {
    /// A tape that was closed: no log, no lock, and a header that says so.
    private func expectClosed(_ desk: Desk, commands: String, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: desk.path("sessions")) == ["loop.cassette"],
            sourceLocation: sourceLocation)
        #expect(
            try desk.bytes(of: "sessions/loop.cassette")[18...19] == [1, 1], sourceLocation: sourceLocation)
        let checked = try await desk.run("replay", "sessions/loop.cassette", "--check")
        #expect(
            checked == Ended(0, "sessions/loop.cassette: \(commands), all as recorded.\n"),
            sourceLocation: sourceLocation)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func aScriptThatWaitsForItsNextLineClosesItsTape(_ signal: Int32) async throws {
        let desk = try Desk()
        let child = try desk.start(["--tape", "loop", "run", "-"])
        child.type("table count incident\n")
        #expect(await child.wrote { output, _ in output == "440\n" })
        child.send(signal)
        #expect(await child.end() == Ended(128 + signal, "440\n"))
        try await expectClosed(desk, commands: "1 command")
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func aCommandThatRunsIsInterruptedAndNoneFollows(_ signal: Int32) async throws {
        let desk = try Desk()
        let instance = FarInstance.silent()
        let child = try desk.start(
            ["--instance", instance.address, "--user", "jane", "--from", "env:WORD", "--tape", "loop", "run", "-"],
            input: "set x=1\ntable count incident\ntable count problem\n", variables: ["WORD": "x"])
        while instance.connections == 0 { try await Task.sleep(for: .milliseconds(5)) }
        child.send(signal)
        let ended = await child.end()
        #expect(ended.status == 128 + signal)
        #expect(ended.errors.contains("error: Interrupted") || ended.errors.contains("Interrupted: the request"))
        #expect(instance.connections == 1)
        try await expectClosed(desk, commands: "2 commands")
    }

    /// The tape is closed under a command that cannot be interrupted.
    @Test func aBlockedPipelineLeavesNoLog() async throws {
        let desk = try Desk()
        let child = try desk.start(["--tape", "loop", "run", "-"])
        child.type("table count incident | sleep 60\n")
        while access(desk.tape("loop") + "-wal", F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
        child.send(SIGTERM)
        #expect(await child.end().status == 128 + SIGTERM)
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.path("sessions")) == ["loop.cassette"])
        #expect(try desk.bytes(of: "sessions/loop.cassette")[18...19] == [1, 1])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aTapeThatIsRecordedAnewIsClosed(_ signal: Int32) async throws {
        let desk = try Desk()
        #expect(try await desk.run("--tape", "old", "table", "count", "incident") == Ended(0, "440\n"))
        let instance = FarInstance.silent()
        let child = try desk.start(
            [
                "--instance", instance.address, "--user", "jane", "--from", "env:WORD", "replay", "old", "--rerecord",
                "-o", "new",
            ], input: "", variables: ["WORD": "x"])
        while instance.connections == 0 { try await Task.sleep(for: .milliseconds(5)) }
        child.send(signal)
        #expect(await child.end().status == 128 + signal)
        let left = try FileManager.default.contentsOfDirectory(atPath: desk.path("sessions"))
        #expect(left.allSatisfy { $0.hasSuffix(".cassette") }, "\(left)")
    }

    @Test func theSecondSignalDoesNotWait() async throws {
        let desk = try Desk()
        // A pipeline that reads nothing cannot be interrupted.
        let child = try desk.start(["--tape", "loop", "run", "-"])
        child.type("table count incident | sleep 60\n")
        let tape = desk.tape("loop")
        while access(tape + "-wal", F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
        child.send(SIGTERM)
        try await Task.sleep(for: .milliseconds(20))
        child.send(SIGTERM)
        #expect(await child.end().status == 128 + SIGTERM)
        // Its log is folded in by the next.
        #expect(try await desk.run("--tape", "loop", "table", "count", "incident") == Ended(0, "440\n"))
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func thePromptGivesTheTerminalBackAndClosesItsTape(_ signal: Int32) async throws {
        let desk = try Desk()
        let sitting = try PromptSitting(desk, ["--tape", "loop"])
        await sitting.prompted()
        _ = await sitting.enter("table count incident")
        sitting.screen.type("table cou")
        await sitting.shows("table cou‸")
        sitting.send(signal)
        #expect(await sitting.end() == 128 + signal)
        #expect(sitting.screen.isCooked)
        try await expectClosed(desk, commands: "1 command")
    }

    @Test func aHangUpThatNohupIgnoresIsIgnored() async throws {
        let desk = try Desk()
        let child = try desk.start(
            ["--tape", "loop", "run", "-"], through: ["sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""])
        child.type("table count incident\n")
        #expect(await child.wrote { output, _ in output == "440\n" })
        child.send(SIGHUP)
        child.type("table count problem\n")
        child.endInput()
        #expect(await child.end() == Ended(0, "440\n69\n"))
    }
}
