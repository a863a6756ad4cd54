import CassetteStore
import Foundation
import Glibc
import TestSupport
import Testing

/// Tapes of the user that pile up, and what killed programs leave beside them.
struct TapeUpkeepTests {
    private static let folder = "/state/snowdeck/tapes/"

    /// A user's tape without a name that was last changed long ago.
    private func makeOld(_ name: String, _ workspace: Workspace) async throws {
        let made = try await workspace.shell(
            """
            "$0" --tape old table count incident > /dev/null && mkdir -p "\(workspace.home)\(Self.folder)" &&
            mv sessions/old.cassette "\(workspace.home)\(Self.folder)\(name).cassette" &&
            touch -d 2020-02-03T04:05:06Z "\(workspace.home)\(Self.folder)\(name).cassette"
            """)
        expectEqual(made, ProcessResult(0, ""))
    }

    private func tapes(_ workspace: Workspace) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workspace.home + Self.folder).sorted()
    }

    @Test func nothingIsDeletedWithoutBeingAsked() async throws {
        let workspace = try Workspace()
        try await makeOld("2020-02-03-one", workspace)
        try await expectEqual(workspace.run("table", "count", "incident").status, 0)
        try await expectEqual(workspace.run("--no-input", "run", "-", input: "table count incident\n").status, 0)
        #expect(try tapes(workspace).count == 3 && tapes(workspace)[0] == "2020-02-03-one.cassette")
        let asked = try await workspace.run("tape", "remove", "--older", "30d")
        expectEqual(
            asked,
            ProcessResult(
                7, "",
                errors: """
                    2020-02-03 04:05:06 UTC  53 kB  2020-02-03-one
                    error: There is no terminal to ask on.
                    hint: --yes deletes without asking.

                    """))
        let prompt = try PromptSession(workspace, ["tape", "remove", "--older", "30d"])
        await prompt.shows("Delete 1 tape, 53 kB, last changed 2020-02-03 04:05:06 UTC? [y/N]")
        prompt.screen.type("n\r")
        await prompt.shows("Nothing was deleted.")
        try expectEqual(tapes(workspace).count, 3)
        let done = try await workspace.run("tape", "remove", "--older", "30d", "--yes")
        #expect(done.status == 0 && done.errors.hasSuffix("Deleted 1 tape, 53 kB.\n"), "\(done)")
        try expectEqual(tapes(workspace).count, 2)
    }

    /// A script may have the command of an earlier version.
    @Test func renamedCommandRuns() async throws {
        let workspace = try Workspace()
        let done = try await workspace.run("--format", "csv", "tape", "prune", "--yes", "--no-input")
        expectEqual(done, ProcessResult(0, "", errors: "note: tape prune is now tape remove.\nNo tape is that old.\n"))
        // Its tape plays as it was recorded.
        try workspace.write("# Look\n```snowdeck\n> table count\n```\n", to: "recipes/look.recipe.md")
        try await workspace.record("recipe check look\ntable count incident\n", onto: "old")
        try workspace.edit("old", "UPDATE command SET line='recipe lint look' WHERE id=1")
        try await workspace.expectReplay(of: "old", commands: 2)
        let noted = try await workspace.run("tape", "note", "no tape", "a 'word'")
        #expect(noted.status == 5 && noted.errors.hasPrefix("note: tape note is now tape keep.\n"), "\(noted)")
    }

    /// A note comes with a tape, from anyone: it must not lead to another file.
    @Test func noteThatIsALinkIsNeitherReadNorWritten() async throws {
        let workspace = try Workspace()
        try await expectEqual(workspace.run("--tape", "x", "table", "count", "incident").status, 0)
        try workspace.write("precious\n", to: "rc")
        expectEqual(symlink("../rc", workspace.path("sessions/x.note")), 0)
        let listed = try await workspace.run("tape", "list")
        #expect(listed.status == 0 && listed.output.contains("x") && !listed.output.contains("precious"), "\(listed)")
        let noted = try await workspace.run("tape", "keep", "x", "--note", "curl")
        #expect(noted.status == 3 && noted.errors.contains("sessions/x.note is a link; remove it first."), "\(noted)")
        try expectEqual(workspace.bytes(of: "rc"), Array("precious\n".utf8))
    }

    /// Its file looks old: the recorder writes into the log, and the clock may have been wrong.
    @Test func tapeOfLiveSessionIsKept() async throws {
        let workspace = try Workspace()
        try await makeOld("2020-02-03-one", workspace)
        try await makeOld("2020-02-04-two", workspace)
        let live = try workspace.start(["--tape", workspace.home + Self.folder + "2020-02-03-one.cassette", "run", "-"])
        live.type("table count problem\n")
        #expect(await live.wrote { output, _ in output == "69\n" })
        _ = try await workspace.runOther(
            "touch", "-d", "2020-02-03T04:05:06Z", workspace.home + Self.folder + "2020-02-03-one.cassette")
        let done = try await workspace.run("tape", "remove", "--older", "30d", "--yes")
        #expect(done.status == 0 && done.errors.hasSuffix("Deleted 1 tape, 53 kB.\n"), "\(done)")
        #expect(try !tapes(workspace).contains("2020-02-04-two.cassette"))
        let removed = try await workspace.run("tape", "remove", "2020-02-03-one", "--yes")
        #expect(removed.status == 5 && removed.errors.contains("is being recorded by process"), "\(removed)")
        live.endInput()
        await expectEqual(live.end().status, 0)
        let checked = try await workspace.run("replay", "2020-02-03-one", "--check")
        #expect(checked.status == 0 && checked.output.hasSuffix(": 2 commands, all as recorded.\n"), "\(checked)")
    }

    @Test func muchSpaceIsReportedOnceADay() async throws {
        let workspace = try Workspace()
        func count() async throws -> String {
            let ended = try await workspace.run("table", "count", "incident")
            #expect(ended.status == 0 && ended.output == "440\n")
            return ended.errors
        }
        try await expectEqual(count(), "")
        let stamp = workspace.home + "/state/snowdeck/tapes.measured"
        for (name, size) in [("2020-01-01-a", 700), ("2020-01-02-b", 700), ("mine", 700)] {
            let path = workspace.home + Self.folder + name + ".cassette"
            _ = try await workspace.runOther("truncate", "-s", "\(size)M", path)
        }
        try await expectEqual(count(), "", "measured today")
        // Whatever the clock said before.
        try Data("2099-01-01\n".utf8).write(to: URL(filePath: stamp))
        let warning = """
            warning: 3 tapes without a name take 1.5 GB in \(workspace.home)/state/snowdeck/tapes.
            hint: tape remove --older 30d

            """
        try await expectEqual(count(), warning)
        try await expectEqual(count(), "")
        // A note keeps a tape.
        try Data("kept\n".utf8).write(to: URL(filePath: workspace.home + Self.folder + "2020-01-01-a.note"))
        try Data("2020-01-01\n".utf8).write(to: URL(filePath: stamp))
        try await expectEqual(count(), "")
    }

    @Test func leftoversOfKilledRecorderAreNamedAndCleared() async throws {
        let workspace = try Workspace()
        let child = try workspace.start(["--tape", "cut", "run", "-"])
        child.type("table count incident\n")
        #expect(await child.wrote { output, _ in output == "440\n" })
        let live = try await workspace.run("tape", "list", "--format", "csv")
        expectEqual(live.errors, "", "\(live)")
        child.send(SIGKILL)
        _ = await child.end()
        try workspace.write("half", to: "sessions/new.cassette.partial")
        expectEqual(chmod(workspace.path("sessions/new.cassette.partial"), 0o1600), 0)
        let warning = """
            warning: A killed program left sessions/cut.cassette-shm, sessions/cut.cassette-wal, \
            sessions/cut.cassette.lock and 1 more.
            hint: tape remove --leftovers

            """
        let listed = try await workspace.run("tape", "list", "--format", "csv")
        #expect(listed.status == 0 && listed.errors == warning, "\(listed)")
        let doctor = try await workspace.run("doctor")
        #expect(
            doctor.output.contains("warning  a killed program left sessions/cut.cassette-shm and 3 more\n"),
            "\(doctor)")
        try await expectEqual(workspace.run("tape", "remove", "--leftovers").status, 7)
        let cleared = try await workspace.run("tape", "remove", "--leftovers", "--yes")
        #expect(cleared.status == 0 && cleared.errors.hasSuffix("Cleared 4 files.\n"), "\(cleared)")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions")), ["cut.cassette"])
        // What was shown is on it.
        let checked = try await workspace.run("replay", "cut", "--check")
        #expect(checked.output.contains("1 command, all as recorded"), "\(checked)")
    }

    @Test func recordingCutOffInACommandDoesNotPass() async throws {
        let workspace = try Workspace()
        let instance = RawInstance { request in
            request.contains("incident") ? RawInstance.answer(body: #"{"result":{"stats":{"count":"7"}}}"#) : ""
        }
        let child = try workspace.start(
            instance.flags + ["--tape", "cut", "run", "-"], variables: ["SNOWDECK_PASSWORD": "x"])
        child.type("table count incident\ntable count problem\n")
        #expect(await child.wrote { output, _ in output == "7\n" })
        // The second request is on the tape before it is sent.
        while try Cassette.playing(at: workspace.tape("cut")).requests(after: 0, limit: 99).last?.outcome
            != .interrupted
        {
            try await Task.sleep(for: .milliseconds(5))
        }
        child.send(SIGKILL)
        _ = await child.end()
        let checked = try await workspace.run("replay", "cut", "--check")
        expectEqual(checked.status, 5)
        expectEqual(
            checked.output,
            "sessions/cut.cassette: 1 command, all as recorded, but the recording broke off in command 2 of 2.\n"
        )
    }
}
