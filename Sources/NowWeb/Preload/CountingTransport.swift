import ExchangeModel
import Synchronization

/// Counts the requests that pass.
final class CountingTransport: Transport {
    private let next: any Transport
    private let sent = Atomic(0)

    init(_ next: any Transport) { self.next = next }

    /// How many have passed.
    var count: Int { sent.load(ordering: .relaxed) }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        sent.add(1, ordering: .relaxed)
        return try await next.send(request)
    }
}
