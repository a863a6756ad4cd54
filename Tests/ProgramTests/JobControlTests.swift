import Foundation
import TestSupport
import Testing

/// The prompt under a shell with job control.
@Suite struct JobControlTests {
    /// A shell without a line editor, which leaves the terminal in canonical mode between lines.
    private func shell(_ desk: Desk) async throws -> PromptSitting {
        let folder = URL(filePath: Desk.program).deletingLastPathComponent().path
        let path = (desk.environment([:])["PATH"] ?? "") + ":" + folder
        let sitting = try PromptSitting(desk, variables: ["PS1": "$ ", "PATH": path, "ENV": ""], shell: ["sh", "-i"])
        await sitting.shows("$ ‸")
        return sitting
    }

    @Test func aPromptThatIsStoppedGoesOnWithItsLineAsItWas() async throws {
        let sitting = try await shell(try Desk())
        let screen = sitting.screen
        screen.type("snowdeck\r")
        await sitting.prompted()
        screen.type("table list inc-n 1 -f number" + String(repeating: "\u{2}", count: 14))
        await sitting.shows("sandbox> table list inc‸-n 1 -f number")

        screen.type("\u{1A}")
        await sitting.shows("Stopped")
        await sitting.shows("\n$ ‸")
        // The shell's terminal settings are restored.
        #expect(screen.isCooked)
        screen.type("echo $((6 * 7))\r")
        await sitting.shows("\n42\n$ ‸")

        screen.type("fg\r")
        await sitting.shows("snowdeck\nsandbox> table list inc‸-n 1 -f number")
        await screen.waitForRawMode()
        screen.type("ident \r")
        await sitting.shows("table list incident -n 1 -f number\nnumber\nINC0010001\n")
        await sitting.prompted()

        // A second time, on an empty line.
        screen.type("\u{1A}")
        await sitting.shows("number\nINC0010001\n1 of 440 shown; -n NUMBER or --all shows more.\nsandbox>")
        await sitting.shows("\n$ ‸")
        #expect(screen.isCooked)
        screen.type("fg\r")
        await sitting.prompted()
        screen.type("quit\r")
        await sitting.shows("\n$ ‸")
        #expect(screen.isCooked)
        screen.type("exit\r")
        #expect(await sitting.end() == 0)
    }

    @Test func aCommandThatRunsIsStoppedAndGoesOn() async throws {
        let instance = FarInstance.silent()
        let sitting = try await shell(try Desk())
        sitting.type("SNOWDECK_PASSWORD=x snowdeck --instance \(instance.address) --user jane\r")
        await sitting.prompted("\(instance.name)>")
        sitting.type("table count incident\r")
        try await instance.isAsked()
        await sitting.shows("waiting for 127.0.0.1: GET /api/now/stats/incident; Ctrl-C stops‸")
        sitting.type("\u{1A}")
        await sitting.shows("[1] + ")
        await sitting.shows("\n$ ‸")
        #expect(sitting.screen.isCooked)
        sitting.type("fg\r")
        await sitting.shows("--user jane\nwaiting for 127.0.0.1")
        sitting.type("\u{3}")
        await sitting.shows("Interrupted: the request was called off.\n\(instance.name)> ‸")
        await sitting.answer("quit\r")
        await sitting.shows("\n$ ‸")
        sitting.type("exit\r")
        #expect(await sitting.end() != nil)
    }
}
