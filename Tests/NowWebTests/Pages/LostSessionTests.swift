import CassetteStore
import ExchangeModel
import Foundation
import LiveTransport
import LoopbackServer
import NowLive
import NowSDK
import Sandbox
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import NowWeb

/// An instance behind a real socket whose sessions the test can end, with a log of requests.
final class PageFixture {
    /// The client's fixed time.
    static let now = Timestamp(seconds: 1_741_017_600)

    /// Overrides a response; nil leaves it to the instance.
    typealias Override = @Sendable (HTTPRequest) -> HTTPResponse?

    let instance: Instance
    private let backstage: InstanceControl
    private let listener: LoopbackListener
    let credential = Credential.oauth(
        OAuthCredential(
            OAuthClientID("snowdeck", secret: Secret("snowdeck-client-secret")), .password(Secret("password")),
            user: "john.doe"))

    init(_ place: PageSignIn = .form) throws {
        backstage = try InstanceControl(place)
        listener = try LoopbackListener(backstage)
        instance = try Instance("http://127.0.0.1:\(listener.port)")
    }

    deinit { listener.stop() }

    /// All requests, as `GET /home.do bearer` or `cookies`, with ports and tokens removed.
    var wire: [String] { backstage.wire }
    /// The number of token requests.
    var grants: Int { wire.count { $0.hasPrefix("POST /oauth_token.do") } }

    /// Ends all sessions at the instance; tokens remain valid and the client is not notified.
    func endSessions() { backstage.clock.advance(by: 61) }
    /// Replaces the responder.
    func answer(_ override: @escaping Override) { backstage.replace(override) }

    /// A sign-in of john.doe with tokens, over libcurl.
    func signIn() -> AuthenticatingTransport {
        signIn(over: CurlTransport(WireOptions()), FixedCredentials(credential))
    }

    private func signIn(over next: any Transport, _ source: any CredentialSource) -> AuthenticatingTransport {
        AuthenticatingTransport(
            instance: instance, next: next, credentials: source, secrets: SecretBook(), clock: ManualClock(Self.now))
    }

    /// The result of opening a page: status and URL, or the class and message of the failure.
    static func open(_ target: String, _ method: HTTPMethod = .get, by client: PageClient) async -> String {
        guard let url = client.instance.origin.resolving(target) else { return "?" }
        do throws(PageError) {
            let page = try await client.page(for: HTTPRequest(method, url, body: method == .post ? [] : nil))
            return "\(page.response.status) \(page.address.target)"
        } catch {
            return "\(error.kind): \(error)"
        }
    }

    /// Opens pages while recording, and returns the results; `between` runs before each.
    func record(
        _ targets: [String], onto path: String, _ between: (String) -> Void = { _ in }
    ) async throws -> [String] {
        let secrets = SecretBook()
        let deck = RecordingDeck(
            session: record, secrets: secrets, clock: ManualClock(Self.now),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) },
            next: { CurlTransport(WireOptions()) })
        let transport = AuthenticatingTransport(
            instance: instance, next: deck.transport, credentials: FixedCredentials(credential), secrets: secrets,
            clock: ManualClock(Self.now))
        let outcomes = try await walk(targets, on: deck, transport, between)
        try deck.close()
        return outcomes
    }

    /// Replays the same pages strictly; nothing is sent.
    func replay(_ targets: [String], from path: String) async throws -> [String] {
        let deck = PlayingDeck(try Cassette.playing(at: path), isStrict: true)
        let shape = CredentialShape(of: credential)
        let source = FixedCredentials(shape.credential(with: TapeCredentials.placeholder))
        return try await walk(targets, on: deck, signIn(over: deck.transport, source)) { _ in }
    }

    private func walk(
        _ targets: [String], on deck: any Deck, _ transport: AuthenticatingTransport, _ between: (String) -> Void
    ) async throws -> [String] {
        let client = PageClient(instance: instance, transport: transport)
        var outcomes: [String] = []
        for target in targets {
            between(target)
            _ = try await deck.begin("page open " + target)
            outcomes.append(await PageFixture.open(target, by: client))
            try deck.finish(exitStatus: 0)
        }
        return outcomes
    }

    private var record: SessionRecord {
        SessionRecord(
            startedAt: Timestamp(seconds: 0), instance: instance.description, user: "john.doe", zone: "UTC",
            zoneRules: "UTC0", width: 80, version: "0.1", policy: "", settings: "{}", seed: 7)
    }
}

/// Counts requests in front of the sandbox.
private final class InstanceControl: ImmediateTransport {
    let clock = ManualClock(PageFixture.now)
    private let sandbox: SandboxInstance
    private let state = Mutex<(wire: [String], override: PageFixture.Override?)>(([], nil))

    init(_ place: PageSignIn) throws {
        var options = SandboxOptions(clock: clock)
        options.pageSignIn = place
        options.sessionLifetime = 60
        sandbox = try SandboxInstance(options)
    }

    var wire: [String] { state.withLock { $0.wire } }

    func replace(_ override: @escaping PageFixture.Override) { state.withLock { $0.override = override } }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let means =
            request.headers["Authorization"] != nil ? "bearer" : request.headers["Cookie"] != nil ? "cookies" : "-"
        let override = state.withLock { state in
            state.wire.append("\(request.method) \(request.url.target) \(means)")
            return state.override
        }
        return override?(request) ?? sandbox.answer(request)
    }
}

/// The session ends between two pages; over real sockets, with requests counted.
struct LostSessionTests {
    @Test(arguments: PageSignIn.allCases)
    func sessionIsRenewedOnce(place: PageSignIn) async throws {
        let fixture = try PageFixture(place)
        let client = PageClient(instance: fixture.instance, transport: fixture.signIn())
        await expectEqual(PageFixture.open("/home.do?n=1", by: client), "200 /home.do?n=1")
        await expectEqual(PageFixture.open("/home.do?n=2", by: client), "200 /home.do?n=2")
        fixture.endSessions()
        await expectEqual(PageFixture.open("/home.do?n=3", by: client), "200 /home.do?n=3")
        await expectEqual(PageFixture.open("/home.do?n=4", by: client), "200 /home.do?n=4")
        expectEqual(
            fixture.wire,
            [
                "POST /oauth_token.do -", "GET /home.do?n=1 bearer", "GET /home.do?n=2 cookies",
                "GET /home.do?n=3 cookies", "POST /oauth_token.do -", "GET /home.do?n=3 bearer",
                "GET /home.do?n=4 cookies",
            ])
    }

    @Test func loginThatNeverSucceedsIsOneError() async throws {
        let answer = HTTPResponse(status: 302, headers: ["Location": "/session_timeout.do"])
        let fixture = try PageFixture()
        let client = PageClient(instance: fixture.instance, transport: fixture.signIn())
        await expectEqual(PageFixture.open("/home.do?n=1", by: client), "200 /home.do?n=1")
        fixture.answer { $0.url.path.hasSuffix("home.do") ? answer : nil }
        let said =
            "notSignedIn: \(fixture.instance.name) still shows its sign-in page after signing in again."
        await expectEqual(PageFixture.open("/home.do?n=2", by: client), said)
        expectEqual(
            fixture.wire.dropFirst(2),
            [
                "GET /home.do?n=2 cookies", "POST /oauth_token.do -", "GET /home.do?n=2 bearer",
            ])
        // More tokens would not help.
        await expectEqual(PageFixture.open("/home.do?n=3", by: client), said)
        expectEqual(fixture.wire.count, 6)
    }

    @Test func formAfterSessionEndIsSentOnce() async throws {
        for (place, outcome) in [
            (
                PageSignIn.form,
                "sessionEnded: The session at INSTANCE ended before the form was sent; nothing was changed."
            ),
            (.sso, "sessionEnded: The session at INSTANCE ended before the form was sent; nothing was changed."),
            (
                .portal,
                "sessionEnded: The session at INSTANCE has ended; its answer does not say whether it took the form."
            ),
        ] {
            let fixture = try PageFixture(place)
            let client = PageClient(instance: fixture.instance, transport: fixture.signIn())
            await expectEqual(PageFixture.open("/home.do", by: client), "200 /home.do")
            fixture.endSessions()
            let said = await PageFixture.open("/oauth_auth.do", .post, by: client)
            let parts = outcome.split(separator: "INSTANCE", omittingEmptySubsequences: false)
            expectEqual(said, parts.joined(separator: fixture.instance.name))
            expectEqual(fixture.wire.last, "POST /oauth_auth.do cookies")
            await expectEqual(PageFixture.open("/home.do", by: client), "200 /home.do")
            expectEqual(fixture.grants, 2)
        }
    }

    private let incident = "/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8"

    @Test(arguments: PageSignIn.allCases)
    func controllerKeepsPageAndDoesNotSendFormAgain(place: PageSignIn) async throws {
        let fixture = try PageFixture(place), isCertain = place != .portal
        NowLive.install(clock: ManualClock(PageFixture.now))
        let incident = incident
        try await WebInstance.service(WebInstance.configuration(nil), fixture.instance.description) { service in
            let screen = Screen()
            let controller = try service.makeWebViewController(
                for: try #require(URL(string: incident)), delegate: screen
            ).get()
            let page = try await controller.loadPage().value
            fixture.endSessions()
            let typed = ["urgency": "High", "short_description": "Drucker brennt – \"ü\""] as KeyValuePairs
            await #expect {
                try await controller.submit(try #require(page.forms.first), typed, pressing: "Update")
            } throws: {
                if case NowWebServiceError.sessionEnded(isCertain) = $0 { true } else { false }
            }
            expectEqual(fixture.wire.count { $0.hasPrefix("POST /incident.do") }, 1)
            expectEqual(screen.told.last?.contains("not sent"), isCertain)
            expectEqual(controller.page?.text, page.text)
            let again = try await controller.reload()
            let saved = try await controller.submit(try #require(again.forms.first), typed, pressing: "Update")
            #expect(saved.text.contains("Drucker brennt – \"ü\"") && saved.text.contains("1 - High"))
        }
    }

    @Test func browserIsToldThatFormWasNotSent() async throws {
        let fixture = try PageFixture()
        let relay = BrowseRelay(
            instance: fixture.instance, key: RelayKey(random: { [UInt8](repeating: 7, count: $0) }), mayWrite: true,
            isSafe: { $0.method == .get }, next: fixture.signIn())
        let shown = await relay.answer(RelayRequest(.get, incident, .document))
        expectEqual(shown.status, 200)
        fixture.endSessions()
        let sent = RelayRequest(
            .post, "/incident.do", .document, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array("sysparm_ck=old&incident.short_description=on+fire&incident.urgency=1".utf8))
        let again = await relay.answer(try #require(RelayRequest(sent.json)))
        #expect(again.status == 403 && again.text.contains("Not sent: the session had ended."))
        #expect(!again.text.contains("on fire") && !again.text.contains("old"))
        expectEqual(fixture.wire.count { $0.hasPrefix("POST /incident.do") }, 1)
    }

    @Test(arguments: PageSignIn.allCases)
    func navigationOverEndedSessionReplays(place: PageSignIn) async throws {
        let folder = TemporaryFolder(), fixture = try PageFixture(place)
        let walk = ["/home.do?n=1", "/home.do?n=2", "/welcome.do", "/home.do?n=3", "/home.do?n=1"]
        let recorded = try await fixture.record(walk, onto: folder.file("t.cassette")) { target in
            if target.hasSuffix("2") || target.hasSuffix("3") { fixture.endSessions() }
        }
        expectEqual(recorded, walk.map { "200 " + $0 })
        expectEqual(fixture.grants, 3)
        let travelled = fixture.wire.count
        try await expectEqual(fixture.replay(walk, from: folder.file("t.cassette")), recorded)
        expectEqual(fixture.wire.count, travelled)
    }

    @Test func repeatedLoginPageReplays() async throws {
        let folder = TemporaryFolder(), fixture = try PageFixture(.sso)
        fixture.answer { request in
            guard request.headers["Authorization"] != nil else { return nil }
            // An instance whose pages do not accept tokens.
            var response = HTTPResponse(status: 302, headers: ["Location": "/auth_redirect.do"])
            response.headers.append("Set-Cookie", "JSESSIONID=0123456789ABCDEF0123456789ABCDEF; Path=/")
            return response
        }
        let walk = ["/home.do?n=1", "/home.do?n=2", "/home.do?n=1"]
        let recorded = try await fixture.record(walk, onto: folder.file("t.cassette"))
        #expect(recorded.allSatisfy { $0.hasPrefix("notSignedIn: ") })
        expectEqual(fixture.grants, 1)
        try await expectEqual(fixture.replay(walk, from: folder.file("t.cassette")), recorded)
    }
}
