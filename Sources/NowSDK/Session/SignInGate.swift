import Synchronization

/// Lets one task at a time sign in; the others wait in order, and a cancelled one leaves the queue at once.
final class SignInGate: Sendable {
    private struct State {
        var isHeld = false
        var nextTicket = 0
        /// Who waits, by ticket; tickets grow, `queue` holds them in order and `head` is the first not yet called.
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var queue: [Int] = []
        var head = 0
        /// Tickets cancelled before their continuation stood in `waiting`.
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    /// Waits for the turn. False when the task was cancelled instead; then there is nothing to leave.
    func enter() async -> Bool {
        let ticket = state.withLock { state -> Int? in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        guard let ticket else { return true }
        let entered = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.cancelled.remove(ticket) != nil { return false }
                    // Whoever held the gate may have left since the ticket was drawn.
                    guard state.isHeld else {
                        state.isHeld = true
                        return true
                    }
                    state.waiting[ticket] = continuation
                    state.queue.append(ticket)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                if let found = state.waiting.removeValue(forKey: ticket) { return found }
                state.cancelled.insert(ticket)
                return nil
            }
            waiting?.resume(returning: false)
        }
        state.withLock { _ = $0.cancelled.remove(ticket) }
        return entered
    }

    /// Calls the next one in.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            while state.head < state.queue.count {
                let ticket = state.queue[state.head]
                state.head += 1
                if let waiting = state.waiting.removeValue(forKey: ticket) { return waiting }
            }
            state.queue = []
            state.head = 0
            state.isHeld = false
            return nil
        }
        next?.resume(returning: true)
    }
}
