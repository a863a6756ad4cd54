import CassetteStore
import ExchangeModel
import Foundation
import NowSDK
import TestSupport
import Testing

@testable import Recipes
@testable import Replaying
@testable import SandboxCommands
@testable import Tables
@testable import Tapes
@testable import Workbench

/// Recording tapes again.
struct RerecordTests {
    private func record(_ machine: TestMachine, _ lines: [String], instance: String = "sandbox") async throws -> String
    {
        let harness = try ShellHarness(machine, instance: instance, user: "john.doe", allowWrites: instance)
        _ = await harness.transcript(of: lines)
        try await harness.session.close()
        _ = printed(machine)
        return machine.path("tape")
    }

    private func printed(_ machine: TestMachine) -> String {
        (machine.errors.take() + machine.output.take()).replacingOccurrences(of: machine.folder.path, with: "[DIR]")
    }

    /// Records the tape again onto `new` and returns the exit status and the report.
    private func rerecord(
        _ tape: String, at machine: TestMachine, instance: String? = nil, allowWrites: String? = nil
    ) async throws -> (Int32, String) {
        let target = try instance.map { Rerecorder.Target(try Instance($0), SignInChoice(), profile: nil) }
        let rerecorder = Rerecorder(
            machine.host, sandbox: try ShellHarness.sandbox, target: target, allowWrites: allowWrites, version: "0.1.0")
        do throws(Problem) {
            let status = try await rerecorder.rerecord(tape, onto: machine.path("new"))
            return (status, printed(machine))
        } catch {
            return (
                error.exitStatus,
                printed(machine) + ProblemText.lines(error).replacingOccurrences(of: machine.folder.path, with: "[DIR]")
            )
        }
    }

    @Test func rerecordingIsEquivalentAndReplays() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array("short_description=From a file\n".utf8), to: "data.txt")
        let tape = try await record(
            machine,
            [
                "table create incident short_description=Anew -f number => inc = .number",
                "table get incident {{inc}} -f number,short_description", "table count incident > count.txt",
                "login --user abel.tuter",
            ])
        machine.folder.remove("count.txt")
        let elsewhere = try TestMachine(machine.folder)
        let (status, text) = try await rerecord(tape, at: elsewhere)
        expectEqual(status, 0)
        expectEqual(
            text,
            """
            note: not run, because it decides where credentials go or what is started: login --user abel.tuter
            > login --user abel.tuter
              only on the tape
            [DIR]/sessions/new.cassette: 3 commands and 4 requests compared: 1 command only on the tape.

            """)
        expectEqual(machine.folder.bytes(of: "count.txt"), nil)
        try await expectEqual(elsewhere.check(elsewhere.path("new")).status, 0)
        let (again, refusal) = try await rerecord(tape, at: elsewhere)
        expectEqual(again, 3)
        expectEqual(refusal, "error: The tape [DIR]/sessions/new.cassette already exists; name a new one.\n")
    }

    /// The tape of a recipe has the line that recorded it; the new tape gets the steps, and the old one stays.
    @Test func recipeIsRecordedOntoNewTape() async throws {
        let machine = try TestMachine()
        machine.folder.write(
            Array(SampleRecipes.text("Audit", "> table count incident\n? http 200").utf8), to: "recipes/audit.recipe.md"
        )
        let harness = try ShellHarness(machine)
        _ = await harness.transcript(of: ["recipe run audit --record --quiet"])
        try await harness.session.close()
        _ = printed(machine)
        let before = machine.folder.bytes(of: "sessions/audit.cassette")
        let (status, text) = try await rerecord(machine.path("audit"), at: machine)
        expectEqual(status, 0)
        #expect(text.hasSuffix(": 2 commands and 1 request compared: no difference.\n"))
        expectEqual(machine.folder.bytes(of: "sessions/audit.cassette"), before)
        try await expectEqual(machine.check(machine.path("new")).status, 0)
        expectEqual(
            machine.folder.names(in: "sessions").map(\.name), ["audit.cassette", "new.cassette"])
    }

    @Test func failureLeavesNoRecording() async throws {
        let machine = try TestMachine()
        let tape = try await record(machine, ["table count incident"])
        let left = try #require(machine.folder.bytes(of: "sessions/tape.cassette"))
        machine.folder.write(left, to: "sessions/new.cassette.recording")
        let (status, text) = try await rerecord(tape, at: machine)
        expectEqual(status, 0)
        expectEqual(
            text,
            """
            An earlier recording failed and left [DIR]/sessions/new.cassette.recording; it was renamed to \
            [DIR]/sessions/new.cassette.recording.1.
            [DIR]/sessions/new.cassette: 1 command and 1 request compared: no difference.

            """)
        expectEqual(
            machine.folder.names(in: "sessions").map(\.name),
            [
                "new.cassette", "new.cassette.recording.1", "tape.cassette",
            ])
        machine.folder.remove("sessions/new.cassette")
        let away = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        try await expectEqual(rerecord(tape, at: away).0, 4)
        expectEqual(machine.folder.names(in: "sessions").map(\.name), ["new.cassette.recording.1", "tape.cassette"])
    }

    @Test func differencesHaveSeverities() async throws {
        let machine = try TestMachine()
        let tape = try await record(
            machine,
            ["table list incident -q active=true -n 2 -f number,state", "table get incident INC0010001 -f number"])
        // The instance changes: one record less.
        let meanwhile = try ShellHarness(machine, tape: "meanwhile")
        _ = await meanwhile.transcript(of: ["table delete incident INC0010001"])
        try await meanwhile.session.close()
        _ = printed(machine)
        let (status, text) = try await rerecord(tape, at: machine)
        expectEqual(status, 5)
        expectEqual(
            text,
            """
            > table get incident INC0010001 -f number
              failure: exit status  0 → 3
              warning: rows  1 → 0
              GET /api/now/ui/meta/incident  only now
            [DIR]/sessions/new.cassette: 2 commands and 2 requests compared: 1 failure, 1 warning, 1 info.

            """)
    }

    @Test func rerecordingElsewhereNeedsPermission() async throws {
        let machine = try TestMachine()
        let tape = try await record(
            machine, ["table count incident", "table create incident short_description=x -f short_description"],
            instance: "http://127.0.0.1:8080")
        let (refused, why) = try await rerecord(tape, at: machine)
        expectEqual(refused, 7)
        expectEqual(
            why,
            """
            error: [DIR]/sessions/tape.cassette was recorded at http://127.0.0.1:8080; a tape does not \
            decide where credentials are sent.
            hint: snowdeck replay [DIR]/sessions/tape.cassette --rerecord -o NEW --instance http://127.0.0.1:8080

            """)
        let elsewhere = try TestMachine(machine.folder)
        let (status, text) = try await rerecord(tape, at: elsewhere, instance: "http://127.0.0.1:9090")
        expectEqual(status, 5)
        #expect(text.contains("exit status  0 → 7"))
        elsewhere.folder.remove("sessions/new.cassette")
        let (allowed, _) = try await rerecord(
            tape, at: elsewhere, instance: "http://127.0.0.1:9090", allowWrites: "http://127.0.0.1:9090")
        expectEqual(allowed, 0)
    }

    @Test func unreachableInstanceKeepsNothing() async throws {
        let machine = try TestMachine()
        let tape = try await record(machine, ["table count incident"])
        let away = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        let (status, text) = try await rerecord(tape, at: away)
        expectEqual(status, 4)
        #expect(text.hasPrefix("error: The instance did not answer, so nothing was recorded.\n"))
        expectEqual(machine.folder.bytes(of: "sessions/new.cassette"), nil)
    }
}
