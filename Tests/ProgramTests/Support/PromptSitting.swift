import Foundation
import Glibc
import TestSupport
import Testing

/// The program at a terminal.
final class PromptSitting: Sendable {
    let screen: PseudoTerminal
    private let id: pid_t
    /// Its folder goes with it, and the program would make it again.
    private let desk: Desk

    /// - Parameters:
    ///   - rows: Enough that nothing a test looks at is scrolled away.
    ///   - shell: What sits at the terminal in the program's place, and may start it.
    init(
        _ desk: Desk, _ arguments: [String] = [], columns: Int = 80, rows: Int = 60, variables: [String: String] = [:],
        shell: [String]? = nil
    ) throws {
        self.desk = desk
        screen = try PseudoTerminal(columns: columns, rows: rows)
        var actions = SpawnActions()
        actions.lead(onTerminal: screen.path)
        let environment = desk.environment(variables.merging(["TERM": "xterm"]) { given, _ in given })
        id = try actions.spawn(shell ?? [Desk.program] + arguments, environment: environment, folder: desk.project)
    }

    deinit { kill(-id, SIGKILL) }

    /// Sends the program, and it alone, a signal.
    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits until the last line of the screen is a prompt with nothing behind it.
    func prompted(_ prompt: String = "sandbox>", sourceLocation: SourceLocation = #_sourceLocation) async {
        let shown = await screen.wait { $0.text.hasSuffix("\n\(prompt) ‸") || $0.text == "\(prompt) ‸" }
        #expect(shown.text.hasSuffix("\(prompt) ‸"), sourceLocation: sourceLocation)
        // What is typed before the editor has the terminal is echoed by the terminal as well.
        await screen.waitForRawMode()
    }

    /// Waits until the screen holds a text, and gives all of it.
    @discardableResult
    func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async -> String {
        let shown = await screen.wait { $0.text.contains(text) }.text
        #expect(shown.contains(text), sourceLocation: sourceLocation)
        return shown
    }

    /// Types a line and waits for what follows.
    func enter(_ line: String, prompt: String = "sandbox>", sourceLocation: SourceLocation = #_sourceLocation) async
        -> String
    {
        screen.type(line + "\r")
        _ = await screen.wait { $0.text.contains(line + "\n") }
        await prompted(prompt, sourceLocation: sourceLocation)
        return await screen.wait { _ in true }.text
    }

    /// Presses keys.
    func type(_ text: String) { screen.type(text) }

    /// Waits until the program reads key by key, so that the terminal echoes nothing by itself, and presses keys.
    func answer(_ text: String) async {
        await screen.waitForRawMode()
        screen.type(text)
    }

    /// Leaves the prompt.
    func leave(sourceLocation: SourceLocation = #_sourceLocation) async {
        await answer("quit\r")
        #expect(await end() == 0, sourceLocation: sourceLocation)
    }

    /// Waits for the program's end and gives its exit status; nil when it does not end.
    func end() async -> Int32? {
        let id = id
        for _ in 0..<120_000 {
            var code: Int32 = 0
            let ended = waitpid(id, &code, WNOHANG)
            // What it writes must be read, or it waits for ever.
            screen.drain()
            if ended == id { return code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F) }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return nil
    }
}
