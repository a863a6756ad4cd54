import CassetteStore
import Foundation
import TestSupport
import Testing

/// Demonstrations played at a terminal and written as asciinema casts.
struct PlayTests {
    /// A project folder with the tutorial's tape.
    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        let tape = try Data(contentsOf: Workspace.root.appending(path: "sessions/first-look.cassette"))
        try workspace.write(Array(tape), to: "sessions/first-look.cassette")
        return workspace
    }

    /// The commands on the tape: each line with its prompt, standard output, standard error.
    private func recorded(_ workspace: Workspace) throws -> String {
        let cassette = try Cassette.playing(at: workspace.tape("first-look"))
        var text = ""
        for command in try cassette.commands(after: 0, limit: 100) {
            text += "sandbox> \(command.line)\n"
            for stream in [OutputStream.standardOutput, .standardError] {
                text += String(decoding: try cassette.output(of: command.id, stream), as: UTF8.self)
            }
        }
        return text + "sandbox> "
    }

    @Test func castIsDeterministicAndPlaysInAsciinema() async throws {
        let workspace = try workspace()
        let before = try workspace.bytes(of: "sessions/first-look.cassette")
        try await expectEqual(workspace.run("replay", "first-look", "--cast", "demo.cast"), ProcessResult(0))
        let cast = try workspace.bytes(of: "demo.cast")
        let again = try await workspace.run(
            "replay", "sessions/first-look.cassette", "--cast", "-", variables: ["TZ": "Asia/Tokyo", "LANG": "C"])
        expectEqual(again, ProcessResult(0, outputBytes: cast, errorBytes: []))
        let refused = try await workspace.run("replay", "first-look", "--cast", "demo.cast", "--speed", "2")
        #expect(
            refused.status == 2 && refused.errors.contains("demo.cast already exists and is not replaced."),
            "\(refused)")
        try expectEqual(workspace.bytes(of: "demo.cast"), cast)
        let forced = ["replay", "first-look", "--cast", "demo.cast", "--force"]
        try workspace.write("old", to: "demo.cast")
        try await expectEqual(workspace.run(forced), ProcessResult(0))
        try expectEqual(workspace.bytes(of: "demo.cast"), cast)
        try expectEqual(workspace.bytes(of: "sessions/first-look.cassette"), before)

        let viewer = try PromptSession(workspace, columns: 80, rows: 30, shell: ["asciinema", "cat", "demo.cast"])
        await expectEqual(viewer.end(), 0)
        viewer.screen.drain()
        var screen = EmulatedScreen(columns: 80, rows: 30)
        screen.feed(try recorded(workspace).replacing("\n", with: "\r\n").unicodeScalars)
        let shown = await viewer.screen.wait { _ in true }
        expectEqual(shown.text, screen.text)
        expectEqual(shown.unknown, [])

        let session = try PromptSession(
            workspace, ["replay", "first-look", "--play", "--speed", "1000"], columns: 80, rows: 30)
        await expectEqual(session.end(), 0)
        let played = await session.screen.wait { _ in true }
        screen.feed("\r\n".unicodeScalars)
        expectEqual(played.text, screen.text)
        #expect(played.unknown == [] && session.screen.isCooked)
    }

    @Test func keysPauseAndEndPlayback() async throws {
        let folder = URL(filePath: Workspace.program).deletingLastPathComponent().path
        let workspace = try workspace()
        let path = (workspace.environment([:])["PATH"] ?? "") + ":" + folder
        let session = try PromptSession(
            workspace, variables: ["PS1": "$ ", "PATH": path, "ENV": ""], shell: ["sh", "-i"])
        let screen = session.screen
        await session.shows("$ ‸")
        screen.type("snowdeck replay first-look --play --step\r")
        await session.shows("sandbox>   (any key: next, left arrow: back")
        await screen.waitForRawMode()
        screen.type(" ")
        screen.type("\u{1B}[C")
        await session.shows("3 of 6 shown; -n NUMBER or --all shows more.\nsandbox> ‸")

        screen.type("\u{1A}")
        await session.shows("Stopped")
        await session.shows("\n$ ‸")
        #expect(screen.isCooked)
        screen.type("fg\r")
        // Redrawn, without the shell's output.
        let shown = await screen.wait { $0.text.hasSuffix("sandbox> ‸") && !$0.text.contains("Stopped") }
        #expect(shown.text.hasPrefix("sandbox> table list incident -q"), "\(shown.text)")
        await screen.waitForRawMode()
        screen.type("q")
        await session.shows("sandbox>\n$ ‸")
        #expect(screen.isCooked)

        screen.type("snowdeck replay first-look --play\r")
        await session.shows("sandbox>   (space pauses")
        await screen.waitForRawMode()
        screen.type(" ")
        await session.shows("(paused: space resumes")
        screen.type("\u{3}")
        await session.shows("sandbox>\n$ ‸")
        #expect(screen.isCooked)
        screen.type("echo $?\r")
        await session.shows("\n130\n$ ‸")
        screen.type("exit\r")
        await expectEqual(session.end(), 0)
    }

    @Test func signalRestoresTerminal() async throws {
        let session = try PromptSession(try workspace(), ["replay", "first-look", "--play", "--step"])
        await session.shows("(any key: next")
        await session.screen.waitForRawMode()
        session.send(SIGTERM)
        await expectEqual(session.end(), 128 + SIGTERM)
        #expect(session.screen.isCooked)
    }
}
