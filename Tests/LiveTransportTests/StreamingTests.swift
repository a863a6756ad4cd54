import ExchangeModel
import LiveTransport
import LoopbackServer
import Testing

/// Bodies that pass in pieces, through libcurl and libmicrohttpd.
@Suite struct StreamingTests {
    /// Returns a large body to a GET, and the length and digest of the body of any other request.
    private struct LargeServer: ImmediateTransport {
        static let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

        func answer(_ request: HTTPRequest) -> HTTPResponse {
            guard request.method != .get else { return HTTPResponse(status: 200, body: Self.body) }
            let body = request.body ?? []
            return HTTPResponse(status: 201, body: Array("\(body.count) \(SHA256.hex(body))".utf8))
        }
    }

    /// Passes requests on in pieces, like a proxy.
    private struct PassingTransport: Transport {
        let next: CurlTransport
        let port: Int

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            var request = request
            request.url.port = port
            request.limits = RequestLimits(seconds: 300, body: 1000)
            request.limits?.streams = true
            return try await next.send(request)
        }
    }

    /// A server, and a proxy in front of it that keeps bodies up to 1000 bytes.
    private struct Chain {
        let server: LoopbackListener
        let proxy: LoopbackListener
        let client = CurlTransport()

        init() throws {
            server = try LoopbackListener(LargeServer())
            var options = ListenerOptions(maximumBody: 1000)
            options.streams = true
            proxy = try LoopbackListener(PassingTransport(next: CurlTransport(), port: server.port), options: options)
        }

        func send(_ method: HTTPMethod, _ body: [UInt8]? = nil) async throws -> HTTPResponse {
            try await client.send(
                HTTPRequest(method, HTTPURL(scheme: "http", host: "127.0.0.1", port: proxy.port), body: body))
        }
    }

    @Test func largeAnswerPasses() async throws {
        let chain = try Chain()
        for _ in 0..<3 { #expect(try await chain.send(.get).body == LargeServer.body) }
    }

    @Test func largeUploadPasses() async throws {
        let chain = try Chain()
        for body in [[1, 2, 3], LargeServer.body] {
            let answer = try await chain.send(.post, body)
            #expect(answer.status == 201)
            #expect(String(decoding: answer.body, as: UTF8.self) == "\(body.count) \(SHA256.hex(body))")
        }
    }

    @Test func transfersAtTheSameTimePass() async throws {
        let chain = try Chain()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let answer =
                        try? await number.isMultiple(of: 2)
                        ? chain.send(.get) : chain.send(.put, LargeServer.body)
                    return number.isMultiple(of: 2) ? answer?.body == LargeServer.body : answer?.status == 201
                }
            }
            for await isGood in group { #expect(isGood) }
        }
    }

    @Test func serverStopsWithinATransfer() async throws {
        let chain = try Chain()
        let sent = Task { try await chain.send(.post, LargeServer.body).status }
        chain.proxy.stop()
        // It was complete before, or failed.
        #expect([201, 502, nil].contains(try? await sent.value))
    }

    @Test func unreachableServerEndsAnUpload() async throws {
        var options = ListenerOptions(maximumBody: 1000)
        options.streams = true
        let proxy = try LoopbackListener(PassingTransport(next: CurlTransport(), port: 9), options: options)
        let url = HTTPURL(scheme: "http", host: "127.0.0.1", port: proxy.port)
        let answer = try await CurlTransport().send(HTTPRequest(.post, url, body: LargeServer.body))
        #expect(answer.status == 502)
    }
}
