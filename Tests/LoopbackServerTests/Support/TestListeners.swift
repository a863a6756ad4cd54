import ExchangeModel
import Synchronization

/// Responds at once with the result of a closure, and stores the requests.
final class ImmediateListener: ImmediateTransport {
    private let function: @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ function: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>) {
        self.function = function
    }

    /// Always gives the same response. Its `Date` header is fixed, so the bytes sent are deterministic.
    convenience init(_ response: HTTPResponse = HTTPResponse(status: 200, headers: ["Date": "today"])) {
        self.init { _ in .success(response) }
    }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        return try function(request).get()
    }
}

/// Holds requests until a given number has arrived, then responds to all; or until cancelled.
actor BarrierListener: Transport {
    private let number: Int
    private var held: [Int: CheckedContinuation<Void, Never>] = [:]
    private var count = 0
    private let arrivals: AsyncStream<Int>.Continuation
    /// Called with the number of requests each time one arrives.
    nonisolated let arrived: AsyncStream<Int>

    init(of number: Int) {
        self.number = number
        (arrived, arrivals) = AsyncStream.makeStream(of: Int.self)
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        await withTaskCancellationHandler {
            await withCheckedContinuation { hold($0) }
        } onCancel: {
            Task { await self.letGo() }
        }
        if Task.isCancelled { throw TransportFailure(.cancelled, "It was called off.") }
        return HTTPResponse(status: 200, body: Array(request.url.target.utf8))
    }

    private func hold(_ continuation: CheckedContinuation<Void, Never>) {
        count += 1
        held[count] = continuation
        arrivals.yield(count)
        if count == number { letGo() }
    }

    private func letGo() {
        for continuation in held.values { continuation.resume() }
        held.removeAll()
    }
}
