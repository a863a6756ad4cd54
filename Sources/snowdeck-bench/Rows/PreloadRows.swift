import ExchangeModel
import LiveTransport
import LoopbackServer
import NowSDK
import NowWeb

/// Preloading fifty pages with two hundred assets, over opening each page cold, one after the other: with an instance that
/// answers at once, and with one that takes twenty milliseconds, as one far away does.
enum PreloadRows {
    private static let pages = 50, rounds = 5

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        var rows: [BudgetRow] = []
        for (delay, name) in [(0, "preloading 50 pages"), (20, "preloading 50 pages, 20 ms away")] {
            let listener = try LoopbackListener(ExamplePages(delay: delay))
            defer { listener.stop() }
            let instance = try Instance("http://127.0.0.1:\(listener.port)")
            let client = PageClient(instance: instance, transport: CurlTransport())
            let addresses = (0..<pages).map { instance.url("/page\($0).do") }
            var preloading = Sample(), cold = Sample(), again = Sample()
            for _ in 0..<(delay == 0 ? rounds : 2) {
                let cache = WebCache()
                preloading.add(try await Stopwatch.time { try await preload(addresses, client, cache) })
                again.add(try await Stopwatch.time { try await preload(addresses, client, cache) })
                cold.add(
                    try await Stopwatch.time {
                        for address in addresses { try await preload([address], client, WebCache()) }
                    })
            }
            rows += [
                .against(name, ours: preloading, "opened cold one by one", cold, atMost: 0.5),
                .against(name + ", again", ours: again, "the first time", preloading, atMost: delay == 0 ? nil : 0.5),
            ]
        }
        return rows
    }

    private static func preload(_ addresses: [HTTPURL], _ client: PageClient, _ cache: WebCache) async throws {
        let report = try await Preloader(client: client, cache: cache, clock: Still()).preload(addresses)
        guard report.isComplete else { throw BenchFailure("Not everything came.") }
    }

    private struct Still: ExchangeModel.Clock {
        let now = Timestamp(seconds: 1_713_287_778)
        func sleep(microseconds: Int64) async throws {}
    }

    /// Pages with eight assets each: five that all have and three of their own; and what the rest of two hundred is, that
    /// all have too, in a sheet.
    private struct ExamplePages: Transport {
        let delay: Int

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
            let path = request.url.path
            guard path.hasPrefix("/page") else {
                var body = [UInt8](repeating: 0x20, count: 10_000)
                if path == "/0.cssx" { body = Array((0..<45).map { "a{b:url(/\($0).iix)}" }.joined().utf8) }
                return HTTPResponse(
                    status: 200,
                    headers: [
                        "Content-Type": path.hasSuffix(".cssx") ? "text/css" : "image/png",
                        "Cache-Control": "private, max-age=31536000",
                    ], body: body)
            }
            let links = ((0..<5).map { "/\($0).cssx" } + (0..<3).map { "\(path)_\($0).cssx" })
                .map { "<link rel=stylesheet href='\($0.replacing("/page", with: "/own"))'>" }
            return HTTPResponse(
                status: 200, headers: ["Content-Type": "text/html;charset=UTF-8", "Cache-Control": "no-store"],
                body: Array(("<title>Page</title>" + links.joined() + String(repeating: "<p>Text", count: 500)).utf8))
        }
    }
}
