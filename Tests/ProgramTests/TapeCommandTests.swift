import Foundation
import TestSupport
import Testing

/// Existing tapes on the command line: extended, checked, accepted, recorded again.
struct TapeCommandTests {
    private static let day = """
        table count incident
        table create incident short_description=Extended -f short_description
        table count incident

        """

    @Test func tapesAreExtendedAndFoldersChecked() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.day, to: "day.snowdeck")
        let tape = "sessions/deep/day.cassette"
        let recorded = try await workspace.run("--tape", tape, "--mode", "extend", "run", "day.snowdeck")
        let extended = try await workspace.run("--tape", tape, "--mode", "extend", "run", "day.snowdeck")
        expectEqual(recorded.output, "440\nshort_description  Extended\n441\n")
        // The tape is already past the change; its recording of that time is played.
        expectEqual(extended.output, "441\nshort_description  Extended\n441\n")
        let checked = try await workspace.run("replay", "sessions", "--check", "--report", "tap")
        expectEqual(
            checked,
            ProcessResult(
                0, "TAP version 14\n1..1\nok 1 - sessions/deep day.cassette\n# 6 commands, all as recorded.\n")
        )
        let accepted = try await workspace.run("replay", tape, "--accept")
        expectEqual(accepted, ProcessResult(0, "\(tape): 6 commands, all as recorded.\n"))
        let again = try await workspace.run("replay", tape, "--rerecord", "-o", "again.cassette")
        expectEqual(
            again,
            ProcessResult(
                0,
                """
                > table count incident
                  count  441 → 440
                again.cassette: 6 commands and 8 requests compared: 1 info.

                """))
        try await expectEqual(workspace.run("replay", "again.cassette", "--check").status, 0)
    }

    /// The draft of a pseudonymized copy holds originals: it is never in the folder of tapes, and what a killed process
    /// left is deleted at the next run. The key is only the user's.
    @Test func draftsAndKeysAreNotShared() async throws {
        let workspace = try Workspace()
        try await expectEqual(workspace.record("table list sys_user -n 3\n", onto: "one").status, 0)
        // 2147483647 is above every process number.
        let scratch = workspace.home + "/state/snowdeck/scratch", left = scratch + "/draft-copy-2147483647.cassette"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        for file in [left, left + "-wal", scratch + "/other"] {
            #expect(FileManager.default.createFile(atPath: file, contents: Data("Abel".utf8)))
        }
        // Writes are traced, so that no moment is missed.
        let trace = workspace.folder + "/trace"
        let made = try await workspace.run(
            "tape", "pseudonymize", "one", "-o", "shared",
            through: ["strace", "-f", "-o", trace, "-e", "trace=openat,creat,rename,renameat2"])
        expectEqual(made.status, 0, "\(made)")
        let opened = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("sessions/") && ($0.contains("O_CREAT") || $0.contains("rename")) }
        #expect(opened.count == 1 && opened[0].contains("rename"), "\(opened)")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: scratch), ["other"])
        let key = workspace.home + "/state/snowdeck/pseudonyms.key"
        #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
        try await expectEqual(workspace.run("replay", "shared", "--check").status, 0)
    }

    /// The user's tapes are in memory here, so the tape cannot simply be renamed.
    @Test func tapeIsKeptOnAnotherFileSystem() async throws {
        let workspace = try Workspace()
        let state = "/dev/shm/snowdeck-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        let variables = ["XDG_STATE_HOME": state]
        try await expectEqual(workspace.run("table", "count", "incident", variables: variables).output, "440\n")
        let kept = try await workspace.run("tape", "keep", "last", "outage", variables: variables)
        expectEqual(kept.status, 0, "\(kept)")
        let attributes = try FileManager.default.attributesOfItem(atPath: workspace.path("sessions/outage.cassette"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let named = try await workspace.run("tape", "keep", "outage", "mail-outage", variables: variables)
        expectEqual(named.status, 0, "\(named)")
        // It keeps its number under each name.
        let list = try await workspace.run("tape", "list", "--format", "csv", variables: variables)
        #expect(list.output.split(separator: "\n").count == 2 && list.output.contains("%1,"), "\(list)")
        try await expectEqual(workspace.run("replay", "mail-outage", "--check", variables: variables).status, 0)
        // The index forgets what is removed, and find adds what is left.
        #expect(try await workspace.run("find", "count incident", variables: variables).output.contains("%1"))
        let removed = try await workspace.run("tape", "remove", "mail-outage", "--yes", variables: variables)
        expectEqual(removed.status, 0, "\(removed)")
        try await expectEqual(workspace.run("find", "count incident", variables: variables).status, 3)
    }

    /// A sandbox in memory is gone with its session: another one has other records with the same numbers.
    @Test func changesOfAnotherSandboxAreNotUndone() async throws {
        let workspace = try Workspace()
        try await expectEqual(workspace.run("table", "update", "incident", "INC0010021", "urgency=3").status, 0)
        let undone = try await workspace.run("undo", "--run")
        #expect(undone.status == 3 && undone.errors.contains("There is nothing to undo"), "\(undone)")
    }

    /// A word that is a secret by its place is none elsewhere; in output it is at the same place.
    @Test func passwordThatIsAWordIsNotInOutput() async throws {
        let workspace = try Workspace()
        try await workspace.record(
            "table update incident INC0010021 description='a password=summer or token: x' -f description\n",
            onto: "word")
        try await workspace.expectReplay(of: "word", commands: 1)
        let dump = try await workspace.run("dump", "word")
        #expect(dump.output.contains("| description  a password=REDACTED-password-1 or token: x"), "\(dump)")
        #expect(!dump.output.contains("summer"))
    }

    /// In its first second a session's own tape and the one of the comparison have the same time and process.
    @Test func twoInstancesAreComparedByTheFirstLine() async throws {
        let workspace = try Workspace()
        let server = try await ServedProgram(workspace, "sandbox")
        let said = try await workspace.run(
            "--instance", server.address, "--user", "john.doe", "run", "-",
            input: "diff --on \(server.address) --on sandbox table count incident\n",
            variables: ["SNOWDECK_PASSWORD": "password"])
        #expect(said.output.contains("1 command and 1 request compared: no difference."), "\(said)")
        _ = await server.end()
    }
}
