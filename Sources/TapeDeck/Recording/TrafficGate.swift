import ExchangeModel
import Synchronization

/// Lets requests through in the order in which they came, and gives each its epoch.
///
/// A request that opens an epoch waits until everything before it has ended; an unsafe one also keeps everything after it
/// out until it has ended itself. So no answer can be from both sides of a change, and sequence numbers grow with epochs.
final class TrafficGate: Sendable {
    private struct Waiter {
        var request: HTTPRequest
        var continuation: CheckedContinuation<EpochCounter.Placement, Never>
    }

    private struct State {
        var counter: EpochCounter?
        /// Where the count stood before the present epoch, while no request of this one is on the tape.
        var before: EpochCounter?
        var inside = 0
        var isClosed = false
        var waiting: [Waiter] = []

        mutating func admit(_ request: HTTPRequest, _ counter: EpochCounter) -> EpochCounter.Placement? {
            let placement = counter.placement(of: request)
            guard !isClosed, !placement.opens || inside == 0 else { return nil }
            if placement.opens || counter.identity == nil { before = counter }
            self.counter?.take(request, at: placement)
            inside += 1
            isClosed = !placement.isSafe
            return placement
        }
    }

    private let state = Mutex(State())

    /// Waits for its turn. `start` is where the tape stands when the first request comes. Whoever has entered leaves.
    func enter(_ request: HTTPRequest, from start: EpochCounter) async -> EpochCounter.Placement {
        guard request.purpose == .command else { return start.placement(of: request) }
        return await withCheckedContinuation { continuation in
            let admitted = state.withLock { state -> EpochCounter.Placement? in
                let counter = state.counter ?? start
                state.counter = counter
                if state.waiting.isEmpty, let placement = state.admit(request, counter) { return placement }
                state.waiting.append(Waiter(request: request, continuation: continuation))
                return nil
            }
            if let admitted { continuation.resume(returning: admitted) }
        }
    }

    /// Ends a turn, and lets in whoever may follow. An epoch of which nothing came onto the tape has not been: a replay
    /// could not enter it.
    func leave(_ placement: EpochCounter.Placement, isOnTape: Bool) {
        guard placement.epoch != nil else { return }
        let admitted = state.withLock { state in
            state.inside -= 1
            state.isClosed = false
            if isOnTape { state.before = nil }
            if state.inside == 0, let before = state.before {
                state.counter = before
                state.before = nil
            }
            var admitted: [(Waiter, EpochCounter.Placement)] = []
            while admitted.count < state.waiting.count, let counter = state.counter {
                let waiter = state.waiting[admitted.count]
                guard let placement = state.admit(waiter.request, counter) else { break }
                admitted.append((waiter, placement))
            }
            state.waiting.removeFirst(admitted.count)
            return admitted
        }
        for (waiter, placement) in admitted { waiter.continuation.resume(returning: placement) }
    }
}
