import Synchronization

/// Runs one batch at a time: items that arrive while a batch runs form the next one, so that they share its cost.
final class BatchQueue<Item: Sendable, Outcome: Sendable>: Sendable {
    private struct Waiter {
        let item: Item
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var isRunning = false
        var waiting: [Waiter] = []

        /// Claims the next run; false while another one lasts.
        mutating func begin() -> Bool {
            defer { isRunning = true }
            return !isRunning
        }
    }

    /// Returns the outcomes of the items, in their order.
    typealias Run = @Sendable ([Item]) -> [Outcome]

    private let state = Mutex(State())

    /// How many items wait for the next batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs an item, alone or with others, and returns its outcome. An item that need not wait runs on the caller's
    /// thread. All callers pass the same function.
    func add(_ item: Item, by run: @escaping Run) async -> Outcome {
        if state.withLock({ $0.begin() }) {
            defer { runNext(by: run) }
            return run([item])[0]
        }
        return await withCheckedContinuation { continuation in
            let waiter = Waiter(item: item, continuation: continuation)
            let runs = state.withLock { state in
                if state.begin() { return true }
                state.waiting.append(waiter)
                return false
            }
            if runs { complete([waiter], by: run) }
        }
    }

    private func complete(_ batch: [Waiter], by run: @escaping Run) {
        for (waiter, outcome) in zip(batch, run(batch.map(\.item))) { waiter.continuation.resume(returning: outcome) }
        runNext(by: run)
    }

    /// Runs what has arrived as a task of its own, because the caller's item is done.
    private func runNext(by run: @escaping Run) {
        let batch = state.withLock { state in
            defer { state.waiting = [] }
            state.isRunning = !state.waiting.isEmpty
            return state.waiting
        }
        if !batch.isEmpty { Task { complete(batch, by: run) } }
    }
}
