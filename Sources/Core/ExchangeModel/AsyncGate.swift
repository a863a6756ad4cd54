import Synchronization

/// An asynchronous read-write lock that admits tasks in order of arrival.
package final class AsyncGate: Sendable {
    package enum Access: Sendable { case exclusive, shared }

    private struct Waiter {
        let ticket: Int
        let access: Access
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isExclusive = false
        var inside = 0
        var lastTicket = 0
        var waiting: [Waiter] = []

        mutating func admit(_ access: Access) -> Bool {
            guard !isExclusive, access == .shared || inside == 0 else { return false }
            isExclusive = access == .exclusive
            inside += 1
            return true
        }

        mutating func admitWaiting() -> [Waiter] {
            var count = 0
            while count < waiting.count, admit(waiting[count].access) { count += 1 }
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Waits for admission. Returns false if the task was cancelled while waiting; `leave` must not be called then.
    package func enter(_ access: Access = .exclusive) async -> Bool {
        let ticket = state.withLock { state -> Int? in
            if state.waiting.isEmpty, state.admit(access) { return nil }
            state.lastTicket += 1
            return state.lastTicket
        }
        guard let ticket else { return true }
        return await withTaskCancellationHandler {
            await wait(ticket, access) { Task.isCancelled }
        } onCancel: {
            let (cancelled, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
                guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else { return (nil, []) }
                let cancelled = state.waiting.remove(at: place)
                return (cancelled, state.admitWaiting())
            }
            cancelled?.continuation.resume(returning: false)
            for waiter in admitted { waiter.continuation.resume(returning: true) }
        }
    }

    /// Waits for admission even if the task is cancelled.
    package func enterAlways(_ access: Access = .exclusive) async { _ = await wait(0, access) { false } }

    package func leave() {
        let admitted = state.withLock { state in
            state.isExclusive = false
            state.inside -= 1
            return state.admitWaiting()
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }

    private func wait(_ ticket: Int, _ access: Access, isCancelled: () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                // The cancellation handler runs once and may have run already.
                if isCancelled() { return false }
                if state.waiting.isEmpty, state.admit(access) { return true }
                state.waiting.append(Waiter(ticket: ticket, access: access, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}

/// A gate for each name, as long as it is in use.
package final class NamedGates: Sendable {
    private let gates = Mutex<[String: (gate: AsyncGate, users: Int)]>([:])

    package init() {}

    package func enter(_ name: String) async {
        let gate = gates.withLock { gates in
            let gate = gates[name]?.gate ?? AsyncGate()
            gates[name] = (gate, (gates[name]?.users ?? 0) + 1)
            return gate
        }
        await gate.enterAlways()
    }

    package func leave(_ name: String) {
        let gate = gates.withLock { gates -> AsyncGate? in
            guard let entry = gates[name] else { return nil }
            gates[name] = entry.users > 1 ? (entry.gate, entry.users - 1) : nil
            return entry.gate
        }
        gate?.leave()
    }
}
