import Synchronization

/// The settings that are known, by instance, and everybody who wants to hear of new ones.
final class SettingsKeeper: Sendable {
    private struct State {
        var known: [Instance: [String: String]] = [:]
        var listeners: [Int: (instance: Instance, continuation: AsyncStream<[String: String]>.Continuation)] = [:]
        var next = 0
    }
    private let state = Mutex(State())

    /// What is known of an instance.
    func settings(of instance: Instance) -> [String: String]? { state.withLock { $0.known[instance] } }

    /// The instances that something is known of.
    var instances: [Instance] { state.withLock { Array($0.known.keys) } }

    /// Keeps settings that came, and tells everybody.
    func keep(_ settings: [String: String], of instance: Instance) {
        let waiting = state.withLock { state in
            state.known[instance] = settings
            return state.listeners.values.filter { $0.instance == instance }.map(\.continuation)
        }
        for continuation in waiting { continuation.yield(settings) }
    }

    /// What is known, and everything that comes from now on; of what comes faster than it is taken only the newest stays.
    func stream(of instance: Instance) -> AsyncStream<[String: String]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [String: String].self, bufferingPolicy: .bufferingNewest(1))
        let (number, known) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = (instance, continuation)
            return (state.next, state.known[instance])
        }
        if let known { continuation.yield(known) }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Forgets what is known; who listens goes on listening.
    func forget() { state.withLock { $0.known = [:] } }
}
