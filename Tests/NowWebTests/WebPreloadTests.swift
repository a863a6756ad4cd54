import ExchangeModel
import Foundation
import NowSDK
import NowWeb
import Testing

@Suite struct WebPreloadTests {
    private let sheet = ScriptedTransport.Outcome.success(
        HTTPResponse(
            status: 200, headers: ["Content-Type": "text/css", "Cache-Control": "private, max-age=3600"],
            body: Array("p{}".utf8)))
    private let page = WebInstance.page(
        "<link rel=stylesheet href=/styles/a.cssx?v=1>", [("Cache-Control", "no-store")])

    @Test func whatWasPreloadedIsNotAskedForAgain() async throws {
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

    @Test func theCompletionIsCalledWhateverCameOfIt() async throws {
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

    @Test func addressesOfOthersAreRefusedBeforeAnythingIsFetched() async throws {
        try await WebInstance.scripted([page]) { service, log in
            let urls = [try #require(URL(string: "/a.do")), try #require(URL(string: "https://other.example/"))]
            #expect(throws: NowWebServiceError.self) { try service.preloadWebCache(urls: urls) }
            #expect(log.lines.isEmpty)
        }
    }
}
