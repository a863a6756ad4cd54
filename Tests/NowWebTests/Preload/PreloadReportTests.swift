import ExchangeModel
import NowSDK
import TestSupport
import Testing

@testable import NowWeb

struct PreloadReportTests {
    private let clock = ManualClock()
    private let server: AssetServer
    private let cache = WebCache()
    private let instance: Instance

    init() throws {
        server = AssetServer(clock: clock)
        instance = try Instance("http://sandbox.localhost")
    }

    private func page(_ target: String, _ content: String) {
        server[target] = AssetServer.Item(body: Array(content.utf8), type: "text/html;charset=UTF-8")
    }

    private func asset(
        _ target: String, _ content: String = "x", _ headers: HeaderFields = ["ETag": "\"1\""], status: Int = 200
    ) {
        server[target] = AssetServer.Item(body: Array(content.utf8), headers: headers, status: status)
    }

    private func preload(
        _ targets: [String], by transport: (any Transport)? = nil, _ limits: PreloadLimits = PreloadLimits()
    ) async throws(PageError) -> PreloadReport {
        let client = PageClient(instance: instance, transport: transport ?? server)
        return try await Preloader(client: client, cache: cache, clock: clock, limits: limits)
            .preload(targets.compactMap { HTTPURL(instance.origin.origin + $0) })
    }

    @Test func foreignAssetsAreCountedNotRequested() async throws {
        page(
            "/a.do",
            """
            <base href="/styles/"><link rel=stylesheet href="a.css"><script src="//cdn.example/x.js"></script>
            <img src="https://cdn.example/y.png"><img src="data:image/png;base64,AA"><script src="javascript:1"></script>
            <img src="http://sandbox.localhost/b.png"><link rel=icon href="https://other.example/i.ico">
            """)
        asset("/styles/a.css", "@import 'b.css'; a{background:url(https://cdn.example/z.png)}")
        asset("/styles/b.css", "@import 'a.css'; a{background:url(../c.png)}")
        for name in ["/b.png", "/c.png"] { asset(name) }
        server["/styles/a.css"]?.type = "text/css; charset=utf-8"
        let report = try await preload(["/a.do", "/a.do"])
        expectEqual(
            server.taken(), ["GET /a.do", "GET /styles/a.css", "GET /b.png", "GET /styles/b.css", "GET /c.png"])
        expectEqual(
            report.elsewhere.map { "\($0.key) \($0.value.count)" }.sorted(),
            [
                "http://cdn.example 1", "https://cdn.example 2", "https://other.example 1",
            ])
        #expect(report.isComplete && report.requests == 5)
    }

    @Test func failuresAreNamedAndRestIsLoaded() async throws {
        page("/a.do", "<link rel=stylesheet href=/a.css><script src=/gone.js></script><img src=/moved.png>")
        asset("/a.css")
        asset("/moved.png", "", ["Location": "/there.png"], status: 302)
        asset("/there.png")
        let report = try await preload(["/missing.do", "/a.do"])
        #expect(!report.isComplete)
        expectEqual(report.pages.map(\.status), [404, 200])
        #expect(report.pages[0].failure != nil)
        expectEqual(report.assets.map(\.address.target), ["/a.css", "/gone.js", "/moved.png", "/there.png"])
        expectEqual(report.assets.map(\.status), [200, 404, 302, 200])
        expectEqual(report.assets.map(\.isKept), [true, false, false, true])
        expectEqual(report.assets.map(\.isGood), [true, false, true, true])
    }

    @Test func styleSheetImportDepthIsLimited() async throws {
        page("/a.do", "<link rel=stylesheet href=/0.css>")
        for number in 0..<20 { asset("/\(number).css", "@import '\(number + 1).css'") }
        try await expectEqual(
            preload(["/a.do"]).assets.map(\.address.path),
            [
                "/0.css", "/1.css", "/2.css", "/3.css", "/4.css",
            ])
    }

    @Test func limitsAreReported() async throws {
        page("/a.do", (0..<100).map { "<img src=/\($0).png>" }.joined())
        for number in 0..<100 { asset("/\(number).png", String(repeating: "x", count: 1000)) }
        var limits = PreloadLimits()
        limits.assets = 40
        try await expectEqual(preload(["/a.do"], limits).leftOut, 60)
        cache.removeAll()
        limits = PreloadLimits()
        limits.bytes = 10_000
        let report = try await preload(["/a.do"], limits)
        // The current round completes.
        #expect(report.leftOut == 68 && report.bytesFetched == 32_000 && !report.isComplete)
    }

    @Test func cachedAssetsDoNotCountAgainstLimits() async throws {
        page("/first.do", "<img src=/kept.png>")
        page("/a.do", (0..<32).map { "<img src=/\($0).png>" }.joined() + "<img src=/kept.png><img src=/new.png>")
        for number in 0..<32 { asset("/\(number).png", String(repeating: "x", count: 1000)) }
        asset("/kept.png", "x", ["Cache-Control": "max-age=60"])
        asset("/new.png")
        _ = try await preload(["/first.do"])
        var limits = PreloadLimits()
        limits.bytes = 10_000
        let report = try await preload(["/a.do"], limits)
        #expect(report.leftOut == 1 && report.cached == 1 && report.bytesFetched == 32_000)
        expectEqual(report.assets.first { $0.address.path == "/kept.png" }?.isGood, true)
    }

    @Test func smallCacheDoesNotStopPreload() async throws {
        page("/a.do", (0..<64).map { "<img src=/\($0).png>" }.joined())
        for number in 0..<64 {
            asset("/\(number).png", String(repeating: "x", count: 1000), ["Cache-Control": "max-age=60"])
        }
        let small = WebCache(limit: 20_000)
        let client = PageClient(instance: instance, transport: server)
        for _ in 0..<2 {
            let report = try await Preloader(client: client, cache: small, clock: clock)
                .preload([instance.url("/a.do")])
            #expect(report.isComplete && report.requests == 65)
        }
        #expect(small.size <= small.limit)
        #expect(small.answers.map(\.address.path).contains("/63.png"))
    }

    @Test func failedSignInEndsPreload() async throws {
        let script = ScriptedTransport([.failure(TransportFailure(.signIn, "No."))])
        let failure = await #expect(throws: PageError.self) { try await preload(["/a.do", "/b.do"], by: script) }
        expectEqual(failure?.cause?.kind, .signIn)
        expectEqual(script.requests.count, 1)
    }

    @Test func cancellationKeepsLoadedAssets() async throws {
        page("/a.do", "<link rel=stylesheet href=/a.css>")
        asset("/a.css")
        _ = try await preload(["/a.do"])
        let held = HeldTransport()
        let (client, cache, clock) = (PageClient(instance: instance, transport: held), cache, clock)
        let addresses = [instance.url("/b.do"), instance.url("/c.do")]
        let task = Task {
            do throws(PageError) {
                _ = try await Preloader(client: client, cache: cache, clock: clock).preload(addresses)
                return nil as PageError?
            } catch {
                return error
            }
        }
        await held.arrived(1)
        task.cancel()
        await expectEqual(task.value?.cause?.kind, .cancelled)
        expectEqual(held.count, 1)
        expectEqual(cache.answers.count, 1)
    }
}

struct StyleSheetTests {
    @Test func styleSheetURLsAreFoundLikeBrowsers() {
        let cases: [(String, [String])] = [
            ("", []),
            ("a { background: url(x.png) }", ["x.png"]),
            ("a { background: URL( 'x y.png' ) no-repeat, url(\"b.iix?v=1&c=2\") }", ["x y.png", "b.iix?v=1&c=2"]),
            ("@import 'a.css'; @import url(b.css) screen; @IMPORT\n\"c.css\";", ["a.css", "b.css", "c.css"]),
            ("/* url(no.png) */ a{b:url(yes.png)} /* unfinished url(no.png)", ["yes.png"]),
            ("a { b: curl(no.png); c: url-like(no.png); d: my-url(no.png) }", []),
            ("a { b: url(x\\29 y.png) }", []),
            ("a { b: 'oops\n } c { d: url(x.png) }", ["x.png"]),
            ("a { b: url(", []), ("a { b: url('x", []), ("a { b: url(x", []), ("a { b: url(\\", []), ("@import", []),
            ("\\", []), ("/", []), ("/*", []), ("'", []), ("@", []),
            ("@font-face { src: url(a.woff2) format('woff2'), url(b.woff) }", ["a.woff2", "b.woff"]),
        ]
        for (sheet, addresses) in cases {
            expectEqual(AssetLinks.urls(in: Array(sheet.utf8)), addresses, "\(sheet)")
        }
    }

    @Test func styleSheetURLsAreBounded() {
        let sheet = Array(String(repeating: "a{b:url(x.png)}", count: 5000).utf8)
        expectEqual(AssetLinks.urls(in: sheet).count, AssetLinks.most)
        #expect(AssetLinks.urls(in: Array("a{b:url(".utf8) + [UInt8](repeating: 0x78, count: 100_000)).isEmpty)
        #expect(AssetLinks.urls(in: (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).count <= 256)
    }
}
