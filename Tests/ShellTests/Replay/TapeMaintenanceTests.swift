import CassetteStore
import ExchangeModel
import Foundation
import NowSDK
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Rendering
@testable import Replaying
@testable import Tables
@testable import Workbench

/// Existing tapes: extended, checked in bulk, accepted, recorded again.
struct TapeMaintenanceTests {
    /// Records a session onto a tape and returns the tape's path.
    @discardableResult
    private func record(_ machine: TestMachine, _ lines: [String], tape: String = "tape") async throws -> String {
        let harness = try ShellHarness(machine, tape: tape)
        _ = await harness.transcript(of: lines)
        try await harness.session.close()
        return machine.path(tape)
    }

    private func runner(_ machine: TestMachine, version: String = "0.1.0") throws -> ReplayRunner {
        try machine.replayRunner(.check, version: version)
    }

    /// The content of both streams, with the folder replaced by `[DIR]`.
    private func printed(_ machine: TestMachine) -> String {
        (machine.errors.take() + machine.output.take()).replacingOccurrences(of: machine.folder.path, with: "[DIR]")
    }

    /// Replaces a command's recorded output.
    private func write(_ text: String, status: Int = 0, for command: Int64, on path: String) throws {
        let tape = try Cassette.recording(at: path, wait: 0)
        try tape.rewriteEnding(of: command, exitStatus: status, output: [.standardOutput: Array(text.utf8)])
        try tape.close()
    }

    // Extending

    @Test func recordedExchangesNeedNoInstance() async throws {
        let machine = try TestMachine()
        let tape = try await record(machine, ["table count incident", "table list incident -n 1 -f number"])
        // No instance exists: everything on the tape is still played.
        let alone = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        let offline = try ShellHarness(alone, tape: nil)
        await expectEqual(
            offline.transcript(of: ["tape open tape --mode extend", "table count incident", "tape status"]),
            """
            > tape open tape --mode extend
            ! Extending [DIR]/sessions/tape.cassette: it answers what it can, the rest is sent and recorded.
            > table count incident
            440
            > tape status
            tape      [DIR]/sessions/tape.cassette
            mode      extend
            sessions  2
            requests  3
            played    1
            recorded  0

            """)
        try await offline.session.close()
        let online = try ShellHarness(machine, tape: nil)
        _ = await online.transcript(of: [
            "tape open tape --mode extend", "table count incident", "table count problem",
            "table create incident short_description=Extended -f short_description", "table count incident",
        ])
        #expect(
            await online.transcript(of: ["tape status"]).hasSuffix("played    1\nrecorded  4\n"))
        try await online.session.close()
        let (status, printed) = try await machine.check(tape)
        expectEqual(status, 0, "\(printed)")
    }

    // Checking

    @Test func recordingThatBrokeOffDoesNotPass() async throws {
        let machine = try TestMachine()
        let path = try await record(machine, ["table count incident", "table count problem"])
        try await expectEqual(machine.check(path).status, 0)
        let tape = try Cassette.recording(at: path, wait: 0)
        let session = try #require(try tape.sessions().last?.id)
        _ = try tape.beginCommand(
            CommandRecord(session: session, line: "table count change_request", now: Timestamp(seconds: 1)))
        try tape.close()
        let cut = try await machine.check(path)
        expectEqual(cut.status, 5)
        expectEqual(
            cut.printed,
            """
            \(path): 2 commands, all as recorded, but the recording broke off in command 3 of 3.
            \(path): the recording broke off in command 3: table count change_request

            """)
        // Later sessions do not make it whole.
        try await record(machine, ["table count incident"])
        let later = try await machine.check(path)
        expectEqual(later.status, 5)
        #expect(later.printed.contains("3 commands, all as recorded, but the recording broke off in command 3 of 4."))
    }

    @Test func tapesAreCheckedConcurrentlyAndReportedInOrder() async throws {
        let machine = try TestMachine()
        var tapes: [String] = []
        for name in ["a", "b", "c", "d", "e", "f"] {
            tapes.append(try await record(machine, ["table count incident"], tape: name))
        }
        try write("12\n", for: 1, on: tapes[1])
        _ = printed(machine)
        tapes.insert(machine.path("missing"), at: 2)
        let run = ReplayRun(try runner(machine), machine.host)
        try await expectEqual(run.check(tapes, as: nil, sideBySide: true), 5)
        expectEqual(
            printed(machine),
            """
            [DIR]/sessions/b.cassette: not as recorded: table count incident
              count  12 → 440
            error: There is no tape at [DIR]/sessions/missing.cassette.
            hint: tape list
            [DIR]/sessions/a.cassette: 1 command, all as recorded.
            [DIR]/sessions/b.cassette: 1 command, 1 not as recorded.
            [DIR]/sessions/c.cassette: 1 command, all as recorded.
            [DIR]/sessions/d.cassette: 1 command, all as recorded.
            [DIR]/sessions/e.cassette: 1 command, all as recorded.
            [DIR]/sessions/f.cassette: 1 command, all as recorded.

            """)
        try await expectEqual(run.check(Array(tapes.prefix(3)), as: "tap", sideBySide: true), 5)
        expectEqual(
            printed(machine),
            """
            TAP version 14
            1..3
            ok 1 - [DIR]/sessions a.cassette
            # 1 command, all as recorded.
            not ok 2 - [DIR]/sessions b.cassette
              ---
              message: "1 command, 1 not as recorded."
              severity: fail
              detail: |2-
                [DIR]/sessions/b.cassette: not as recorded: table count incident
                  count  12 → 440
              ...
            not ok 3 - [DIR]/sessions missing.cassette
              ---
              message: "There is no tape at [DIR]/sessions/missing.cassette."
              severity: error
              detail: |2-
                error: There is no tape at [DIR]/sessions/missing.cassette.
                hint: tape list
              ...

            """)
    }

    @Test func otherVersionIsComparedByValues() async throws {
        let machine = try TestMachine()
        let tape = try await record(machine, ["table list incident -n 1 -f number,state", "table count incident"])
        let now = try Cassette.playing(at: tape).output(of: 1, .standardOutput)
        let wider = String(decoding: now, as: UTF8.self).replacingOccurrences(of: "  ", with: "    ")
        try write(wider, for: 1, on: tape)
        _ = printed(machine)
        await expectEqual((try runner(machine)).check(tape).exitStatus, 5)
        let finding = await (try runner(machine, version: "0.2.0")).check(tape)
        expectEqual(finding.exitStatus, 0)
        #expect(finding.summary.hasSuffix(": 2 commands, the same values as recorded, 1 written differently.\n"))
        #expect(finding.remarks.contains("the same values, written differently than by Snowdeck 0.1.0: table list"))
        try write("68\n", for: 2, on: tape)
        await expectEqual((try runner(machine, version: "0.2.0")).check(tape).exitStatus, 5)
    }

    // Accepting

    @Test func onlyNewOutputIsAccepted() async throws {
        let machine = try TestMachine()
        let tape = try await record(machine, ["table count incident", "table count problem"])
        try write("12\n", status: 3, for: 1, on: tape)
        _ = printed(machine)
        let acceptance = OutputAcceptance(try runner(machine), machine.host)
        await expectEqual(acceptance.accept(tape), 0)
        expectEqual(
            printed(machine),
            """
            [DIR]/sessions/tape.cassette: not as recorded: table count incident
              failure: exit status  3 → 0
              count  12 → 440
            [DIR]/sessions/tape.cassette: 1 command taken as written now.

            """)
        await expectEqual(acceptance.accept(tape), 0)
        expectEqual(printed(machine), "[DIR]/sessions/tape.cassette: 2 commands, all as recorded.\n")
    }

    @Test func incompleteOrLockedTapeIsUnchanged() async throws {
        let machine = try TestMachine()
        let tape = try await record(machine, ["table count incident"])
        let holder = try Cassette.recording(at: tape, wait: 0)
        let session = try #require(try holder.sessions().first)
        // A command whose exchange is missing on the tape.
        let command = try holder.beginCommand(
            CommandRecord(session: session.id, line: "table count problem", now: session.startedAt))
        try holder.finishCommand(command, exitStatus: 0)
        _ = printed(machine)
        let acceptance = OutputAcceptance(try runner(machine), machine.host)
        await expectEqual(acceptance.accept(tape), 5)
        #expect(printed(machine).hasPrefix("error: "))
        try holder.close()
        let before = machine.folder.bytes(of: "sessions/tape.cassette")
        await expectEqual(acceptance.accept(tape), 5)
        #expect(
            printed(machine).contains("The tape cannot answer 1 of its commands, so nothing was accepted"))
        let again = try Cassette.playing(at: tape)
        try expectEqual(again.command(command)?.exitStatus, 0)
        expectEqual(before?.count, machine.folder.bytes(of: "sessions/tape.cassette")?.count)
        await expectEqual(acceptance.accept(machine.path("none")), 5)
        expectEqual(machine.folder.bytes(of: "sessions/none.cassette"), nil)
    }
}
