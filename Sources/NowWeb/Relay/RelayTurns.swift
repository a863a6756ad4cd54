import ExchangeModel

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
