import Foundation
import Glibc
import TestSupport
import Testing

/// Recordings that replace a tape, and files that recipes create, by the program itself.
struct RecipeRecordingTests {
    private static func recipe(_ retry: Bool) -> String {
        let wait = retry ? "\nretry 100 every 1h until .count == 0" : ""
        return """
            # Count

            ```snowdeck
            > table count incident
            > table count problem\(wait)
            ```

            """
    }

    /// Killed while it records, the old tape is whole and the only one in the folder; the next run works.
    @Test(arguments: [(SIGKILL, "--record"), (SIGTERM, "--extend")]) func killedRecordingKeepsTape(
        _ signal: Int32, _ mode: String
    ) async throws {
        let workspace = try Workspace()
        try workspace.write(Self.recipe(false), to: "recipes/count.recipe.md")
        let recorded = try await workspace.run("--tape", "log", "recipe", "run", "count", "--record", "--quiet")
        expectEqual(recorded.status, 0, "\(recorded)")
        let good = try workspace.bytes(of: "sessions/count.cassette")

        try workspace.write(Self.recipe(true), to: "recipes/count.recipe.md")
        let child = try workspace.start(["--tape", "log", "recipe", "run", "count", mode])
        #expect(await child.wrote { output, _ in output.contains("table count problem") })
        child.send(signal)
        _ = await child.end()
        try expectEqual(workspace.bytes(of: "sessions/count.cassette"), good)
        let checked = try await workspace.run("replay", "sessions", "--check")
        #expect(checked.output.contains("sessions/count.cassette: 3 commands, all as recorded."), "\(checked)")
        #expect(!checked.output.contains(".recording"), "\(checked)")

        // A kill may also come while the file is made.
        try workspace.write("", to: "sessions/count.cassette.recording.new")
        try workspace.write(Self.recipe(false), to: "recipes/count.recipe.md")
        let again = try await workspace.run("--tape", "log", "recipe", "run", "count", "--record", "--quiet")
        expectEqual(again.status, 0, "\(again)")
        #expect(
            again.errors.contains(
                "An earlier recording failed and left sessions/count.cassette.recording; it was renamed to "
                    + "sessions/count.cassette.recording.1.\n"), "\(again)")
        try await workspace.expectReplay(of: "count", commands: 3)
        let left = try FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions")).sorted()
        expectEqual(left, ["count.cassette", "count.cassette.recording.1"])
    }

    @Test func fileOfAnotherProgramIsNotTakenForARecording() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.recipe(false), to: "recipes/count.recipe.md")
        try workspace.write("my notes\n", to: "sessions/count.cassette.recording")
        let refused = try await workspace.run("--tape", "log", "recipe", "run", "count", "--record", "--quiet")
        #expect(refused.status == 5 && refused.errors.contains("is not a tape"), "\(refused)")
        try expectEqual(workspace.bytes(of: "sessions/count.cassette.recording"), Array("my notes\n".utf8))
    }

    /// `tape new --replace` puts an empty tape in the old one's place in one step.
    @Test func fullDiskKeepsTapeToReplace() async throws {
        let workspace = try Workspace()
        let mounting = try await HostPrivileges.mounting(workspace)
        try workspace.write(
            """
            mkdir disk && mount -t tmpfs -o size=400k none disk || exit 99
            "$1" --tape disk/t.cassette table count incident > log || exit 98
            "$1" dump disk/t.cassette > before
            head -c 400000 /dev/zero > disk/fill
            echo 'tape new ./disk/t.cassette --replace' | "$1" --tape elsewhere.cassette run - 2> said
            echo $?
            rm disk/fill
            "$1" dump disk/t.cassette | cmp - before && echo same
            cat said

            """, to: "full.sh")
        let ended = try await workspace.runOther(mounting + ["sh", "full.sh", Workspace.program])
        #expect(ended.output.hasPrefix("5\nsame\n"), "\(ended)")
    }

    /// A recording that a full disk cuts off does not become the new tape.
    @Test func fullDiskLeavesNoRerecording() async throws {
        let workspace = try Workspace()
        let mounting = try await HostPrivileges.mounting(workspace)
        try workspace.write(
            """
            mkdir disk && mount -t tmpfs -o size=220k none disk || exit 99
            printf '%s\\n' 'table list incident -n 60' 'table list problem -n 60' 'table list sys_user -n 100' \\
                'table list cmdb_ci -n 100' 'table list change_request -n 100' |
                "$1" --tape whole.cassette run - > log || exit 98
            "$1" replay whole.cassette --rerecord -o ./disk/new.cassette 2> said
            echo $?
            ls disk
            cat said

            """, to: "full.sh")
        let ended = try await workspace.runOther(mounting + ["sh", "full.sh", Workspace.program])
        #expect(ended.output.hasPrefix("5\nerror: The recording broke off: "), "\(ended)")
        #expect(
            ended.output.contains(" could not be written. ./disk/new.cassette was not made.\n"), "\(ended)")
    }

    /// The file of a recipe is created, never opened: links, named pipes and devices stay as they are.
    @Test func recipeCreatesOnlyNewFiles() async throws {
        let workspace = try Workspace()
        let steps = ["link.txt", "dangling.txt", "pipe", "kept.txt", "new.txt"]
        for (number, name) in steps.enumerated() {
            try workspace.write(
                "# Write\n\n```snowdeck\n> table count incident > \(name)\n```\n", to: "recipes/w\(number).recipe.md")
        }
        try workspace.write("mine", to: "recipes/kept.txt")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("recipes/link.txt"), withDestinationPath: "kept.txt")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("recipes/dangling.txt"), withDestinationPath: workspace.path("made.txt"))
        expectEqual(mkfifo(workspace.path("recipes/pipe"), 0o600), 0)
        let refused = try await workspace.run("recipe", "run", "w4")
        #expect(refused.status == 7 && refused.errors.contains("only with --trust"), "\(refused)")
        for (number, name) in steps.enumerated() {
            let trusted = try await workspace.run("--trust", "recipe", "run", "w\(number)")
            expectEqual((trusted.status == 0), (name == "new.txt"), "\(name): \(trusted)")
        }
        try expectEqual(workspace.text(of: "recipes/kept.txt"), "mine")
        try expectEqual(workspace.text(of: "recipes/new.txt"), "440\n")
        #expect(access(workspace.path("made.txt"), F_OK) != 0)
        let links = try FileManager.default.destinationOfSymbolicLink(atPath: workspace.path("recipes/link.txt"))
        expectEqual(links, "kept.txt")
    }
}
