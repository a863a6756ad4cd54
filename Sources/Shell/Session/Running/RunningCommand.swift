import Synchronization
import TapeDeck

/// The command that runs, as far as Ctrl-C is concerned. It can be called off while the session itself is busy.
final class RunningCommand: Sendable {
    private struct State {
        var work: Task<Int32, Never>?
        var end: EndSignal?
        var deck: (any Deck)?
    }

    private let state = Mutex(State())

    /// How the command is ended gently; nil where Ctrl-C cancels it.
    var gentleEnd: EndSignal? {
        get { state.withLock { $0.end } }
        set { state.withLock { $0.end = newValue } }
    }

    /// The session's deck, for closing its tape while the session itself is blocked.
    var deck: (any Deck)? {
        get { state.withLock { $0.deck } }
        set { state.withLock { $0.deck = newValue } }
    }

    /// Whether a command runs.
    var isRunning: Bool { state.withLock { $0.work != nil } }

    /// Names the command that runs; nil between commands.
    func begin(_ work: Task<Int32, Never>?) { state.withLock { $0.work = work } }

    /// Ends the command gently where it has a way, else cancels it. False when it was cancelled before and still runs.
    func interrupt() -> Bool {
        let (end, work) = state.withLock { state in
            defer { state.end = nil }
            return (state.end, state.work)
        }
        if let end {
            end.tell()
            return true
        }
        guard let work else { return true }
        defer { work.cancel() }
        return !work.isCancelled
    }
}
