package import ExchangeModel

/// A transport whose answers take their time: what the fault `slow` is. It holds no thread while it waits.
package struct DelayedTransport: Transport {
    private let next: any Transport
    private let seconds: Int
    private let clock: any Clock

    /// Waits that many seconds on the clock before it asks the next.
    package init(_ next: any Transport, seconds: Int, clock: any Clock) {
        self.next = next
        self.seconds = seconds
        self.clock = clock
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        do {
            try await clock.sleep(microseconds: Int64(seconds) * 1_000_000)
        } catch {
            throw TransportFailure(.cancelled, "The answer was no longer waited for.")
        }
        return try await next.send(request)
    }
}
