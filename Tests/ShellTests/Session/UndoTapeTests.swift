import TestSupport
import Testing

@testable import Workbench

/// Undo finds the changes of earlier sessions on their tapes, and what was undone of them.
struct UndoTapeTests {
    @Test func nextSessionGoesOnWithUndo() async throws {
        let machine = try TestMachine()
        let first = try ShellHarness(machine, tape: "one")
        await expectEqual(first.session.run("table update incident INC0010021 urgency=3"), 0)
        await expectEqual(first.session.run("table update incident INC0010021 short_description=other"), 0)
        await expectEqual(first.session.run("undo --run"), 0)
        try await first.session.close()
        _ = first.printed()
        let second = try ShellHarness(machine, tape: "two")
        let printed = await second.transcript(of: ["undo", "undo --run", "undo --run"])
        expectEqual(
            printed,
            """
            > undo
            # On http://sandbox.localhost, takes back: table update incident INC0010021 urgency=3
            table update incident INC0010021 urgency=2 priority=3
            > undo --run
            ! 1 record of incident put back.
            ! again: table update incident INC0010021 urgency=3 priority=4
            > undo --run
            ! error: There is nothing to undo: no change of this session or an earlier tape is left.
            ? exit 3

            """)
        try await second.session.close()
        let third = try ShellHarness(machine, tape: "three")
        await expectEqual(third.session.run("undo one"), 3)
        try await third.closeAndReplay()
    }

    /// The tape has a placeholder for what looks like a secret; undo does not write that.
    @Test func placeholdersOfATapeAreNotWritten() async throws {
        let machine = try TestMachine()
        let first = try ShellHarness(machine, tape: "one")
        await expectEqual(
            first.session.run("table update incident INC0010021 description='password: Hunter2hunter2'"), 0)
        await expectEqual(first.session.run("table update incident INC0010021 description=none urgency=3"), 0)
        try await first.session.close()
        _ = first.printed()
        let second = try ShellHarness(machine, tape: "two")
        let printed = await second.transcript(of: ["undo"])
        #expect(printed.contains("\ntable update incident INC0010021 urgency=2 priority=3\n"), "\(printed)")
        #expect(printed.contains("`undo` cannot restore description"), "\(printed)")
        try await second.session.close()
    }

    /// Secrets that are typed into an answer are redacted as in a recording.
    @Test func secretsInAnEditedAnswerAreRedacted() async throws {
        let machine = try TestMachine(answers: ["my computer doesn't work → token=Zx81QmLp7RtYw2Nc4VbKd9Ff"])
        let harness = try ShellHarness(machine, tape: "one")
        await expectEqual(harness.session.run("table get incident INC0010021 -f number,short_description"), 0)
        await expectEqual(harness.session.run("tape new two"), 0)
        let printed = await harness.transcript(of: ["tape edit one:1.1 -o three", "tape show three:1.1"])
        for file in machine.folder.files(ending: ".cassette") {
            let bytes = machine.folder.bytes(of: file) ?? []
            #expect(bytes.firstRange(of: Array("Zx81QmLp7RtYw2Nc4VbKd9Ff".utf8)) == nil, "\(file)\n\(printed)")
        }
        #expect(printed.contains("The answer was edited by hand."), "\(printed)")
        try await harness.closeAndReplay()
    }
}
