import ExchangeModel
import LoopbackServer
import Synchronization

/// A server of assets that follows HTTP's caching rules and logs requests.
final class AssetServer: ImmediateTransport {
    struct Item: Sendable {
        var body: [UInt8]
        var type = "text/css"
        var headers: HeaderFields = [:]
        var status = 200
    }

    private struct State {
        var items: [String: Item] = [:]
        var requests: [HTTPRequest] = []
    }

    private let clock: any ExchangeModel.Clock
    private let state = Mutex(State())

    init(clock: any ExchangeModel.Clock, _ items: [String: Item] = [:]) {
        self.clock = clock
        state.withLock { $0.items = items }
    }

    subscript(target: String) -> Item? {
        get { state.withLock { $0.items[target] } }
        set { state.withLock { $0.items[target] = newValue } }
    }

    /// The requests since the last call: `GET /a`, followed by `?` if conditional.
    func taken() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests.map { request in
                let asks = request.headers.contains { $0.name.hasPrefix("If-") }
                return "\(request.method) \(request.url.target)" + (asks ? " ?" : "")
            }
        }
    }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let item = state.withLock { state in
            state.requests.append(request)
            return state.items[request.url.target]
        }
        var headers: HeaderFields = ["Date": clock.now.httpText]
        guard let item else { return HTTPResponse(status: 404, headers: headers) }
        for field in item.headers { headers.append(field.name, field.value) }
        if let tag = item.headers["ETag"], request.headers["If-None-Match"] == tag {
            return HTTPResponse(status: 304, headers: headers)
        }
        if item.headers["ETag"] == nil, let date = item.headers["Last-Modified"],
            request.headers["If-Modified-Since"] == date
        {
            return HTTPResponse(status: 304, headers: headers)
        }
        headers["Content-Type"] = item.type
        return HTTPResponse(status: item.status, headers: headers, body: item.body)
    }
}

/// Lets requests through in groups: each waits until the group is complete, or for a timeout.
final class Gate: Sendable {
    private let wanted: Int
    private let state = Mutex((inside: 0, most: 0))

    init(of wanted: Int) { self.wanted = wanted }

    /// The maximum number of concurrent requests.
    var most: Int { state.withLock { $0.most } }

    func pass() async {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
        // Once the wanted number has met, no request waits.
        for _ in 0..<200 where most < wanted { try? await Task.sleep(for: .milliseconds(5)) }
        state.withLock { $0.inside -= 1 }
    }
}

final class GatedListener: Sendable {
    private let listener: LoopbackListener
    var port: Int { listener.port }

    private struct GatedTransport: Transport {
        let server: AssetServer
        let gate: Gate

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            await gate.pass()
            return try server.answer(request)
        }
    }

    init(_ server: AssetServer, _ gate: Gate) throws {
        listener = try LoopbackListener(GatedTransport(server: server, gate: gate))
    }

    deinit { listener.stop() }
}

/// Holds requests until released; then each gets one byte with a lifetime of one hour.
final class HeldTransport: Transport {
    private struct State {
        var count = 0
        var isOpen = false
    }

    private let state = Mutex(State())

    /// The number of requests received.
    var count: Int { state.withLock { $0.count } }

    func release() { state.withLock { $0.isOpen = true } }

    /// Returns once this many requests have arrived.
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

final class ManualClock: ExchangeModel.Clock {
    /// Tue, 16 Apr 2024 17:16:18 GMT.
    static let start = Timestamp(seconds: 1_713_287_778)
    private let time = Mutex(start)

    var now: Timestamp { time.withLock { $0 } }

    func advance(by seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

    func sleep(microseconds: Int64) async throws {}
}
