import ExchangeModel
import NowSDK
import TestSupport
import Testing

@testable import NowWeb

/// Pages that lead nowhere, elsewhere, or are very large: over real sockets.
@Suite struct PageLoadingTests {
    private func page(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["Content-Type": "text/html", "X-Is-Logged-In": "true"], body: body)
    }

    @Test func redirectsInACircleEnd() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        stage.answer { request in
            switch request.url.path {
            case "/a.do": HTTPResponse(status: 302, headers: ["Location": "/b.do"])
            case "/b.do": HTTPResponse(status: 302, headers: ["Location": "a.do"])
            default: nil
            }
        }
        let name = stage.instance.description
        #expect(
            await PageStage.open("/a.do", by: client) == "transport: \(name)/a.do is redirected to in a circle.")
        #expect(stage.wire.count == 3)
    }

    @Test func redirectsWithoutAnEndAreGivenUp() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        stage.answer { request in
            guard request.url.path == "/n.do" else { return nil }
            return HTTPResponse(
                status: 302,
                headers: ["Location": "/n.do?" + String(repeating: "n", count: request.url.target.utf8.count)])
        }
        #expect(
            await PageStage.open("/n.do", by: client)
                == "transport: \(stage.instance)/n.do redirects more than 10 times.")
        #expect(stage.wire.count == 12)
    }

    @Test func aVeryLargePageComesWholeAndALargerOneIsAnError() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: 50 << 20)
        let larger = [UInt8](repeating: UInt8(ascii: "a"), count: (64 << 20) + 1)
        let answers = ["/large.do": page(large), "/larger.do": page(larger)]
        stage.answer { answers[$0.url.path] }
        let page = try await client.page(at: stage.instance.url("/large.do"))
        #expect(page.response.body.count == 50 << 20)
        let failure = await #expect(throws: PageFailure.self) {
            try await client.page(at: stage.instance.url("/larger.do"))
        }
        #expect(failure?.kind == .transport && failure?.cause?.kind == .tooLarge)
    }

    @Test func whatIsNotThereIsSaidWithThePageThatSaysSo() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        let failure = await #expect(throws: PageFailure.self) {
            try await client.page(at: stage.instance.url("/no_such_page.do"))
        }
        #expect(failure?.kind == .refused)
        #expect(failure?.page?.isHTML == true)
        #expect(failure?.page?.response.status == 404)
    }
}
