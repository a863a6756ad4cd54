import Workbench
import Tapes
package import ExchangeModel
package import LineEditing
import Synchronization

/// The keys of a playback, and waiting for them.
package protocol PlaybackKeys: Sendable {
    /// The next key; nil after so many microseconds. Without a limit it waits forever.
    func next(within microseconds: Int64?) async -> TerminalKey?
}

/// Keys and time-outs by a clock. Only one caller waits at a time.
package final class TimedKeys: PlaybackKeys {
    private enum Event {
        case key(TerminalKey)
        /// The wait of that number timed out.
        case due(Int)
    }

    private struct State {
        var waits = 0
        var events: [Event] = []
        var waiter: CheckedContinuation<Event, Never>?
    }

    private let clock: any Clock
    private let state = Mutex(State())

    package init(_ clock: any Clock) { self.clock = clock }

    package func press(_ key: TerminalKey) { send(.key(key)) }

    /// Waits for a key; see `PlaybackKeys`.
    package func next(within microseconds: Int64?) async -> TerminalKey? {
        if let microseconds, microseconds <= 0 { return pressedAlready() }
        let wait = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        let clock = clock
        let timer = microseconds.map { pause in
            Task {
                do { try await clock.sleep(microseconds: pause) } catch { return }
                self.send(.due(wait))
            }
        }
        defer { timer?.cancel() }
        while true {
            switch await nextEvent() {
            case .key(let key): return key
            case .due(wait): return nil
            // An earlier wait timed out just when its key arrived.
            case .due: continue
            }
        }
    }

    private func pressedAlready() -> TerminalKey? {
        state.withLock { state in
            while !state.events.isEmpty { if case .key(let key) = state.events.removeFirst() { return key } }
            return nil
        }
    }

    private func send(_ event: Event) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.events.append(event) }
            return state.waiter
        }
        waiter?.resume(returning: event)
    }

    private func nextEvent() async -> Event {
        await withCheckedContinuation { continuation in
            let known: Event? = state.withLock { state in
                guard state.events.isEmpty else { return state.events.removeFirst() }
                state.waiter = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
