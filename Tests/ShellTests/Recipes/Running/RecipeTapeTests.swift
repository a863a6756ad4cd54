import CassetteStore
import ExchangeModel
import Foundation
import Testing

@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// A recipe's tape: replaced, extended, or left alone.
@Suite struct RecipeTapeTests {
    private static let audit = SampleRecipes.text(
        "Audit", params: "t = incident   # a table", "> table count {{t}} => n = .count\n? http 200\n? .count > 0")
    private static let longer = SampleRecipes.text(
        "Audit", params: "t = incident   # a table", "> table count {{t}} => n = .count\n? http 200\n? .count > 0",
        "> table count problem\n? .count > 0")

    @Test func failedStartKeepsTape() async throws {
        let machine = try TestMachine()
        machine.folder.write(
            Array(SampleRecipes.text("Ask", params: "what", "> table count incident").utf8), to: "recipes/ask.recipe.md"
        )
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "recipe run ask --record --quiet", "recipe run ask what=x --record --quiet", "recipe run ask --record",
            "recipe test ask",
        ])
        #expect(
            printed == """
                > recipe run ask --record --quiet
                ! error: ask needs what, and there is no terminal to ask on.
                ! note: what  string
                ! hint: recipe run ask what=…
                ? exit 2
                > recipe run ask what=x --record --quiet
                ! 1 step, 0 expectations held; nothing was changed.
                > recipe run ask --record
                ! error: ask needs what, and there is no terminal to ask on.
                ! note: what  string
                ! hint: recipe run ask what=…
                ! [DIR]/sessions/ask.cassette is as it was.
                ? exit 2
                > recipe test ask
                TAP version 14
                1..1
                ok 1 - ask recipe run ask what=x --record --quiet

                """)
        #expect(machine.folder.files(ending: ".recording").isEmpty)
    }

    /// The tape is replaced after a success only.
    @Test func failedRecordingKeepsTape() async throws {
        let machine = try TestMachine()
        func write(_ count: String) {
            let text = SampleRecipes.text("Audit", "> table count incident\n? .count == \(count)")
            machine.folder.write(Array(text.utf8), to: "recipes/audit.recipe.md")
        }
        let harness = try ShellHarness(machine)
        write("440")
        _ = await harness.transcript(of: ["recipe run audit --record --quiet"])
        let good = machine.folder.bytes(of: "sessions/audit.cassette")
        write("441")
        let failed = await harness.transcript(of: ["recipe run audit --record --quiet"])
        #expect(
            failed == """
                > recipe run audit --record --quiet
                ! recipes/audit.recipe.md:5: error: This does not hold.
                !   ? ‹.count == 441›
                ! note: expected == 441
                ! note: actual   440
                ! hint: tape show 1   is what was sent and answered.
                ! hint: recipe accept audit --live   takes what comes over into the recipe.
                ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
                ! [DIR]/sessions/audit.cassette is as it was; the recording that failed is in \
                [DIR]/sessions/audit.cassette.recording.
                ? exit 6

                """, "\(failed)")
        #expect(machine.folder.bytes(of: "sessions/audit.cassette") == good)
        #expect(try await machine.check(machine.path("audit") + ".recording").status == 0)
        write("440")
        let again = await harness.transcript(of: ["recipe run audit --record --quiet"])
        #expect(
            again == """
                > recipe run audit --record --quiet
                ! An earlier recording failed and left [DIR]/sessions/audit.cassette.recording; it was \
                renamed to [DIR]/sessions/audit.cassette.recording.1.
                ! 1 step, 1 expectation held; nothing was changed.

                """, "\(again)")
        #expect(
            machine.folder.names(in: "sessions").map(\.name) == ["audit.cassette", "audit.cassette.recording.1"])
        #expect(try await machine.check(machine.path("audit")).status == 0)
    }

    /// What a full disk left does not stop the next recording, and a file of the user does.
    @Test func emptyRecordingIsReplacedAndAnotherFileIsNot() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array(Self.audit.utf8), to: "recipes/audit.recipe.md")
        machine.folder.write([], to: "sessions/audit.cassette.recording")
        machine.folder.write([0, 0], to: "sessions/audit.cassette.recording-journal")
        let harness = try ShellHarness(machine)
        let line = "recipe run audit --record --quiet"
        let printed = await harness.transcript(of: [line])
        #expect(printed.contains("Removed [DIR]/sessions/audit.cassette.recording"), "\(printed)")
        #expect(printed.hasSuffix("2 expectations held; nothing was changed.\n"), "\(printed)")
        #expect(machine.folder.names(in: "sessions").map(\.name) == ["audit.cassette"])
        for name in ["audit.cassette.recording", "audit.cassette.recording-wal"] {
            machine.folder.write(Array("mine".utf8), to: "sessions/" + name)
            let refused = await harness.transcript(of: [line])
            #expect(refused.hasSuffix("? exit 5\n"), "\(refused)")
            #expect(machine.folder.text(of: "sessions/" + name) == "mine")
            #expect(machine.folder.names(in: "sessions").map(\.name) == ["audit.cassette", name])
            machine.folder.remove("sessions/" + name)
        }
    }

    @Test func failedExtensionKeepsTape() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array(Self.audit.utf8), to: "recipes/audit.recipe.md")
        let harness = try ShellHarness(machine)
        _ = await harness.transcript(of: ["recipe run audit --record --quiet"])
        let good = machine.folder.bytes(of: "sessions/audit.cassette")
        let failing = Self.longer.replacing("problem\n? .count > 0", with: "problem\n? .count > 999")
        machine.folder.write(Array(failing.utf8), to: "recipes/audit.recipe.md")
        let failed = await harness.transcript(of: ["recipe run audit --extend --quiet"])
        #expect(
            failed.hasSuffix(
                """
                ! [DIR]/sessions/audit.cassette is as it was; the recording that failed is in \
                [DIR]/sessions/audit.cassette.recording.
                ? exit 6

                """), "\(failed)")
        #expect(machine.folder.bytes(of: "sessions/audit.cassette") == good)
        machine.folder.write(Array(Self.audit.utf8), to: "recipes/audit.recipe.md")
        let tested = await harness.transcript(of: ["recipe test audit"])
        #expect(tested.hasSuffix("ok 1 - audit recipe run audit --record --quiet\n"), "\(tested)")
    }

    /// Nothing is lost when a first recording fails, and `recipe accept` plays it.
    @Test func firstRecordingIsKeptInAnyCase() async throws {
        let machine = try TestMachine()
        let text = SampleRecipes.text("Audit", "> table count incident\n? .count == 441")
        machine.folder.write(Array(text.utf8), to: "recipes/audit.recipe.md")
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: ["recipe run audit --record --quiet", "recipe accept audit --all"])
        #expect(printed.contains("hint: recipe accept audit   takes what comes over"), "\(printed)")
        #expect(printed.hasSuffix("! recipe test audit plays it against its tape.\n"), "\(printed)")
        #expect(machine.folder.names(in: "sessions").map(\.name) == ["audit.cassette"])
    }

    /// The tape in the deck is recorded again, and recording goes on behind the new one.
    @Test func tapeInDeckIsReplaced() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array(Self.audit.utf8), to: "recipes/audit.recipe.md")
        let harness = try ShellHarness(machine, tape: "audit")
        let printed = await harness.transcript(of: [
            "table count problem", "recipe run audit --record --quiet", "table count incident",
        ])
        #expect(
            printed == """
                > table count problem
                69
                > recipe run audit --record --quiet
                ! 1 step, 2 expectations held; nothing was changed.
                > table count incident
                440

                """, "\(printed)")
        try await harness.session.close()
        let tape = try Cassette.playing(at: machine.path("audit"))
        #expect(
            try tape.sessions().flatMap { try tape.commands(of: $0.id).map(\.line) }
                == ["recipe run audit --record --quiet", "table count {{t}} => n = .count", "table count incident"])
        try tape.close()
        #expect(try await machine.check(machine.path("audit")).status == 0)
    }

    @Test func extendedTapePlaysAndReplacesPreviousRun() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array(Self.audit.utf8), to: "recipes/audit.recipe.md")
        let harness = try ShellHarness(machine)
        let recorded = await harness.transcript(of: ["recipe run audit --record --quiet"])
        machine.folder.write(Array(Self.longer.utf8), to: "recipes/audit.recipe.md")
        let tested = await harness.transcript(of: [
            "recipe test audit", "recipe run audit --extend", "recipe test audit",
        ])
        #expect(
            recorded + tested == """
                > recipe run audit --record --quiet
                ! 1 step, 2 expectations held; nothing was changed.
                > recipe test audit
                TAP version 14
                1..1
                not ok 1 - audit recipe run audit --record --quiet
                  ---
                  message: "Its steps differ from the tape, which cannot answer."
                  severity: error
                  detail: |2-
                    + > table count problem   (recipes/audit.recipe.md:14)
                    recipes/audit.recipe.md:14: error: Nothing is recorded for GET http://sandbox.localhost/api/now/stats/problem?sysparm_count=true.
                      table count problem
                      ^^^^^^^^^^^^^^^^^^^
                    note: nearest: exchange 1, recorded by: table count {{t}} => n = .count
                    note:   path
                    note:     recorded: /api/now/stats/incident
                    note:     asked:    /api/now/stats/problem
                    hint: table count {{t}} => n = .count
                    hint 1: tape show 1
                    hint 2: tape list
                    error: The step of line 14 ended with exit 5.
                    2 steps, 2 expectations held, 1 step failed; nothing was changed.
                  ...
                ? exit 5
                > recipe run audit --extend
                > table count {{t}} => n = .count
                440
                > table count problem
                69
                ! 2 steps, 3 expectations held; nothing was changed.
                > recipe test audit
                TAP version 14
                1..1
                ok 1 - audit recipe run audit --extend

                """)
        try await harness.session.close()
        let replay = try await machine.check(machine.path("audit"))
        #expect(replay.status == 0, "\(replay.printed)")
    }

    /// Earlier runs are no longer played: their changes are not made, and the last run's steps have their own times.
    @Test func changedRecipeIsExtendedRepeatedly() async throws {
        let machine = try TestMachine()
        func write(_ steps: String...) {
            let text = SampleRecipes.text(
                "Make", writes: "incident",
                (["> table create incident short_description=x => inc = .number", "? http 201"] + steps)
                    .joined(separator: "\n"), "cleanup\n> table delete incident {{inc}}")
            machine.folder.write(Array(text.utf8), to: "recipes/make.recipe.md")
        }
        let harness = try ShellHarness(machine)
        write()
        var printed = await harness.transcript(of: ["recipe run make --record --quiet"])
        write("> table get incident {{inc}} -f number,sys_mod_count\nnumber         [INC]\nsys_mod_count  0")
        printed += await harness.transcript(of: ["recipe run make --extend --quiet", "recipe test make"])
        write("> table update incident {{inc}} urgency=1", "> table get incident {{inc}} -f sys_created_on,urgency")
        printed += await harness.transcript(of: ["recipe run make --extend --quiet", "recipe test make"])
        #expect(
            printed == """
                > recipe run make --record --quiet
                ! 2 steps, 1 expectation held; 1 record created, 1 record deleted.
                > recipe run make --extend --quiet
                ! 3 steps, 2 expectations held; 1 record created, 1 record deleted.
                > recipe test make
                TAP version 14
                1..1
                ok 1 - make recipe run make --extend --quiet
                > recipe run make --extend --quiet
                ! 4 steps, 1 expectation held; 1 record created, 1 record updated, 1 record deleted.
                > recipe test make
                TAP version 14
                1..1
                ok 1 - make recipe run make --extend --quiet

                """, "\(printed)")
        try await harness.session.close()
        let replay = try await machine.check(machine.path("make"))
        #expect(replay.status == 0, "\(replay.printed)")
    }
}
