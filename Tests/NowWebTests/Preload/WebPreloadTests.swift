import ExchangeModel
import Foundation
import NowSDK
import NowWeb
import Sandbox
import Synchronization
import Testing

private final class PreloadClock: ExchangeModel.Clock {
    private let time = Mutex(WebClock().now)
    var now: Timestamp { time.withLock { $0 } }
    func sleep(microseconds: Int64) async throws {}
    func move(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

@Suite struct WebPreloadTests {
    private let sheet = ScriptedTransport.Outcome.success(
        HTTPResponse(
            status: 200, headers: ["Content-Type": "text/css", "Cache-Control": "private, max-age=3600"],
            body: Array("p{}".utf8)))
    private let page = WebInstance.page(
        "<link rel=stylesheet href=/styles/a.cssx?v=1>", [("Cache-Control", "no-store")])

    @Test func preloadedAssetsAreNotRequestedAgain() async throws {
        try await WebInstance.scripted([page, sheet]) { service, log in
            let address = try #require(URL(string: "/incident.do"))
            let report = try await service.preload(urls: [address])
            #expect(report.pages == 1 && report.failedPages == 0 && report.assets == 1 && report.keptAssets == 1)
            let asset = try await service.asset(at: try #require(URL(string: "/styles/a.cssx?v=1")))
            #expect(String(decoding: asset.data, as: UTF8.self) == "p{}" && asset.isFromCache)
            #expect(asset.statusCode == 200 && asset.contentType == "text/css")
            #expect(log.lines == ["GET /incident.do", "GET /styles/a.cssx?v=1"])
        }
    }

    /// A preloaded page is shown once, without a request, to the same session.
    @Test func preloadedPageIsTheNextPage() async throws {
        let clock = PreloadClock()
        let log = RequestLog(try SandboxInstance(SandboxOptions(clock: WebClock())))
        let configuration = NowSDKConfiguration(
            authorizationProvider: .basic(user: "john.doe", password: "password"),
            network: NowNetwork(transport: log, clock: clock))
        try await WebInstance.service(configuration, "http://sandbox.localhost") { service in
            let home = try #require(URL(string: "home.do"))
            let controller = try service.makeWebViewController(for: home).get()
            for (between, requests) in [
                ("", 0), ("load", 1), ("reload", 1), ("299 s", 0), ("301 s", 1), ("form", 1), ("logout", 1),
            ] {
                try await service.preload(urls: [home])
                switch between {
                case "load": _ = try await controller.loadPage().value
                case "reload": try await controller.reload()
                case "299 s": clock.move(seconds: 299)
                case "301 s": clock.move(seconds: 301)
                case "form":
                    let new = try await controller.load(try #require(URL(string: "incident.do?sys_id=-1")))
                    let form = try #require(new.forms.first { $0.isPost })
                    try await controller.submit(form, ["short_description": "x", "caller": "Beth Anglin"])
                case "logout":
                    clock.move(seconds: 1)
                    logout()
                default: break
                }
                let before = log.lines.count
                let page = try await controller.loadPage().value
                #expect(page.title.contains("Home"))
                #expect(log.lines.count - before == requests, "\(between): \(log.lines[before...])")
            }
        }
    }

    @Test func completionIsAlwaysCalled() async throws {
        try await WebInstance.scripted([.failure(TransportFailure(.timeout, "Nothing came in time."))]) {
            service, log in
            let address = try #require(URL(string: "/incident.do"))
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try service.preloadWebCache(urls: [address]) { continuation.resume() }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            #expect(log.lines == ["GET /incident.do"])
        }
    }

    @Test func foreignURLsAreRejectedBeforeFetching() async throws {
        try await WebInstance.scripted([page]) { service, log in
            let urls = [try #require(URL(string: "/a.do")), try #require(URL(string: "https://other.example/"))]
            #expect(throws: NowWebServiceError.self) { try service.preloadWebCache(urls: urls) }
            #expect(log.lines.isEmpty)
        }
    }
}
