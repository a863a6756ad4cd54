import ExchangeModel
import Synchronization

/// Answers at once with what a function says, and keeps what it was asked.
final class ImmediateAnswers: ImmediateTransport {
    private let function: @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ function: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>) {
        self.function = function
    }

    /// Gives the same answer always. It states its date, so that what is sent depends on nothing else.
    convenience init(_ response: HTTPResponse = HTTPResponse(status: 200, headers: ["Date": "today"])) {
        self.init { _ in .success(response) }
    }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        return try function(request).get()
    }
}

/// Holds every request until a number of them have come, then answers all; or until it is cancelled.
actor Gathering: Transport {
    private let number: Int
    private var held: [Int: CheckedContinuation<Void, Never>] = [:]
    private var count = 0
    private let arrivals: AsyncStream<Int>.Continuation
    /// Says how many have come, each time one comes.
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
