import TestSupport
import Testing
@testable import LineEditing

/// All tests that read from a terminal: a process has one watch on signals, so they run one after another.
@Suite(.serialized) enum PromptTests {}

/// A person at a prompt.
struct PersonAtPrompt {
    let screen: PseudoTerminal
    let reader: LibeditReader

    init(columns: Int = 80, rows: Int = 24, hooks: LineHooks = LineHooks(), editrc: String? = nil) throws {
        screen = try PseudoTerminal(columns: columns, rows: rows)
        reader = LibeditReader(
            .init(input: screen.terminal, output: screen.terminal, terminal: "xterm", editrc: editrc), hooks: hooks)
    }

    /// Reads one line while `acting` happens on the screen, from the moment the terminal no longer echoes by itself.
    func reads(
        _ prompt: Prompt = Prompt("> "), acting: (PseudoTerminal) async throws -> Void
    ) async throws -> LineResult {
        async let line = reader.readLine(prompt: prompt)
        await screen.waitForRawMode()
        try await acting(screen)
        return await line
    }
}

/// Older lines, newest first.
struct FixedHistory: HistorySource {
    let lines: [HistoryLine]
    init(lines: [String]) { self.lines = lines.map { HistoryLine($0) } }
    init(_ lines: [HistoryLine]) { self.lines = lines }
    func entries(skipping: Int, limit: Int) -> [HistoryLine] { Array(lines.dropFirst(skipping).prefix(limit)) }
}

extension PseudoTerminal {
    /// Waits until the screen shows just this, with the cursor as `‸`, and fails with what it shows if it never does.
    func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        let shown = await wait { $0.text == expected }
        #expect(shown.text == expected, sourceLocation: sourceLocation)
        #expect(shown.unknown == [], sourceLocation: sourceLocation)
    }
}
