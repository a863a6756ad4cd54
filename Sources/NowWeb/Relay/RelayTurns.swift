import ExchangeModel
import Synchronization

/// Runs reads side by side and writes alone, in the order they came: so the same visits one after the other, as a replay
/// makes them, meet the instance in the same state.
final class RelayTurns: Sendable {
    private let entrance = AsyncGate()
    private let work = AsyncGate()

    /// Does work in its turn.
    ///
    /// - Parameters:
    ///   - isAlone: whether nothing else may be under way at the same time.
    ///   - first: done in the order of coming, before anything of a later one.
    func run<Value>(
        isAlone: Bool, first: () async -> Void, then body: () async -> Value
    ) async -> Value {
        await entrance.enterAlways()
        await first()
        await work.enterAlways(isAlone ? .exclusive : .shared)
        if !isAlone { entrance.leave() }
        let value = await body()
        work.leave()
        if isAlone { entrance.leave() }
        return value
    }

    /// Waits until all that came is done.
    func untilQuiet() async { await run(isAlone: true, first: {}, then: {}) }
}

/// Has those who want the same thing go one after the other, so that the second finds what the first has kept, when they
/// come at once as when they come in turn.
final class RelayLanes: Sendable {
    /// Who waits, by what is wanted; there is an entry while somebody is at it.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    func run<Value>(
        _ name: String, _ work: () async throws(TransportFailure) -> Value
    ) async throws(TransportFailure) -> Value {
        await withCheckedContinuation { go in
            let isFree = waiting.withLock { waiting in
                let isFree = waiting[name] == nil
                waiting[name, default: []] += isFree ? [] : [go]
                return isFree
            }
            if isFree { go.resume() }
        }
        defer {
            let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
                guard waiting[name]?.isEmpty ?? true else { return waiting[name]?.removeFirst() }
                waiting[name] = nil
                return nil
            }
            next?.resume()
        }
        return try await work()
    }
}
