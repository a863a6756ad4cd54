import Foundation
import Glibc
import TestSupport
import Testing

/// The program at a terminal.
final class PromptSession: Sendable {
    let screen: PseudoTerminal
    private let id: pid_t
    /// Its folder is removed with it; the program would create it again.
    private let workspace: Workspace

    /// - Parameters:
    ///   - rows: Enough that nothing a test inspects scrolls away.
    ///   - shell: Runs on the terminal instead of the program, and may start it.
    init(
        _ workspace: Workspace, _ arguments: [String] = [], columns: Int = 80, rows: Int = 60,
        variables: [String: String] = [:],
        shell: [String]? = nil
    ) throws {
        self.workspace = workspace
        screen = try PseudoTerminal(columns: columns, rows: rows)
        var actions = SpawnActions()
        actions.lead(onTerminal: screen.path)
        let environment = workspace.environment(variables.merging(["TERM": "xterm"]) { given, _ in given })
        id = try actions.spawn(
            shell ?? [Workspace.program] + arguments, environment: environment, folder: workspace.project)
    }

    deinit { kill(-id, SIGKILL) }

    /// Sends a signal to the program only.
    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits until the last line of the screen is an empty prompt.
    func prompted(_ prompt: String = "sandbox>", sourceLocation: SourceLocation = #_sourceLocation) async {
        let shown = await screen.wait { $0.text.hasSuffix("\n\(prompt) ‸") || $0.text == "\(prompt) ‸" }
        #expect(shown.text.hasSuffix("\(prompt) ‸"), sourceLocation: sourceLocation)
        // Text typed before the editor has the terminal is echoed by the terminal as well.
        await screen.waitForRawMode()
    }

    /// Waits until the screen contains a text, and returns the screen.
    @discardableResult
    func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async -> String {
        let shown = await screen.wait { $0.text.contains(text) }.text
        #expect(shown.contains(text), sourceLocation: sourceLocation)
        return shown
    }

    /// Types a line and waits for a text.
    func enter(_ line: String, prompt: String = "sandbox>", sourceLocation: SourceLocation = #_sourceLocation) async
        -> String
    {
        // What shows a prompt need not have waited for its editor.
        await screen.waitForRawMode()
        screen.type(line + "\r")
        _ = await screen.wait { $0.text.contains(line + "\n") }
        await prompted(prompt, sourceLocation: sourceLocation)
        return await screen.wait { _ in true }.text
    }

    func type(_ text: String) { screen.type(text) }

    /// Waits until the terminal's own echo is off, and presses keys.
    func answer(_ text: String) async {
        await screen.waitForRawMode()
        screen.type(text)
    }

    /// Waits until a program that the prompt started sleeps: it has shown its text and waits for a key. less loses a
    /// signal that comes between the two.
    func waits(_ program: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        var isAsleep = false
        for _ in 0..<24_000 where !isAsleep {
            isAsleep =
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.contains { number in
                    guard Int(number) != nil,
                        let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
                    else { return false }
                    return stat.hasPrefix("\(number) (\(program)) S \(id) ")
                } ?? false
            if !isAsleep { try? await Task.sleep(for: .milliseconds(5)) }
        }
        #expect(isAsleep, "\(program)", sourceLocation: sourceLocation)
    }

    /// Leaves the prompt.
    func leave(sourceLocation: SourceLocation = #_sourceLocation) async {
        await answer("quit\r")
        await expectEqual(end(), 0, sourceLocation: sourceLocation)
    }

    /// Waits for the program and returns its exit status; nil when it does not end.
    func end() async -> Int32? {
        let id = id
        for _ in 0..<120_000 {
            var code: Int32 = 0
            let ended = waitpid(id, &code, WNOHANG)
            // Its output must be read, or it blocks.
            screen.drain()
            if ended == id { return code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F) }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return nil
    }
}
