import Synchronization

/// The safe requests that are under way, so that an identical one shares the answer instead of being sent again.
package final class Flights: Sendable {
    /// What came of a request.
    package typealias Outcome = Result<HTTPResponse, TransportFailure>

    /// One request under way.
    package final class Flight: Sendable {
        private struct State {
            var outcome: Outcome?
            var nextWaiter = 0
            var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
        }

        private let state = Mutex(State())

        /// Waits for the outcome; nil when the calling task is cancelled first.
        package func outcome() async -> Outcome? {
            let number = state.withLock { state in
                state.nextWaiter += 1
                return state.nextWaiter
            }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let outcome = state.withLock { state -> Outcome?? in
                        if let outcome = state.outcome { return .some(outcome) }
                        // The handler may have run already; then nobody else would resume this.
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

    private let flights = Mutex<[HTTPRequest: Flight]>([:])

    /// None under way.
    package init() {}

    /// The identical request that is under way; nil when there is none: then the caller is the one who sends, and ends the
    /// flight.
    package func join(_ request: HTTPRequest) -> Flight? {
        flights.withLock { flights in
            if let flight = flights[request] { return flight }
            flights[request] = Flight()
            return nil
        }
    }

    /// The caller's request has its outcome.
    package func end(_ request: HTTPRequest, with outcome: Outcome) {
        flights.withLock { $0.removeValue(forKey: request) }?.end(with: outcome)
    }
}
