import Synchronization

/// Gives every event to every listener there is.
final class LoginBroadcast: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<LoginEvent>.Continuation] = [:]
        var made = 0
    }
    private let state = Mutex(State())

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    /// A listener of its own: it gets what happens from now on, and ends with the broadcast.
    func listener() -> AsyncStream<LoginEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoginEvent.self)
        let number = state.withLock { state in
            state.made += 1
            state.listeners[state.made] = continuation
            return state.made
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ event: LoginEvent) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }
}
