import ExchangeModel
import LineEditing
import Synchronization
import TestSupport

@testable import Recipes
@testable import Replaying
@testable import Tables
@testable import Workbench

/// A terminal that stores what is written, and its screen.
final class RecordingTerminal: PlaybackTerminal {
    let size: (columns: Int, rows: Int)
    private let kept: Mutex<(screen: EmulatedScreen, text: String)>

    init(columns: Int = 80, rows: Int = 24) {
        size = (columns, rows)
        kept = Mutex((EmulatedScreen(columns: columns, rows: rows), ""))
    }

    /// The current screen, with the cursor as `‸`.
    var screen: String { kept.withLock { $0.screen.text } }
    /// Sequences that the emulated terminal does not support.
    var unknown: [String] { kept.withLock { $0.screen.unknown } }
    var text: String { kept.withLock { $0.text } }

    func write(_ text: String) {
        kept.withLock { kept in
            kept.screen.feed(text.unicodeScalars)
            kept.text += text
        }
    }
}

/// Keys pressed at given times of a simulated clock. Nothing really waits.
final class ScriptedKeys: PlaybackKeys, Clock {
    private struct State {
        var now: Int64 = 0
        var keys: [(at: Int64, key: TerminalKey)]
        var seen: [String] = []
    }

    private let terminal: RecordingTerminal
    private let state: Mutex<State>

    /// - Parameter keys: with their times in milliseconds; a key that is due earlier is delivered at the next read.
    init(_ terminal: RecordingTerminal, _ keys: [(Int, TerminalKey)]) {
        self.terminal = terminal
        state = Mutex(State(keys: keys.map { (Int64($0.0) * 1000, $0.1) }))
    }

    var now: Timestamp { Timestamp(microseconds: state.withLock { $0.now }) }
    /// The screen just before each key.
    var seen: [String] { state.withLock { $0.seen } }

    func sleep(microseconds: Int64) async throws { state.withLock { $0.now += microseconds } }

    func next(within microseconds: Int64?) async -> TerminalKey? {
        state.withLock { state in
            let end = microseconds.map { state.now + $0 } ?? .max
            guard let next = state.keys.first, next.at <= end else {
                // All keys have been pressed.
                guard end != .max else { return .ended(signal: nil) }
                state.now = end
                return nil
            }
            state.keys.removeFirst()
            state.now = max(state.now, next.at)
            state.seen.append(terminal.screen)
            return next.key
        }
    }
}

/// The result of a playback.
struct PlaybackResult: Equatable {
    var ending: PlaybackController.Ending
    /// The screen at each key.
    var seen: [String]
    /// The final screen.
    var screen: String
    /// Its duration in milliseconds.
    var took: Int64
}

extension PlaybackTape {
    /// Three one-word commands.
    static let counting = PlaybackTape(
        title: "counting", beganAt: Timestamp(seconds: 1_767_225_600), columns: 80,
        commands: [("one", "1\n", 0), ("two", "2\n2\n", 3), ("three", "3\n", 60)].map { line, answer, second in
            Command(
                prompt: Prompt("deck> ", style: .bold), line: line, answer: answer,
                moment: Timestamp(seconds: 1_767_225_600 + second))
        }, lastPrompt: Prompt("deck> ", style: .bold))

    /// Plays it with these keys.
    func played(
        _ keys: [(Int, TerminalKey)] = [], columns: Int = 80, rows: Int = 24, pace: Playback.Pace = .human,
        speed: Double = 1, steps: Bool = false
    ) async -> PlaybackResult {
        let terminal = RecordingTerminal(columns: columns, rows: rows)
        let script = ScriptedKeys(terminal, keys)
        var controller = PlaybackController(
            Playback(of: self, pace: pace), on: terminal, keys: script, clock: script, speed: speed, steps: steps)
        let ending = await controller.run()
        return PlaybackResult(
            ending: ending, seen: script.seen, screen: terminal.unknown.joined() + terminal.screen,
            took: script.now.microseconds / 1000)
    }
}
