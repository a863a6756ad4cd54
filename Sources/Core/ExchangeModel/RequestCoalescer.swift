import Synchronization

/// Sends identical concurrent safe requests once and gives all callers the same outcome.
package final class RequestCoalescer: Sendable {
    package typealias Outcome = Result<HTTPResponse, TransportFailure>

    /// A request in progress.
    package final class Pending: Sendable {
        private struct State {
            var outcome: Outcome?
            var lastWaiter = 0
            var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
        }

        private let state = Mutex(State())

        /// Waits for the outcome; nil if the calling task is cancelled first.
        package func outcome() async -> Outcome? {
            let number = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let outcome = state.withLock { state -> Outcome?? in
                        if let outcome = state.outcome { return .some(outcome) }
                        // The cancellation handler runs once and may have run already.
                        if Task.isCancelled { return .some(nil) }
                        state.waiters[number] = continuation
                        return nil
                    }
                    if let outcome { continuation.resume(returning: outcome) }
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
            }
        }

        fileprivate func end(with outcome: Outcome) {
            let waiters = state.withLock { state in
                state.outcome = outcome
                defer { state.waiters = [:] }
                return state.waiters.values
            }
            for waiter in waiters { waiter.resume(returning: outcome) }
        }
    }

    private let pending = Mutex<[HTTPRequest: Pending]>([:])

    package init() {}

    /// The identical request in progress; nil if there is none. Then the caller sends the request and calls `end`.
    package func join(_ request: HTTPRequest) -> Pending? {
        pending.withLock { pending in
            if let found = pending[request] { return found }
            pending[request] = Pending()
            return nil
        }
    }

    package func end(_ request: HTTPRequest, with outcome: Outcome) {
        pending.withLock { $0.removeValue(forKey: request) }?.end(with: outcome)
    }
}
