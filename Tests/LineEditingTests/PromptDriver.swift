import TestSupport
import Testing

@testable import LineEditing

/// All tests that read from a terminal. They are serialized because a process has one set of signal handlers.
@Suite(.serialized) enum TerminalTests {}

/// Drives a prompt on a pseudo-terminal.
struct PromptDriver {
    let screen: PseudoTerminal
    let reader: LibeditReader

    init(columns: Int = 80, rows: Int = 24, hooks: LineHooks = LineHooks(), editrc: String? = nil) throws {
        screen = try PseudoTerminal(columns: columns, rows: rows)
        reader = LibeditReader(
            .init(input: screen.terminal, output: screen.terminal, terminal: "xterm", editrc: editrc), hooks: hooks)
    }

    /// Reads one line while `acting` runs, starting when the terminal's own echo is off.
    func reads(
        _ prompt: Prompt = Prompt("> "), acting: (PseudoTerminal) async throws -> Void
    ) async throws -> LineResult {
        async let line = reader.readLine(prompt: prompt)
        await screen.waitForRawMode()
        try await acting(screen)
        return await line
    }
}

struct FixedHistory: HistorySource {
    let lines: [HistoryLine]
    init(lines: [String]) { self.lines = lines.map { HistoryLine($0) } }
    init(_ lines: [HistoryLine]) { self.lines = lines }
    func entries(skipping: Int, limit: Int) -> [HistoryLine] { Array(lines.dropFirst(skipping).prefix(limit)) }
}

extension PseudoTerminal {
    /// Waits until the screen shows exactly this, with the cursor as `‸`; on timeout, records the actual screen.
    func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        let shown = await wait { $0.text == expected }
        expectEqual(shown.text, expected, sourceLocation: sourceLocation)
        expectEqual(shown.unknown, [], sourceLocation: sourceLocation)
    }
}
