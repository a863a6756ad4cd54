import ExchangeModel
import NowWeb
import Synchronization
import TestSupport
import Testing

struct AssetClientTests {
    private let clock = ManualClock()
    private let cache = WebCache()
    private let server: AssetServer
    private let client: AssetClient
    private let address: HTTPURL

    init() throws {
        server = AssetServer(clock: clock)
        client = AssetClient(transport: server, cache: cache, clock: clock)
        address = try #require(HTTPURL("http://sandbox.localhost/a.cssx"))
    }

    /// The requests sent for one asset, the source of the response, and its status and body.
    private func get() async throws -> String {
        let answer = try await client.asset(at: address)
        let asked = server.taken().joined(separator: ", ")
        return
            "[\(asked)] \(answer.source) \(answer.response.status) \(String(decoding: answer.response.body, as: UTF8.self))"
    }

    private func put(_ text: String, _ headers: HeaderFields, status: Int = 200) {
        server["/a.cssx"] = AssetServer.Item(body: Array(text.utf8), headers: headers, status: status)
    }

    @Test func freshIsReusedAndStaleIsRevalidated() async throws {
        put("one", ["Cache-Control": "private, max-age=60", "ETag": "\"1\""])
        try await expectEqual(get(), "[GET /a.cssx] instance 200 one")
        try await expectEqual(get(), "[] cache 200 one")
        clock.advance(by: 59)
        try await expectEqual(get(), "[] cache 200 one")
        clock.advance(by: 1)
        try await expectEqual(get(), "[GET /a.cssx ?] renewed 200 one")
        try await expectEqual(get(), "[] cache 200 one")
        clock.advance(by: 61)
        put("two", ["Cache-Control": "private, max-age=60", "ETag": "\"2\""])
        try await expectEqual(get(), "[GET /a.cssx ?] instance 200 two")
        try await expectEqual(get(), "[] cache 200 two")
        expectEqual(cache.answers.map(\.hits), [1])
    }

    @Test func lastModifiedIsAValidator() async throws {
        put("one", ["Last-Modified": "Tue, 16 Apr 2024 10:00:00 GMT"])
        try await expectEqual(get(), "[GET /a.cssx] instance 200 one")
        try await expectEqual(get(), "[GET /a.cssx ?] renewed 200 one")
        expectEqual(cache.answers.first?.freshUntil, nil)
    }

    @Test func missingValidatorFetchesAgain() async throws {
        put("one", ["Cache-Control": "max-age=60"])
        _ = try await get()
        clock.advance(by: 60)
        try await expectEqual(get(), "[GET /a.cssx] instance 200 one")
    }

    @Test func uncacheableIsFetchedEachTime() async throws {
        for headers: HeaderFields in [
            ["Cache-Control": "no-store", "ETag": "\"1\""], [:], ["Vary": "*", "ETag": "\"1\""],
        ] {
            put("one", headers)
            try await expectEqual(get(), "[GET /a.cssx] instance 200 one")
            try await expectEqual(get(), "[GET /a.cssx] instance 200 one")
        }
        #expect(cache.answers.isEmpty)
    }

    @Test func serverErrorKeepsCachedAssetBut404RemovesIt() async throws {
        put("one", ["ETag": "\"1\""])
        _ = try await get()
        put("trouble", [:], status: 503)
        try await expectEqual(get(), "[GET /a.cssx ?] instance 503 trouble")
        expectEqual(cache.answers.count, 1)
        server["/a.cssx"] = nil
        try await expectEqual(get(), "[GET /a.cssx ?] instance 404 ")
        #expect(cache.answers.isEmpty)
    }

    @Test func revalidationUpdatesHeadersNotBody() async throws {
        let first = HTTPResponse(
            status: 200, headers: ["Content-Type": "text/css", "ETag": "W/\"1\"", "X-Kept": "a", "Link": "old"],
            body: [1, 2, 3])
        let renewal = HTTPResponse(
            status: 304,
            headers: [
                "ETag": "\"1\"", "Cache-Control": "max-age=5", "Content-Length": "0", "Content-Type": "text/plain",
                "Set-Cookie": "a=b", "Link": "new", "link": "newer",
            ])
        let script = ScriptedTransport([.success(first), .success(renewal)])
        let client = AssetClient(transport: script, cache: cache, clock: clock)
        _ = try await client.asset(at: address)
        let renewed = try await client.asset(at: address)
        expectEqual(renewed.source, .renewed)
        expectEqual(
            renewed.response,
            HTTPResponse(
                status: 200,
                headers: [
                    "Content-Type": "text/css", "ETag": "\"1\"", "X-Kept": "a", "Link": "old",
                    "Cache-Control": "max-age=5",
                ], body: [1, 2, 3]))
        expectEqual(script.requests.map { $0.headers["If-None-Match"] }, [nil, "W/\"1\""])
        try await expectEqual(client.asset(at: address).source, .cache)
    }

    @Test func failureKeepsCachedAsset() async throws {
        put("one", ["ETag": "\"1\""])
        _ = try await get()
        let broken = AssetClient(transport: ScriptedTransport([]), cache: cache, clock: clock)
        await #expect(throws: TransportFailure.self) { try await broken.asset(at: address) }
        try await expectEqual(get(), "[GET /a.cssx ?] renewed 200 one")
    }
}

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

/// Holds requests until released; then each gets one byte with a lifetime of one hour.
final class HeldTransport: Transport {
    private struct State {
        var count = 0
        var isOpen = false
    }

    private let state = Mutex(State())

    private let passing: Int

    /// The first requests pass.
    init(passing: Int = 0) { self.passing = passing }

    /// The number of requests received.
    var count: Int { state.withLock { $0.count } }

    func release() { state.withLock { $0.isOpen = true } }

    /// Returns once this many requests have arrived.
    func arrived(_ number: Int) async {
        while count < number { await Task.yield() }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        while number > passing, !state.withLock({ $0.isOpen }) {
            guard !Task.isCancelled else { throw TransportFailure(.cancelled, "It was called off.") }
            await Task.yield()
        }
        return HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=3600"], body: [42])
    }
}

extension ManualClock {
    /// Tue, 16 Apr 2024 17:16:18 GMT.
    static let start = Timestamp(seconds: 1_713_287_778)

    convenience init() { self.init(Self.start) }
}
