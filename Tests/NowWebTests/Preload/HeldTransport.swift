import ExchangeModel
import Synchronization

/// Holds requests back until they are let go; then every request is answered at once, with one byte and an hour to live.
final class HeldTransport: Transport {
    private struct State {
        var count = 0
        var isOpen = false
    }

    private let state = Mutex(State())

    /// How many have come.
    var count: Int { state.withLock { $0.count } }

    func release() { state.withLock { $0.isOpen = true } }

    /// Returns once so many have come.
    func arrived(_ number: Int) async {
        while count < number { await Task.yield() }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        state.withLock { $0.count += 1 }
        while !state.withLock({ $0.isOpen }) {
            guard !Task.isCancelled else { throw TransportFailure(.cancelled, "It was called off.") }
            await Task.yield()
        }
        return HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=3600"], body: [42])
    }
}
