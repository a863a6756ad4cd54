import Foundation
import TestSupport
import Testing

/// Commands on a disk that has no byte left, which is when tapes are deleted.
struct FullDiskTests {
    /// Records tapes onto a small disk with the user's state on it, fills it, and runs the given commands, printing the
    /// status, the output and the files of each.
    private func run(_ commands: [String], before: String = "true", _ workspace: Workspace) async throws -> String {
        let mounting = try await HostPrivileges.mounting(workspace)
        try workspace.write(
            """
            program=$1; shift
            mkdir disk && mount -t tmpfs -o size=8m none disk && cd disk && export XDG_STATE_HOME=$PWD/state || exit 99
            for name in a b c; do
              "$program" --tape $name table count incident > /dev/null || exit 98
            done
            "$program" tape keep b --note kept && "$program" tape list > /dev/null && "$program" find incident > /dev/null
            \(before)
            dd if=/dev/zero of=fill bs=4k 2> /dev/null
            for each in "$@"; do
              timeout 600 "$program" --no-input $each > ../said 2>&1; status=$?
              # The space that a command frees is gone again.
              dd if=/dev/zero of=fill bs=4k oflag=append conv=notrunc 2> /dev/null
              echo "$each: $status, $(ls sessions | tr '\\n' ' ')"; sed 's/^/  /' ../said
            done
            rm fill; "$program" tape list --format csv | cut -d, -f3
            "$program" --tape b table count problem && "$program" replay b --check

            """, to: "full.sh")
        let ended = try await workspace.runOther(mounting + ["sh", "full.sh", Workspace.program] + commands)
        expectEqual(ended.status, 0, "\(ended)")
        return ended.output
    }

    @Test func tapesAreReadRenamedAndRemoved() async throws {
        let workspace = try Workspace()
        let output = try await run(
            [
                "tape list --format csv", "tape status", "tape show a", "replay sessions/a.cassette --check",
                "find incident --format csv", "tape keep a --note changed", "tape keep b bb",
                "tape keep bb --note changed",
                "--tape c table count problem", "replay sessions/c.cassette", "tape remove a --yes",
                "tape keep bb --note -",
                "tape keep bb b", "tape remove nosuch --yes",
            ], workspace)
        let parts = output.components(separatedBy: "\n").filter { !$0.hasPrefix("  ") }
        let rest = ["a.cassette", "b.cassette", "b.note", "c.cassette"].joined(separator: " ") + " "
        let renamed = ["a.cassette", "bb.cassette", "bb.note", "c.cassette"].joined(separator: " ") + " "
        expectEqual(
            parts,
            [
                "tape list --format csv: 0, " + rest, "tape status: 0, " + rest, "tape show a: 0, " + rest,
                "replay sessions/a.cassette --check: 0, " + rest, "find incident --format csv: 0, " + rest,
                "tape keep a --note changed: 5, " + rest, "tape keep b bb: 0, " + renamed,
                "tape keep bb --note changed: 5, " + renamed, "--tape c table count problem: 5, " + renamed,
                "replay sessions/c.cassette: 0, " + renamed,
                "tape remove a --yes: 0, bb.cassette bb.note c.cassette ",
                "tape keep bb --note -: 0, bb.cassette c.cassette ",
                "tape keep bb b: 0, b.cassette c.cassette ",
                "tape remove nosuch --yes: 5, b.cassette c.cassette ",
                "name", "sessions/c.cassette", "sessions/b.cassette", "69",
                "sessions/b.cassette: 2 commands, all as recorded.", "",
            ], "\(output)")
        // Numbers come from the index, which is read; the note is the old one.
        #expect(output.contains("  %2,") && output.contains(",kept\n"), "\(output)")
        #expect(
            output.contains("  sessions/a.cassette: 1 command, all as recorded.\n")
                && output.contains("  error: sessions/a.note cannot be written: no space left on device.\n"),
            "\(output)")
        #expect(!output.contains("internal error"), "\(output)")
    }

    /// The catalog has not seen the tapes, and a recorder left its log.
    @Test func logOfKilledRecorderIsReadAndRemoved() async throws {
        let workspace = try Workspace()
        let output = try await run(
            ["tape list --format csv", "find problem --format csv", "tape show a", "tape remove a --yes"],
            before: """
                rm -f state/snowdeck/tapes.sqlite*
                mkfifo lines; "$program" --tape a run - < lines > ../shown & recorder=$!; exec 3> lines
                echo "table count problem" >&3; while ! [ -s ../shown ]; do sleep 0.02; done
                kill -9 $recorder; wait $recorder 2> /dev/null; exec 3>&-
                """, workspace)
        let log = "a.cassette a.cassette-shm a.cassette-wal a.cassette.lock b.cassette b.note c.cassette "
        let parts = output.components(separatedBy: "\n").filter { !$0.hasPrefix("  ") }
        expectEqual(
            parts.prefix(2), ["tape list --format csv: 0, " + log, "find problem --format csv: 0, " + log],
            "\(output)")
        #expect(output.contains("  ,") && output.contains("so new tapes have no number."), "\(output)")
        #expect(output.contains("sessions/a.cassette,") || output.contains("  a,"), "\(output)")
        #expect(parts.contains { $0.hasPrefix("tape show a: 0, ") }, "\(output)")
        #expect(parts.contains("tape remove a --yes: 0, b.cassette b.note c.cassette "), "\(output)")
    }

    @Test func promptStartsAndShowsTheHistory() async throws {
        let workspace = try Workspace()
        let mounting = try await HostPrivileges.mounting(workspace)
        try workspace.write(
            """
            mkdir disk && mount -t tmpfs -o size=8m none disk && cd disk && export XDG_STATE_HOME=$PWD/state || exit 99
            "$1"; dd if=/dev/zero of=fill bs=4k 2> /dev/null; echo full; "$1"; echo ended

            """, to: "prompt.sh")
        let session = try PromptSession(workspace, shell: mounting + ["sh", "prompt.sh", Workspace.program])
        await session.prompted()
        _ = await session.enter("table count incident")
        session.screen.type("quit\r")
        await session.shows("full")
        await session.prompted()
        let shown = await session.enter("history")
        let list = try #require(shown.components(separatedBy: "> history").last)
        #expect(list.contains("table count inc"), "\(shown)")
        #expect(list.contains("Cannot save the history:"), "\(shown)")
        session.screen.type("quit\r")
        await session.shows("ended")
    }
}
