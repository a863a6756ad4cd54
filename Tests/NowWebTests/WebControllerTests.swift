import ExchangeModel
import Foundation
import LoopbackServer
import NowLive
import NowSDK
import NowWeb
import Sandbox
import Synchronization
import TestSupport
import Testing

/// `WebController` without a view.
@Suite @MainActor struct WebControllerTests {
    private let screen = Screen()

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func controller(_ service: NowWebService, _ address: String) throws -> NowWebViewController {
        try service.makeWebViewController(for: try url(address), delegate: screen).get()
    }

    private func pages(_ names: String...) -> [ScriptedTransport.Outcome] {
        names.map { WebInstance.page("<title>\($0)</title><a href=\"/next.do?of=\($0)\">next</a>") }
    }

    /// A controller with scripted responses, from its first page on.
    private func walking(
        _ outcomes: [ScriptedTransport.Outcome], from address: String = "a.do",
        _ body: @escaping @MainActor @Sendable (NowWebViewController, RequestLog) async throws -> Void
    ) async throws {
        try await WebInstance.scripted(outcomes) { service, log in
            try await body(try self.controller(service, address), log)
        }
    }

    @Test func backAndForward() async throws {
        try await walking(pages("a", "b", "c", "b2", "a2", "b3", "b4")) { controller, log in
            #expect(controller.page == nil && !controller.canGoBack && log.lines.isEmpty)
            let first = try await controller.loadPage().value
            let second = try await controller.follow(link: try #require(first.links.first))
            #expect(second.title == "b" && second.address == "https://myinstance.service-now.com/next.do?of=a")
            try await controller.follow(link: try #require(second.links.first))
            try await expectEqual(controller.goBack()?.title, "b2")
            try await expectEqual(controller.goBack()?.title, "a2")
            #expect(!controller.canGoBack && controller.canGoForward)
            #expect(try await controller.goBack() == nil)
            expectEqual(screen.told.last, "dismissal")
            try await expectEqual(controller.goForward()?.title, "b3")
            try await expectEqual(controller.reload().title, "b4")
            #expect(controller.page?.title == "b4" && controller.canGoBack && controller.canGoForward)
            expectEqual(
                log.lines,
                [
                    "GET /a.do", "GET /next.do?of=a", "GET /next.do?of=b", "GET /next.do?of=a", "GET /a.do",
                    "GET /next.do?of=a", "GET /next.do?of=a",
                ])
        }
    }

    @Test(arguments: [
        "https://other.service-now.com/incident.do", "http://evil.example/", "mailto:x@example.com",
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example/x",
        "https://myinstance.service-now.com:8443/x.do",
    ])
    func foreignURLsGoToDelegate(address: String) async throws {
        try await walking([], from: address) { controller, log in
            await #expect(throws: NowWebServiceError.self) { _ = try await controller.loadPage().value }
            #expect(screen.told.count == 1 && screen.told[0].hasPrefix("unsupported "), "\(screen.told)")
            #expect(log.lines.isEmpty && controller.page == nil && !controller.isLoading)
        }
    }

    @Test func redirectToOtherHostIsNotFollowed() async throws {
        let away = WebInstance.page("", status: 302, [("Location", "https://other.example/x")])
        try await walking(pages("a") + [away]) { controller, log in
            _ = try await controller.loadPage().value
            await #expect(throws: NowWebServiceError.self) { try await controller.load(try url("b.do")) }
            expectEqual(screen.told, ["shown /a.do", "unsupported https://other.example/x"])
            #expect(controller.page?.title == "a" && log.lines == ["GET /a.do", "GET /b.do"])
        }
    }

    @Test func failureKeepsPageAndHasMessage() async throws {
        let broken = ScriptedTransport.Outcome.failure(TransportFailure(.timeout, "Nothing came in time."))
        let missing = WebInstance.page("<title>Not here</title>", status: 404)
        try await walking(pages("a") + [broken, missing] + pages("b")) { controller, _ in
            _ = try await controller.loadPage().value
            await #expect(throws: NowWebServiceError.self) { try await controller.load(try url("b.do")) }
            do {
                try await controller.load(try url("c.do"))
                Issue.record("a page that is missing was shown")
            } catch NowWebServiceError.badResponse(let status, let page) {
                #expect(status == 404 && page.title == "Not here")
            }
            expectEqual(
                screen.told,
                [
                    "shown /a.do", "failed: Nothing came in time.",
                    "failed: The instance answered with HTTP status 404.",
                ])
            #expect(controller.page?.title == "a" && !controller.canGoBack)
            try await controller.load(try url("d.do"))
            #expect(controller.page?.title == "b" && controller.canGoBack)
        }
    }

    private let form = WebInstance.page(
        """
        <title>Form</title><form method=post action=/save.do><input type=hidden name=sysparm_ck value=ck>
        <label for=s>Short description</label><input id=s name=short value=old>
        <button name=action value=update>Update</button></form>
        """)

    @Test func goingBackDoesNotRepostForm() async throws {
        let saved = WebInstance.page("", status: 302, [("Location", "/saved.do")])
        try await walking([form, saved] + pages("saved", "next", "again")) { controller, log in
            let page = try await controller.loadPage().value
            let result = try await controller.submit(
                try #require(page.forms.first), ["Short description": "new text"], pressing: "update")
            #expect(result.title == "saved" && result.url?.path == "/saved.do")
            try await controller.load(try url("next.do"))
            try await controller.goBack()
            expectEqual(
                log.lines, ["GET /a.do", "POST /save.do", "GET /saved.do", "GET /next.do", "GET /saved.do"])
        }
    }

    @Test func invalidFormIsNotSent() async throws {
        try await walking([form]) { controller, log in
            let page = try await controller.loadPage().value
            let form = try #require(page.forms.first)
            #expect(form.isPost && form.fields.map(\.name) == ["sysparm_ck", "short", "action"])
            do {
                try await controller.submit(form, ["Priority": "1"])
                Issue.record("a form was sent")
            } catch NowWebServiceError.form(let failure) {
                #expect(failure.kind == .unknownField && failure.others == ["Short description", "short"])
            }
            #expect(log.lines == ["GET /a.do"] && controller.page?.title == "Form")
        }
    }

    @Test func formToOtherHostIsNotSent() async throws {
        let form = WebInstance.page("<form method=post action=https://evil.example/x><input name=a value=b></form>")
        try await walking([form]) { controller, log in
            let page = try await controller.loadPage().value
            await #expect(throws: NowWebServiceError.self) {
                try await controller.submit(try #require(page.forms.first))
            }
            #expect(screen.told.last == "unsupported https://evil.example/x" && log.lines.count == 1)
        }
    }

    @Test func supersededPageIsNotShown() async throws {
        try await walking(pages("a", "b")) { controller, _ in
            let overtaken = controller.loadPage()
            async let last = controller.load(try url("b.do"))
            let page = try await last
            let first = await overtaken.result
            // Whichever began first, the later one is shown, and the other is not reported as a failure.
            #expect(controller.page?.address == page.address && !controller.isLoading)
            #expect((try? first.get()) == nil || screen.told.count == 2)
            #expect(screen.told.allSatisfy { $0.hasPrefix("shown ") })
        }
    }

    @Test func missingConfigurationDoesNothing() async throws {
        let address = try url("https://myinstance.service-now.com")
        let service = NowWebService(configuration: NowServiceConfiguration(instanceUrl: address, appBundleId: ""))
        let nowhere = NowWebService(
            configuration: NowServiceConfiguration(instanceUrl: try url("ftp://x"), appBundleId: ""))
        #expect(throws: NowWebServiceError.self) { try service.preloadWebCache(urls: [address]) }
        #expect(throws: NowWebServiceError.self) {
            try nowhere.makeWebViewController(for: try url("a.do")).get()
        }
        let controller = try service.makeWebViewController(for: try url("a.do"), delegate: screen).get()
        await #expect(throws: NowWebServiceError.self) { _ = try await controller.loadPage().value }
        expectEqual(screen.told, ["failed: The service has no configuration that names an instance."])
    }
}

/// Navigates the sandbox's pages over a real socket, without a view.
struct WebNavigationTests {
    @Test func incidentIsReadAndUpdated() async throws {
        try await WebInstance.onTheSandbox { address in
            let screen = Screen()
            await screen.prepare(instanceUrl: address)
            let incident = try #require(URL(string: "incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8"))
            let controller = try #require(screen.makeView(incident))
            let page = try await controller.loadPage().value
            #expect(page.title.contains("INC0010021"), "\(page.title)")
            #expect(page.text.contains("my computer doesn't work"))
            let editable = page.forms.compactMap { form in
                form.fields.first { $0.name.hasSuffix("short_description") && $0.type == "text" }.map { (form, $0) }
            }
            let (form, field) = try #require(
                editable.first, "\(page.forms.map { $0.fields.map { $0.name + $0.label } })")
            #expect(field.value == "my computer doesn't work" && field.isEditable)
            let saved = try await controller.submit(
                form, [field.name: "my computer works"], pressing: "Update")
            expectEqual(saved.statusCode, 200)
            let again = try await controller.load(incident)
            #expect(again.text.contains("my computer works"))
            // The same fields and values as `page form` takes.
            let named = try await controller.submit(
                try #require(again.forms.first), ["urgency": "High", "caller": "Beth Anglin"])
            let values = Dictionary(named.forms.first?.fields.map { ($0.name, $0.value) } ?? []) { first, _ in first }
            #expect(values["incident.urgency"] == "1" && values["sys_display.incident.caller_id"] == "Beth Anglin")
            #expect(screen.told.allSatisfy { $0.hasPrefix("shown ") }, "\(screen.told)")
        }
    }

    @Test func pagesArePreloadedWithAssets() async throws {
        try await WebInstance.onTheSandbox { address in
            let service = try await NowWeb.makeWebService(instanceUrl: address)
            let urls = try ["home.do", "incident_list.do"].map { try #require(URL(string: $0)) }
            let first = try await service.preload(urls: urls)
            #expect(first.pages == 2 && first.failedPages == 0, "\(first)")
            let second = try await service.preload(urls: urls)
            // Pages and responses without a lifetime are requested again; the rest is not.
            #expect(first.keptAssets > 0 && second.requests < first.requests, "\(first) \(second)")
        }
    }
}

/// Forwards requests and logs them.
final class RequestLog: Transport {
    private let next: any Transport
    private let asked = Mutex<[String]>([])

    init(_ next: any Transport) { self.next = next }

    var lines: [String] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        asked.withLock { $0.append("\(request.method) \(request.url.target)") }
        return try await next.send(request)
    }
}

enum WebInstance {
    static let now = Timestamp(seconds: 1_713_286_800)

    /// An SDK configuration that sends through `transport` as john.doe; nil: over the network.
    static func configuration(_ transport: (any Transport)?) -> NowSDKConfiguration {
        NowSDKConfiguration(
            authorizationProvider: .basic(user: "john.doe", password: "password"),
            network: transport.map { NowNetwork(transport: $0, clock: ManualClock(WebInstance.now)) })
    }

    /// The sandbox over a real socket.
    static func onTheSandbox(_ body: @MainActor @Sendable (URL) async throws -> Void) async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: ManualClock(WebInstance.now)))
        let listener = try LoopbackListener(sandbox)
        defer { listener.stop() }
        // The sandbox computes expiry with the same clock.
        NowLive.install(clock: ManualClock(WebInstance.now))
        try await withConfiguration(configuration(nil)) {
            try await body(try #require(URL(string: "http://127.0.0.1:\(listener.port)")))
        }
    }

    /// A service with scripted responses, and a log of its requests.
    static func scripted(
        _ outcomes: [ScriptedTransport.Outcome],
        _ body: @MainActor @Sendable (NowWebService, RequestLog) async throws -> Void
    ) async throws {
        let log = RequestLog(ScriptedTransport(outcomes))
        try await service(configuration(log), "https://myinstance.service-now.com") { try await body($0, log) }
    }

    /// A service for the pages of an instance.
    static func service(
        _ configuration: NowSDKConfiguration, _ address: String,
        _ body: @MainActor @Sendable (NowWebService) async throws -> Void
    ) async throws {
        try await withConfiguration(configuration) {
            try await body(try await NowWeb.makeWebService(instanceUrl: try #require(URL(string: address))))
        }
    }

    static func page(
        _ body: String, status: Int = 200, _ headers: [(String, String)] = []
    ) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status,
                headers: HeaderFields(
                    [HeaderField("Content-Type", "text/html;charset=UTF-8")] + headers.map { HeaderField($0.0, $0.1) }),
                body: Array(body.utf8)))
    }
}

struct WebPreloadTests {
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
            expectEqual(log.lines, ["GET /incident.do", "GET /styles/a.cssx?v=1"])
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
            expectEqual(log.lines, ["GET /incident.do"])
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
