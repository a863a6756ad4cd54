import ExchangeModel

/// Runs reads concurrently and writes exclusively, in arrival order, so that the same visits replayed one after another
/// see the same state.
final class RelayScheduler: Sendable {
    private let gate = AsyncGate()
    private let work = AsyncGate()

    /// Runs work in its turn.
    ///
    /// - Parameters:
    ///   - isAlone: whether the work is exclusive.
    ///   - first: runs in arrival order, before any later work.
    func run<Value>(
        isAlone: Bool, first: () async -> Void, then body: () async -> Value
    ) async -> Value {
        await gate.enterAlways()
        await first()
        await work.enterAlways(isAlone ? .exclusive : .shared)
        if !isAlone { gate.leave() }
        let value = await body()
        work.leave()
        if isAlone { gate.leave() }
        return value
    }

    /// Waits until all earlier work is done.
    func waitUntilIdle() async { await run(isAlone: true, first: {}, then: {}) }
}
