import ExchangeModel
import Foundation
import LoopbackServer
import Synchronization
import Testing

@Suite struct ResponseCacheTests {
    /// Responds with a request counter. Targets that begin with /once are not cached; for targets that begin with
    /// /plain the target alone is the cache key.
    private final class CountingTransport: CachingTransport {
        final class Client: CacheClient {
            let state: UInt64
            let received = Mutex<[String]>([])
            init(_ state: UInt64) { self.state = state }
            func didReceive(_ responseID: Int64, status: Int, method: String, target: String) {
                received.withLock { $0.append("\(responseID) \(status) \(method) \(target)") }
            }
        }

        let cache: ResponseCache
        let unnamed = Client(0), named = Client(7)
        private let count = Atomic<Int>(0)

        init(room: Int = 1 << 20) {
            cache = ResponseCache(ignoring: ["user-agent", "connection"], clientField: "x-name", room: room)
        }

        func cacheClient(_ name: String?) -> any CacheClient { name == nil ? unnamed : named }

        func reply(to request: HTTPRequest, for client: any CacheClient) -> CacheableReply {
            let number = count.wrappingAdd(1, ordering: .relaxed).newValue
            let response = HTTPResponse(
                status: 200, headers: ["Date": "today"],
                body: Array(
                    "\(number)\(String(repeating: ".", count: request.url.query.flatMap { Int($0) } ?? 0))".utf8))
            guard !request.url.path.hasPrefix("/once") else { return CacheableReply(response) }
            return CacheableReply(response, condition: .init(in: client.state, responseID: Int64(number)))
        }

        func plainReply(
            to target: UnsafeBufferPointer<UInt8>, at server: String, for client: any CacheClient,
            prepare: (ResponseBytes) -> PreparedResponse?
        ) -> CacheablePreparedReply? {
            guard target.starts(with: "/plain".utf8) else { return nil }
            var body = target.starts(with: "/plain?origin".utf8) ? server : "plain"
            return body.withUTF8 { prepare(ResponseBytes(status: 200, headers: [], body: UnsafeRawBufferPointer($0))) }
                .map { CacheablePreparedReply(response: $0, condition: .init(in: client.state, responseID: -1)) }
        }

        func answer(_ request: HTTPRequest) -> HTTPResponse { reply(to: request, for: unnamed).response }
    }

    private func body(_ answer: String?) -> String? { answer?.components(separatedBy: "\r\n\r\n").last }

    @Test func cachedResponseIsReused() async throws {
        let transport = CountingTransport()
        let listener = try LoopbackListener(transport)
        let cases: [(String, [String], String)] = [
            ("/a", ["Host: localhost"], "1"), ("/a", ["Host: localhost"], "1"),
            ("/a", ["host: localhost", "User-Agent: x"], "2"), ("/a", ["Host: localhost", "USER-AGENT: y"], "1"),
            ("/a", ["Host: localhost", "Accept: z"], "3"), ("/a", ["Host: localhost", "Accept: z"], "3"),
            ("/a", ["Host: localhost", "X-Name: n"], "4"), ("/a", ["X-Name: m", "Host: localhost"], "4"),
            ("/a", ["Host: localhost"], "1"), ("/once", ["Host: localhost"], "5"), ("/once", ["Host: localhost"], "6"),
            ("/a", ["Host: localhost", "Content-Length: 0"], "7"), ("/b", ["Host: localhost"], "8"),
        ]
        for (target, lines, expected) in cases {
            #expect(body(await RawClient.get(target, lines, port: listener.port)) == expected, "\(target) \(lines)")
        }
        #expect(
            transport.unnamed.received.withLock { $0 } == [
                "1 200 GET /a", "1 200 GET /a", "3 200 GET /a", "1 200 GET /a",
            ])
        #expect(transport.named.received.withLock { $0 } == ["4 200 GET /a"])
        // A foreign host is rejected before the cache is consulted.
        for _ in 0..<2 {
            #expect(await RawClient.get("/a", ["Host: evil.example"], port: listener.port)?.contains(" 421 ") == true)
        }
    }

    @Test func plainRequestIsCachedByTarget() async throws {
        let transport = CountingTransport()
        let listener = try LoopbackListener(transport)
        let own = "Host: 127.0.0.1:\(listener.port)"
        let cases: [([String], String)] = [
            ([own], "plain"), ([own, "Accept: application/json"], "plain"), ([own, "User-Agent: x"], "plain"),
            (["HOST: localhost:\(listener.port)", "X-Name: n"], "plain"), ([own, "Accept: a/b, TEXT/HTML"], "1"),
            ([own, "Range: bytes=0-1"], "2"), (["Host: localhost"], "3"), ([own, "Content-Length: 0"], "4"),
            ([own, "Sec-Fetch-Mode: cors"], "5"), ([own], "plain"),
        ]
        for (lines, expected) in cases {
            #expect(body(await RawClient.get("/plain", lines, port: listener.port)) == expected, "\(lines)")
        }
        #expect(transport.unnamed.received.withLock { $0 } == Array(repeating: "-1 200 GET /plain", count: 4))
        #expect(transport.named.received.withLock { $0 } == ["-1 200 GET /plain"])
        #expect(body(await RawClient.get("/other", [own], port: listener.port)) == "6")
        // Each host has an answer of its own.
        for host in ["127.0.0.1:\(listener.port)", "localhost:\(listener.port)"] {
            let answer = await RawClient.get("/plain?origin", ["Host: " + host], port: listener.port)
            #expect(body(answer) == "http://" + host)
        }
    }

    @Test func headIsCachedSeparatelyOnSameConnection() async throws {
        let listener = try LoopbackListener(CountingTransport())
        let one = "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n", head = "HEAD /a HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let last = "GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = await RawClient.exchange(one + head + one + head + last, port: listener.port)
        let parts = answer?.components(separatedBy: "HTTP/1.1 200 OK").map {
            $0.components(separatedBy: "\r\n\r\n").last
        }
        #expect(parts == ["", "1", "", "1", "", "1"])
    }

    @Test func bodyIsPartOfCacheKey() async throws {
        let listener = try LoopbackListener(CountingTransport())
        func post(_ body: String, _ lines: String = "") async -> String? {
            self.body(
                await RawClient.exchange(
                    "POST /a HTTP/1.1\r\nHost: localhost\r\n\(lines)Connection: close\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: listener.port))
        }
        let long = String(repeating: "x", count: 20_000)
        let cases = [("a", "1"), ("a", "1"), ("b", "2"), ("", "3"), ("", "3"), (long, "4"), (long, "5"), ("b", "2")]
        for (body, expected) in cases { #expect(await post(body) == expected) }
        #expect(await post("a", "Content-Type: text/plain\r\n") == "6")
    }

    @Test func cacheSizeIsBounded() async throws {
        let transport = CountingTransport(room: 64 * 4000)
        let listener = try LoopbackListener(transport)
        // Too large to be cached at all.
        for expected in ["1", "2"] {
            let answer = body(await RawClient.get("/a?3000", port: listener.port))
            #expect(answer?.hasPrefix(expected + ".") == true)
        }
        for number in 0..<400 { _ = await RawClient.get("/\(number)?100", port: listener.port) }
        // Hundreds do not fit: the least recently used ones are evicted and requested again.
        var fresh = 0
        for number in 0..<400 {
            let answer = body(await RawClient.get("/\(number)?100", port: listener.port)) ?? ""
            if let count = Int(answer.prefix { $0 != "." }), count > 402 { fresh += 1 }
        }
        #expect(fresh > 0 && fresh <= 400)
    }

    /// A browser's request for a document never gets what a program was sent.
    @Test func documentIsNotCached() async throws {
        var options = ListenerOptions()
        options.pageHost = "k3f.localhost"
        let listener = try LoopbackListener(CountingTransport(), options: options)
        func ask(_ host: String, _ lines: String...) async -> String {
            await RawClient.get("/a", ["Host: " + host] + lines, port: listener.port) ?? ""
        }
        let html = "Accept: text/html"
        #expect(body(await ask("localhost", html)) == "1")
        #expect(await ask("localhost", html, "User-Agent: Mozilla/5.0").hasPrefix("HTTP/1.1 307"))
        #expect(await ask("localhost", "Sec-Fetch-Dest: document").hasPrefix("HTTP/1.1 307"))
        for _ in 0..<2 { #expect(await ask("k3f.localhost", "X-A: b").contains("webrtc 'block'")) }
        #expect(!(await ask("localhost", "X-A: b").contains("webrtc 'block'")))
    }
}
