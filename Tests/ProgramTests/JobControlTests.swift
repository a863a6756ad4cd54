import Foundation
import TestSupport
import Testing

/// The prompt under a shell with job control.
struct JobControlTests {
    /// A shell without a line editor, which leaves the terminal in canonical mode between lines.
    private func shell(_ workspace: Workspace) async throws -> PromptSession {
        let folder = URL(filePath: Workspace.program).deletingLastPathComponent().path
        let path = (workspace.environment([:])["PATH"] ?? "") + ":" + folder
        let session = try PromptSession(
            workspace, variables: ["PS1": "$ ", "PATH": path, "ENV": ""], shell: ["sh", "-i"])
        await session.shows("$ ‸")
        return session
    }

    @Test func stoppedPromptResumesWithItsLine() async throws {
        let session = try await shell(try Workspace())
        let screen = session.screen
        screen.type("snowdeck\r")
        await session.prompted()
        screen.type("table list inc-n 1 -f number" + String(repeating: "\u{2}", count: 14))
        await session.shows("sandbox> table list inc‸-n 1 -f number")

        screen.type("\u{1A}")
        await session.shows("Stopped")
        await session.shows("\n$ ‸")
        // The shell's terminal settings are restored.
        #expect(screen.isCooked)
        screen.type("echo $((6 * 7))\r")
        await session.shows("\n42\n$ ‸")

        screen.type("fg\r")
        await session.shows("snowdeck\nsandbox> table list inc‸-n 1 -f number")
        await screen.waitForRawMode()
        screen.type("ident \r")
        await session.shows("table list incident -n 1 -f number\nnumber\nINC0010001\n")
        await session.prompted()

        // A second time, on an empty line.
        screen.type("\u{1A}")
        await session.shows("number\nINC0010001\n1 of 440 shown; -n NUMBER or --all shows more.\nsandbox>")
        await session.shows("\n$ ‸")
        #expect(screen.isCooked)
        screen.type("fg\r")
        await session.prompted()
        screen.type("quit\r")
        await session.shows("\n$ ‸")
        #expect(screen.isCooked)
        screen.type("exit\r")
        await expectEqual(session.end(), 0)
    }

    @Test func runningCommandIsStoppedAndResumed() async throws {
        let instance = RawInstance.silent()
        let session = try await shell(try Workspace())
        session.type("SNOWDECK_PASSWORD=x snowdeck --instance \(instance.address) --user jane\r")
        await session.prompted("\(instance.name)>")
        session.type("table count incident\r")
        try await instance.isAsked()
        await session.shows("waiting for 127.0.0.1: GET /api/now/stats/incident; Ctrl-C stops‸")
        session.type("\u{1A}")
        await session.shows("[1] + ")
        await session.shows("\n$ ‸")
        #expect(session.screen.isCooked)
        session.type("fg\r")
        await session.shows("--user jane\nwaiting for 127.0.0.1")
        session.type("\u{3}")
        await session.shows("Interrupted: the request was cancelled.\n\(instance.name)> ‸")
        await session.answer("quit\r")
        await session.shows("\n$ ‸")
        session.type("exit\r")
        #expect(await session.end() != nil)
    }
}
