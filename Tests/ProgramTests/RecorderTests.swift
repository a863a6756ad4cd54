import CassetteStore
import ExchangeModel
import Glibc
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import snowdeck

/// Recording by several processes, and cancellation.
struct RecorderTests {
    @Test func secondRecorderSeesLockHolder() async throws {
        let workspace = try Workspace()
        let first = try workspace.start(["--tape", "shared", "run", "-"])
        first.type("table count incident\n")
        #expect(await first.wrote { output, _ in output == "440\n" })
        let second = try await workspace.run("--tape", "shared", "table", "count", "problem")
        expectEqual(second.status, 5)
        expectEqual(second.output, "")
        #expect(
            second.firstError.hasPrefix(
                "error: 'sessions/shared.cassette' is being recorded by process \(first.id) on "))
        #expect(second.firstError.hasSuffix("; end that session first, or record onto another tape."))
        // Reading needs no lock.
        try await expectEqual(
            workspace.run("replay", "sessions/shared.cassette"),
            ProcessResult(0, "> table count incident\n440\n"))
        first.type("table count problem\n")
        first.endInput()
        let ended = await first.end()
        expectEqual(ended.status, 0)
        try await workspace.expectReplay(of: "shared", commands: 2)
        try expectEqual(
            workspace.everything().keys.filter { $0.hasPrefix("project") }, ["project/sessions/shared.cassette"])
    }

    /// Single commands share the tape of the day. All that waited for it begin the second one at the same moment, so that
    /// is waited for too, and none begins a third. TortureTests run such commands from several processes.
    @Test func secondTapeOfTheDayIsWaitedFor() throws {
        let folder = TemporaryFolder()
        let machine = MachineEnvironment(
            variables: ["XDG_STATE_HOME": folder.path], arguments: [], inputIsTerminal: false, outputIsTerminal: false,
            errorIsTerminal: false, processID: getpid(), descriptors: InheritedDescriptors())
        var tapes = MachineTapes(
            machine, clock: ManualClock(Timestamp(seconds: 1_713_287_778)), secrets: SecretBook(), bodyLimit: 1000
        ) { ScriptedTransport([]) }
        let name = "snowdeck/tapes/2024-04-16-dev1"
        let first = try Cassette.recording(at: folder.file(name + ".cassette"))
        let second = try Cassette.recording(at: folder.file(name + "-2.cassette"))
        let pauses = Atomic(0)
        tapes.pause = { _ in
            // Later than a second, which the first tape takes.
            if pauses.add(1, ordering: .relaxed).newValue == 60 { try? second.close() }
        }
        let (deck, path) = try tapes.recordOfDay(at: "dev1", session: .sample(at: "https://dev1.example.com"))
        expectEqual(path, folder.file(name + "-2.cassette"))
        expectEqual(pauses.load(ordering: .relaxed), 60)
        try deck.close()
        try first.close()
    }

    @Test func controlCEndsTheWaitForARetryAndIsRecorded() async throws {
        let workspace = try Workspace()
        let instance = RawInstance { _ in
            RawInstance.refusal("429 Too Many Requests", "Rate limit exceeded", "", ["Retry-After: 90"])
        }
        let child = try workspace.start(
            instance.flags + ["--tape", "again", "table", "count", "incident"], input: "",
            variables: ["SNOWDECK_PASSWORD": "x"])
        #expect(await child.wrote { _, errors in errors.hasSuffix("seconds.\n") })
        child.send(SIGINT)
        let said = """
            The instance limits requests (HTTP 429); trying again in 90 seconds.
            Interrupted: the request was cancelled.

            """
        await expectEqual(child.end(), ProcessResult(130, errors: said))
        try await workspace.expectReplay(of: "again", commands: 1)
    }

    @Test func controlCCancelsRequestAndIsRecorded() async throws {
        let workspace = try Workspace()
        let instance = RawInstance.silent()
        let child = try workspace.start(
            instance.flags + ["--tape", "called-off", "table", "count", "incident"], input: "",
            variables: ["SNOWDECK_PASSWORD": "x"])
        try await instance.isAsked()
        child.send(SIGINT)
        let ended = await child.end()
        expectEqual(ended, ProcessResult(130, errors: "Interrupted: the request was cancelled.\n"))
        let dump = try await workspace.run("dump", "called-off")
        #expect(dump.output.contains("\n  < failure cancelled: The request to 127.0.0.1 was cancelled.\n"))
        #expect(dump.output.contains("\n  exit 130\n"))
        let shown = try await workspace.run("replay", "sessions/called-off.cassette")
        expectEqual(
            shown,
            ProcessResult(130, "> table count incident\n", errors: "Interrupted: the request was cancelled.\n"))
        try await workspace.expectReplay(of: "called-off", commands: 1)
    }
}
