import CassetteStore
import Foundation
import TestSupport
import Testing

/// Demonstrations played at a terminal and written as asciinema casts.
@Suite struct PlayTests {
    /// A project folder with the tutorial's tape.
    private func desk() throws -> Desk {
        let desk = try Desk()
        let tape = try Data(contentsOf: Desk.root.appending(path: "sessions/first-look.cassette"))
        try desk.write(Array(tape), to: "sessions/first-look.cassette")
        return desk
    }

    /// The commands on the tape: each line with its prompt, standard output, standard error.
    private func recorded(_ desk: Desk) throws -> String {
        let cassette = try Cassette.playing(at: desk.tape("first-look"))
        var text = ""
        for command in try cassette.commands(after: 0, limit: 100) {
            text += "sandbox> \(command.line)\n"
            for stream in [OutputStream.standardOutput, .standardError] {
                text += String(decoding: try cassette.output(of: command.id, stream), as: UTF8.self)
            }
        }
        return text + "sandbox> "
    }

    @Test func aCastIsTheSameBytesTwiceAndAsciinemaShowsTheTape() async throws {
        let desk = try desk()
        let before = try desk.bytes(of: "sessions/first-look.cassette")
        #expect(try await desk.run("replay", "first-look", "--cast", "demo.cast") == Ended(0))
        let cast = try desk.bytes(of: "demo.cast")
        let again = try await desk.run(
            "replay", "sessions/first-look.cassette", "--cast", "-", variables: ["TZ": "Asia/Tokyo", "LANG": "C"])
        #expect(again == Ended(0, outputBytes: cast, errorBytes: []))
        #expect(try desk.bytes(of: "sessions/first-look.cassette") == before)

        let viewer = try PromptSitting(desk, columns: 80, rows: 30, shell: ["asciinema", "cat", "demo.cast"])
        #expect(await viewer.end() == 0)
        viewer.screen.drain()
        var screen = EmulatedScreen(columns: 80, rows: 30)
        screen.feed(try recorded(desk).replacing("\n", with: "\r\n").unicodeScalars)
        let shown = await viewer.screen.wait { _ in true }
        #expect(shown.text == screen.text)
        #expect(shown.unknown == [])

        let sitting = try PromptSitting(
            desk, ["replay", "first-look", "--play", "--speed", "1000"], columns: 80, rows: 30)
        #expect(await sitting.end() == 0)
        let played = await sitting.screen.wait { _ in true }
        screen.feed("\r\n".unicodeScalars)
        #expect(played.text == screen.text)
        #expect(played.unknown == [] && sitting.screen.isCooked)
    }

    @Test func aPersonPausesStopsAndEndsIt() async throws {
        let folder = URL(filePath: Desk.program).deletingLastPathComponent().path
        let desk = try desk()
        let path = (desk.environment([:])["PATH"] ?? "") + ":" + folder
        let sitting = try PromptSitting(desk, variables: ["PS1": "$ ", "PATH": path, "ENV": ""], shell: ["sh", "-i"])
        let screen = sitting.screen
        await sitting.shows("$ ‸")
        screen.type("snowdeck replay first-look --play --step\r")
        await sitting.shows("sandbox>   (any key: next, left arrow: back")
        await screen.waitForRawMode()
        screen.type(" ")
        screen.type("\u{1B}[C")
        await sitting.shows("3 of 6 shown; -n NUMBER or --all shows more.\nsandbox> ‸")

        screen.type("\u{1A}")
        await sitting.shows("Stopped")
        await sitting.shows("\n$ ‸")
        #expect(screen.isCooked)
        screen.type("fg\r")
        // Redrawn, without the shell's output.
        let shown = await screen.wait { $0.text.hasSuffix("sandbox> ‸") && !$0.text.contains("Stopped") }
        #expect(shown.text.hasPrefix("sandbox> table list incident -q"), "\(shown.text)")
        await screen.waitForRawMode()
        screen.type("q")
        await sitting.shows("sandbox>\n$ ‸")
        #expect(screen.isCooked)

        screen.type("snowdeck replay first-look --play\r")
        await sitting.shows("sandbox>   (space pauses")
        await screen.waitForRawMode()
        screen.type(" ")
        await sitting.shows("(paused: space resumes")
        screen.type("\u{3}")
        await sitting.shows("sandbox>\n$ ‸")
        #expect(screen.isCooked)
        screen.type("echo $?\r")
        await sitting.shows("\n130\n$ ‸")
        screen.type("exit\r")
        #expect(await sitting.end() == 0)
    }

    @Test func aSignalFindsTheTerminalGivenBack() async throws {
        let sitting = try PromptSitting(try desk(), ["replay", "first-look", "--play", "--step"])
        await sitting.shows("(any key: next")
        await sitting.screen.waitForRawMode()
        sitting.send(SIGTERM)
        #expect(await sitting.end() == 128 + SIGTERM)
        #expect(sitting.screen.isCooked)
    }
}
