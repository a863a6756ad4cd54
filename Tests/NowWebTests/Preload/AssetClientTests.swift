import ExchangeModel
import NowWeb
import Synchronization
import Testing

@Suite struct AssetClientTests {
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
        #expect(try await get() == "[GET /a.cssx] instance 200 one")
        #expect(try await get() == "[] cache 200 one")
        clock.advance(by: 59)
        #expect(try await get() == "[] cache 200 one")
        clock.advance(by: 1)
        #expect(try await get() == "[GET /a.cssx ?] renewed 200 one")
        #expect(try await get() == "[] cache 200 one")
        clock.advance(by: 61)
        put("two", ["Cache-Control": "private, max-age=60", "ETag": "\"2\""])
        #expect(try await get() == "[GET /a.cssx ?] instance 200 two")
        #expect(try await get() == "[] cache 200 two")
        #expect(cache.answers.map(\.hits) == [1])
    }

    @Test func lastModifiedIsAValidator() async throws {
        put("one", ["Last-Modified": "Tue, 16 Apr 2024 10:00:00 GMT"])
        #expect(try await get() == "[GET /a.cssx] instance 200 one")
        #expect(try await get() == "[GET /a.cssx ?] renewed 200 one")
        #expect(cache.answers.first?.freshUntil == nil)
    }

    @Test func missingValidatorFetchesAgain() async throws {
        put("one", ["Cache-Control": "max-age=60"])
        _ = try await get()
        clock.advance(by: 60)
        #expect(try await get() == "[GET /a.cssx] instance 200 one")
    }

    @Test func uncacheableIsFetchedEachTime() async throws {
        for headers: HeaderFields in [
            ["Cache-Control": "no-store", "ETag": "\"1\""], [:], ["Vary": "*", "ETag": "\"1\""],
        ] {
            put("one", headers)
            #expect(try await get() == "[GET /a.cssx] instance 200 one")
            #expect(try await get() == "[GET /a.cssx] instance 200 one")
        }
        #expect(cache.answers.isEmpty)
    }

    @Test func serverErrorKeepsCachedAssetBut404RemovesIt() async throws {
        put("one", ["ETag": "\"1\""])
        _ = try await get()
        put("trouble", [:], status: 503)
        #expect(try await get() == "[GET /a.cssx ?] instance 503 trouble")
        #expect(cache.answers.count == 1)
        server["/a.cssx"] = nil
        #expect(try await get() == "[GET /a.cssx ?] instance 404 ")
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
        #expect(renewed.source == .renewed)
        #expect(
            renewed.response
                == HTTPResponse(
                    status: 200,
                    headers: [
                        "Content-Type": "text/css", "X-Kept": "a", "ETag": "\"1\"", "Cache-Control": "max-age=5",
                        "Link": "new", "link": "newer", "Age": "0",
                    ], body: [1, 2, 3]))
        #expect(script.requests.map { $0.headers["If-None-Match"] } == [nil, "W/\"1\""])
        #expect(try await client.asset(at: address).source == .cache)
    }

    @Test func mismatched304IsIgnored() async throws {
        let script = ScriptedTransport([
            .success(HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: [1])),
            .success(HTTPResponse(status: 304, headers: ["ETag": "\"9\""])),
            .success(HTTPResponse(status: 200, headers: ["ETag": "\"9\""], body: [9])),
        ])
        let client = AssetClient(transport: script, cache: cache, clock: clock)
        _ = try await client.asset(at: address)
        let answer = try await client.asset(at: address)
        #expect(answer.source == .instance && answer.response.body == [9])
        #expect(script.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil])
    }

    @Test func failureKeepsCachedAsset() async throws {
        put("one", ["ETag": "\"1\""])
        _ = try await get()
        let broken = AssetClient(transport: ScriptedTransport([]), cache: cache, clock: clock)
        await #expect(throws: TransportFailure.self) { try await broken.asset(at: address) }
        #expect(try await get() == "[GET /a.cssx ?] renewed 200 one")
    }

    @Test func concurrentRequestsAreCoalesced() async throws {
        let gate = HeldTransport()
        let client = AssetClient(transport: gate, cache: cache, clock: clock)
        let address = address
        async let first = client.asset(at: address)
        await gate.arrived(1)
        let others = (0..<20).map { _ in Task { try await client.asset(at: address).response.body } }
        gate.release()
        _ = try await first
        for other in others { #expect(try await other.value == [42]) }
        #expect(gate.count == 1)
    }

    @Test func waiterTakesOverAfterCancellation() async throws {
        let gate = HeldTransport()
        let client = AssetClient(transport: gate, cache: cache, clock: clock)
        let address = address
        let first = Task { try await client.asset(at: address) }
        await gate.arrived(1)
        let second = Task { try await client.asset(at: address).response.body }
        first.cancel()
        await #expect(throws: TransportFailure.self) { try await first.value }
        await gate.arrived(2)
        gate.release()
        #expect(try await second.value == [42])
    }
}
