import Foundation
import Glibc
import TestSupport
import Testing

/// Tapes that cannot be written, or that disappear during recording.
struct TapeLossTests {
    /// Creates a record for each of many amounts of free space. Prints for each run the exit status, the output, the
    /// instance's records, and the number of errors: `176 5 INC0010201-INC0010201-1`.
    private static let sweep = """
        mkdir disk && mount -t tmpfs -o size=400k none disk || exit 99
        for free in 108 156 168 204 228 252; do
          rm -f disk/* instance
          head -c $((409600 - free * 1024)) /dev/zero > disk/fill || exit 98
          "$1" --sandbox instance --tape disk/t.cassette \
            table create incident short_description=Full -f number --format csv > shown 2> said
          status=$?
          "$1" --sandbox instance --tape elsewhere.cassette \
            table list incident -q short_description=Full -f number --format csv > there 2>> log
          echo $free $status $(tail -n +2 shown)-$(tail -n +2 there)-$(grep -c ^error: said)
          cat said >> all
        done

        """

    @Test func changeIsShownWhenDiskIsFull() async throws {
        let workspace = try Workspace()
        let mounting = try await HostPrivileges.mounting(workspace)
        try workspace.write(Self.sweep, to: "sweep.sh")
        let ended = try await workspace.runOther(mounting + ["sh", "sweep.sh", Workspace.program])
        expectEqual(ended.status, 0, "\(ended)")
        var refused = 0, lost = 0, recorded = 0
        for line in ended.output.split(separator: "\n") {
            let parts = line.split(separator: "-", omittingEmptySubsequences: false)
            let facts = parts[0].split(separator: " ")
            try #require(parts.count == 3 && facts.count >= 2, "\(line)")
            #expect(facts.dropFirst(2).joined() == parts[1], "what was shown is not what is there: \(line)")
            switch (facts[1], facts.count == 3) {
            case ("0", true): recorded += 1
            case ("5", true): lost += 1
            case ("5", false): refused += 1
            default: Issue.record("\(line)")
            }
            expectEqual(parts[2], (facts[1] == "5" ? "1" : "0"), "reported once: \(line)")
        }
        // Every outcome occurred.
        #expect(refused > 0 && lost > 0 && recorded > 0, "\(ended.output)")
        let said = try workspace.text(of: "all")
        #expect(
            said.contains(
                """
                undo: table delete incident INC0010201
                error: This command is not recorded in full. The disk is full: 'disk/t.cassette' cannot grow; \
                what it contains so far is kept.
                hint: tape new NAME

                """))
        #expect(!said.contains("internal error"))
    }

    @Test func nothingIsSentAfterLoss() async throws {
        let workspace = try Workspace()
        let mounting = try await HostPrivileges.mounting(workspace)
        let creating = (1...40).map { "table create incident short_description=Full -f number --format csv # \($0)" }
        try workspace.write(creating.joined(separator: "\n") + "\n", to: "create.txt")
        try workspace.write(
            """
            mkdir disk && mount -t tmpfs -o size=400k none disk || exit 99
            "$1" --sandbox instance --tape disk/t.cassette run --keep-going create.txt
            status=$?
            "$1" --sandbox instance --tape elsewhere.cassette \
              table list incident -q short_description=Full --all -f number --format csv > there
            cp disk/t.cassette* .
            exit $status

            """, to: "fill.sh")
        let ended = try await workspace.runOther(mounting + ["sh", "fill.sh", Workspace.program])
        expectEqual(ended.status, 5)
        let shown = ended.output.split(separator: "\n").filter { $0 != "number" }
        let there = try workspace.text(of: "there").split(separator: "\n").dropFirst()
        expectEqual(shown.sorted(), there.sorted())
        #expect(shown.count < 40)
        let refusals = ended.errors.split(separator: "\n").count {
            $0.contains("error: Nothing more is sent, because recording has stopped. The disk is full: ")
        }
        #expect(refusals >= 40 - shown.count - 1 && refusals > 0, "\(ended.errors)")
        let checked = try await workspace.run("replay", "t.cassette", "--check")
        #expect(
            checked.status == 5 && checked.output.contains(" commands, all as recorded, but the recording broke off in")
        )
        try expectEqual(workspace.integrity(of: workspace.path("t.cassette")), "ok")
    }

    /// Runs three commands; between the second and the third a shell manipulates the tape. In between, the state of the
    /// tape is printed: that is not recorded, and shows that the second command has ended.
    private func recording(
        onto tape: String, _ workspace: Workspace, meanwhile: String, wrapper: [String] = []
    ) async throws -> ProcessResult {
        try workspace.write(
            """
            mkfifo lines
            "$1" --tape \(tape) run - < lines & program=$!
            exec 3> lines
            echo "table count incident" >&3
            echo "table create incident short_description=Rescued -f number --format csv" >&3
            echo "tape status > state" >&3
            while ! [ -s state ]; do sleep 0.02; done
            \(meanwhile)
            echo "table count problem" >&3
            exec 3>&-
            wait $program

            """, to: "record.sh")
        return try await workspace.runOther(wrapper + ["sh", "record.sh", Workspace.program])
    }

    private func error(_ rescue: String) -> String {
        """
        Created incident INC0010201.
        undo: table delete incident INC0010201
        standard input:4: error: 'sessions/loop.cassette' was deleted or moved while it was being recorded. \
        Everything recorded is in '\(rescue)'.
          table count problem
          ^^^^^^^^^^^^^^^^^^^
        hint: tape open \(rescue)

        """
    }

    @Test func deletedTapeIsRescued() async throws {
        let workspace = try Workspace()
        let ended = try await recording(onto: "loop", workspace, meanwhile: "rm sessions/loop.cassette")
        let rescue = "sessions/loop.rescued.cassette"
        expectEqual(ended, ProcessResult(5, "440\nnumber\nINC0010201\n69\n", errors: error(rescue)))
        try await expectEqual(
            workspace.run("replay", rescue, "--check"),
            ProcessResult(0, "\(rescue): 3 commands, all as recorded.\n"))
        try expectEqual(
            FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions")), ["loop.rescued.cassette"]
        )
    }

    @Test func rescueTapeFallsBackToUserFolder() async throws {
        let workspace = try Workspace()
        let mounting = try await HostPrivileges.mounting(workspace)
        let ended = try await recording(
            onto: "loop", workspace,
            meanwhile: """
                rm sessions/loop.cassette
                mount --bind sessions sessions && mount -o remount,bind,ro sessions || exit 99
                """,
            wrapper: mounting)
        let rescue = workspace.home + "/state/snowdeck/tapes/loop.rescued.cassette"
        expectEqual(ended.status, 5)
        expectEqual(ended.errors, error(rescue))
        try await expectEqual(
            workspace.run("replay", rescue, "--check"),
            ProcessResult(0, "\(rescue): 3 commands, all as recorded.\n"))
    }

    @Test func checkWithoutComparisonFails() async throws {
        let workspace = try Workspace()
        let child = try workspace.start(["--tape", "loop", "run", "-"])
        child.type("table count incident\n")
        #expect(await child.wrote { output, _ in output == "440\n" })
        // A copy without its log is a tape at its beginning.
        try workspace.write(try workspace.bytes(of: "sessions/loop.cassette"), to: "sessions/copy.cassette")
        child.endInput()
        await expectEqual(child.end().status, 0)
        let checked = try await workspace.run("replay", "sessions", "--check")
        expectEqual(
            checked,
            ProcessResult(
                5,
                """
                sessions/copy.cassette: nothing was compared: the tape was not closed, and its log may be missing.
                sessions/loop.cassette: 1 command, all as recorded.

                """))
        // It joins the script that follows.
        try await expectEqual(workspace.run("--tape", "copy", "table", "count", "incident"), ProcessResult(0, "440\n"))
        try await expectEqual(workspace.run("replay", "sessions", "--check").status, 0)
    }
}
