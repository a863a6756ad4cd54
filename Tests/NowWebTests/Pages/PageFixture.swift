import CassetteStore
import ExchangeModel
import LiveTransport
import LoopbackServer
import NowSDK
import Sandbox
import Synchronization
import TapeDeck
import TestSupport

@testable import NowWeb

/// An instance behind a real socket whose sessions the test can end, with a log of requests.
final class PageFixture {
    /// The client's fixed time.
    struct FixedClock: ExchangeModel.Clock {
        var now: Timestamp { Timestamp(seconds: 1_741_017_600) }
        func sleep(microseconds: Int64) async throws {}
    }

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
    func endSessions() { backstage.clock.move(seconds: 61) }
    /// Replaces the responder.
    func answer(_ override: @escaping Override) { backstage.replace(override) }

    /// A sign-in of john.doe with tokens, over libcurl.
    func signIn() -> AuthenticatingTransport {
        signIn(over: CurlTransport(WireOptions()), FixedCredentials(credential))
    }

    private func signIn(over next: any Transport, _ source: any CredentialSource) -> AuthenticatingTransport {
        AuthenticatingTransport(
            instance: instance, next: next, credentials: source, secrets: SecretBook(), clock: FixedClock())
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
            session: record, secrets: secrets, clock: FixedClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) },
            next: { CurlTransport(WireOptions()) })
        let transport = AuthenticatingTransport(
            instance: instance, next: deck.transport, credentials: FixedCredentials(credential), secrets: secrets,
            clock: FixedClock())
        let outcomes = try await walk(targets, on: deck, transport, between)
        try deck.close()
        return outcomes
    }

    /// Replays the same pages strictly; nothing is sent.
    func replay(_ targets: [String], from path: String) async throws -> [String] {
        let deck = PlayingDeck(try Cassette.playing(at: path), isStrict: true)
        let source = TapeCredentials(shapes: [CredentialShape(of: credential)])
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
    final class WireClock: ExchangeModel.Clock {
        private let time = Mutex(PageFixture.FixedClock().now)
        var now: Timestamp { time.withLock { $0 } }
        func sleep(microseconds: Int64) async throws {}
        func move(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    }

    let clock = WireClock()
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
