import ExchangeModel
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import NowSDK

struct SignInStatusTests {
    @Test func statusOmitsSecretValues() async throws {
        let log = try SignInLog(
            [tokens("token1", refresh: "refresh1"), opens("A"), opens("A"), opens("P", seconds: 60)], [byPassword])
        let start = log.clock.now
        expectEqual(log.transport.status.kind, nil)
        await log.ask()
        log.clock.advance(by: 5)
        await log.ask()
        await log.ask("/home.do")
        let status = log.transport.status
        let later = start.advanced(bySeconds: 5)
        expectEqual(status.kind, .oauthPassword)
        expectEqual(status.user, "abel.tuter")
        expectEqual(status.session, .init(opened: start, ends: later.advanced(bySeconds: 1800), uses: 2))
        expectEqual(status.pages, .init(opened: later, ends: later.advanced(bySeconds: 60), uses: 1))
        expectEqual(
            status.token,
            .init(
                obtained: start, ends: start.advanced(bySeconds: 1800), hasRefresh: true, scope: "useraccount"))
        expectEqual(
            status.cookies.map(\.name), ["JSESSIONID", "glide_session_store", "JSESSIONID", "glide_session_store"])
        expectEqual(status.cookies.map(\.isForPages), [false, false, true, true])
        #expect(status.cookies.allSatisfy { $0.set == later })
        for secret in ["token1", "refresh1"] { #expect(!String(reflecting: status).contains(secret)) }
        log.transport.signOut()
        let after = log.transport.status
        #expect(after.kind == nil && after.token == nil && after.cookies.isEmpty && !after.hasSession)
    }
}

/// An instance that accepts a token until it is revoked, opens no session, and runs a closure once while it responds.
private final class RevokingInstance: Transport {
    private struct State {
        var paths: [String] = []
        var isRevoked = false
        var path = ""
        var action: (@Sendable () async -> Void)?
    }
    private let state = Mutex(State())

    /// The requested paths.
    var paths: [String] { state.withLock { $0.paths } }

    /// Runs a closure once while responding at that path.
    func whileAnswering(_ path: String, _ action: @escaping @Sendable () async -> Void) {
        state.withLock { ($0.path, $0.action) = (path, action) }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let action = state.withLock { state in
            state.paths.append(request.url.path)
            return request.url.path == state.path ? state.action.take() : nil
        }
        await action?()
        let isRevoked = state.withLock { state in
            if request.url.path == "/oauth_token.do" { state.isRevoked = false }
            if request.url.path == "/oauth_revoke_token.do" { state.isRevoked = true }
            return state.isRevoked
        }
        switch request.url.path {
        case "/oauth_token.do": return try tokens("T1").get()
        case "/oauth_revoke_token.do": return HTTPResponse(status: 200)
        default: return HTTPResponse(status: isRevoked ? 401 : 200)
        }
    }
}

struct RevocationQueueTests {
    @Test func requestSentBeforeRevocationGetsNoNewToken() async throws {
        let next = RevokingInstance()
        let transport = try signIn(next, FixedCredentials(byPassword))
        let before = transport.revocations
        _ = try await transport.send(HTTPRequest(.get, transport.instance.url("/api/first")))
        try await transport.revoke()
        await #expect(throws: AuthenticatingTransport.cancelledError) { try await transport.enterGate(since: before) }
        expectEqual(next.paths, ["/oauth_token.do", "/api/first", "/oauth_revoke_token.do"])
        // The gate is free again, and a later request signs in again.
        _ = try await transport.send(HTTPRequest(.get, transport.instance.url("/api/x")))
        expectEqual(next.paths.suffix(2), ["/oauth_token.do", "/api/x"])
    }

    @Test func requestRejectedByRevocationGetsNoNewToken() async throws {
        let next = RevokingInstance()
        let transport = try signIn(next, FixedCredentials(byPassword))
        let first = HTTPRequest(.get, transport.instance.url("/api/first"))
        let second = HTTPRequest(.get, transport.instance.url("/api/second"))
        try await expectEqual(transport.send(first).status, 200)
        next.whileAnswering("/api/second") { try? await transport.revoke() }
        await #expect(throws: AuthenticatingTransport.cancelledError) { try await transport.send(second) }
        expectEqual(next.paths, ["/oauth_token.do", "/api/first", "/api/second", "/oauth_revoke_token.do"])
        expectEqual(transport.status.token, nil)
    }

    @Test func requestDuringRevocationSignsInAgain() async throws {
        let next = RevokingInstance(), sent = Mutex<Task<Int, any Error>?>(nil)
        let transport = try signIn(next, FixedCredentials(byPassword))
        _ = try await transport.send(HTTPRequest(.get, transport.instance.url("/api/first")))
        next.whileAnswering("/oauth_revoke_token.do") {
            let task = Task { try await transport.send(HTTPRequest(.get, transport.instance.url("/api/x"))).status }
            sent.withLock { $0 = task }
        }
        try await transport.revoke()
        let task = try #require(sent.withLock { $0 })
        try await expectEqual(task.value, 200)
        let tokens = ["/oauth_token.do", "/api/first", "/oauth_revoke_token.do", "/oauth_token.do"]
        expectEqual(next.paths, tokens + ["/api/x"])
    }
}

/// Rejected credentials are not sent again, and answered questions are not repeated.
struct SingleAttemptTests {
    private let password = "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw"

    @Test func passwordIsSentOnceOnUnusual401() async throws {
        let page = answer(401, [HeaderField("Content-Type", "text/html")], body: "<html><title>No</title></html>")
        for refusal in [page, answer(401)] {
            let log = try SignInLog([refusal], [byPassword])
            for _ in 0..<3 { #expect(await log.ask().hasPrefix("unreadableTokenAnswer")) }
            expectEqual(log.wire, [password])
            #expect(log.transport.status.isRejected)
        }
    }

    @Test func refreshTokenSurvivesProxyError() async throws {
        let page = answer(401, [HeaderField("Content-Type", "text/html")], body: "<html><title>No</title></html>")
        let log = try SignInLog([page, tokens("T1"), opens("s1")], [byRefresh])
        #expect(await log.ask().hasPrefix("unreadableTokenAnswer"))
        await expectEqual(log.ask(), "200")
        expectEqual(log.source.log, ["credential first", "accepted oauth-code refresh R0"])
    }

    @Test func unverifiedPasswordIsSentByOneRequestAtATime() async throws {
        for status in [429, 503] {
            let log = try SignInLog([answer(status)], [john])
            await expectEqual(log.ask(), String(status))
            let url = log.transport.instance.url("/api/x")
            let ready = log.transport.state.withLock { $0.readyAuthorization(for: url, at: log.clock.now) }
            #expect(ready == nil)
        }
    }
}

private final class FaultyTokenProvider: NowSDKAuthorizationProviding, Sendable {
    enum Behavior { case letsGo, keeps, callsTwice }
    private let behavior: Behavior
    private let kept = Mutex<[HeldCompletion]>([])
    private struct HeldCompletion: @unchecked Sendable { let completion: ([AuthorizationToken]?) -> Void }
    init(_ behavior: Behavior) { self.behavior = behavior }

    var isAsked: Bool { kept.withLock { !$0.isEmpty } }

    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        switch behavior {
        case .letsGo: break
        case .keeps:
            let held = HeldCompletion(completion: completion)
            kept.withLock { $0.append(held) }
        case .callsTwice:
            completion([.basic(user: "john.doe", password: "password")])
            completion(nil)
        }
    }
}

/// Token providers that violate the callback contract.
struct TokenProviderTests {
    private func request() throws -> CredentialRequest {
        CredentialRequest(instance: try Instance("myinstance"), reason: .first)
    }

    @Test func droppedCompletionGivesNoToken() async throws {
        try await expectEqual(
            ProviderCredentials(Serialized(FaultyTokenProvider(.letsGo))).credential(for: request()),
            .anonymous)
    }

    @Test func secondCompletionCallIsIgnored() async throws {
        try await expectEqual(
            ProviderCredentials(Serialized(FaultyTokenProvider(.callsTwice))).credential(for: request()),
            john)
    }

    @Test func missingCallbackDoesNotBlockCancellation() async throws {
        let application = FaultyTokenProvider(.keeps)
        let source = ProviderCredentials(Serialized(application))
        let request = try request()
        let task = Task { try await source.credential(for: request) }
        while !application.isAsked { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// Every kind of credential follows the same rules.
struct CredentialKindTests {
    static let kinds: [(Credential, String, String)] = [
        (john, "john.doe", johnsHeader),
        (.bearer(token: Secret("TTT"), user: "abel.tuter"), "abel.tuter", "Bearer TTT"),
        (.apiKey(Secret("KKK"), user: "abel.tuter"), "abel.tuter", "x-sn-apikey:KKK"),
        (.certificate(user: "abel.tuter"), "abel.tuter", ""),
    ]

    @Test(arguments: 0..<4) func cookiesTakePrecedenceOverCredential(index: Int) async throws {
        let (credential, user, proof) = Self.kinds[index]
        let log = try SignInLog(
            [opens("A", seconds: 10), opens("A", seconds: 10), answer(401), opens("B", seconds: 10), answer()],
            [credential])
        for _ in 0..<3 { await expectEqual(log.ask(), "200") }
        log.clock.advance(by: 10)
        await expectEqual(log.ask(), "200")
        let own = "GET /api/x \(user)" + (proof.isEmpty ? "" : " " + proof)
        let later =
            proof.hasPrefix("x-sn") || proof.isEmpty
            ? "GET /api/x \(user) [JSESSIONID=B]" + (proof.isEmpty ? "" : " " + proof) : own + " [JSESSIONID=B]"
        expectEqual(
            log.wire,
            [
                own, "GET /api/x \(user) \(cookies("A"))", "GET /api/x \(user) \(cookies("A"))", own, later,
            ])
        expectEqual(log.source.log, ["credential first", "accepted \(credential.kind.rawValue)"])
        expectEqual(log.transport.status.kind, credential.kind)
    }

    @Test(arguments: 0..<4) func credentialIsSentWithEveryRequestWithoutSession(index: Int) async throws {
        let (credential, user, proof) = Self.kinds[index]
        let log = try SignInLog([answer(), answer(404), answer()], [credential])
        for _ in 0..<3 { await log.ask() }
        let own = "GET /api/x \(user)" + (proof.isEmpty ? "" : " " + proof)
        expectEqual(log.wire, [own, own, own])
        expectEqual(log.source.log.count, 2)
    }

    @Test(arguments: 0..<4) func rejectedCredentialIsCountedAndNotResent(index: Int) async throws {
        let (credential, user, _) = Self.kinds[index]
        let log = try SignInLog([answer(401), answer(401), answer(401)], [credential, credential])
        await expectEqual(log.ask(), "401")
        expectEqual(log.transport.status.rejections, 2)
        await expectEqual(log.ask(), "401")
        expectEqual(log.wire.last, "GET /api/x -")
        expectEqual(
            log.source.log,
            [
                "credential first", "credential rejected \(user)", "credential rejected \(user)",
            ])
        expectEqual(log.transport.status.rejections, 2)
    }

    @Test func anonymousSessionIsNotTheUsers() async throws {
        let guest = answer(
            302,
            [
                HeaderField("X-Is-Logged-In", "false"), HeaderField("Location", "/login.do"),
                HeaderField("Set-Cookie", "JSESSIONID=G; Path=/"),
            ])
        let log = try SignInLog([guest, answer(), opens("A")], [john])
        await expectEqual(log.ask("/api/x"), "200")
        expectEqual(
            log.wire, ["GET /api/x john.doe \(johnsHeader)", "GET /login.do john.doe \(johnsHeader)"])
    }

    @Test func requestWithOwnKeyIsUnchanged() async throws {
        let log = try SignInLog([answer(401)], [john])
        let own = HTTPRequest(.get, log.transport.instance.url("/api/x"), headers: ["X-SN-ApiKey": "own"])
        _ = try await log.transport.send(own)
        expectEqual(log.script.requests, [own])
        expectEqual(log.source.log, [])
    }

    @Test(arguments: [
        "https://elsewhere.example.com/x", "https://myinstance.service-now.com:8443/x",
        "https://myinstance.service-now.com.example.com/x", "https://xmyinstance.service-now.com/x",
    ])
    func credentialsStayWithTheirOrigin(target: String) async throws {
        for (credential, _, _) in Self.kinds + [(byPassword, "abel.tuter", "")] {
            let isOAuth = credential.kind.isOAuth
            let log = try SignInLog(
                (isOAuth ? [tokens("T1", refresh: "R1")] : []) + [
                    opens("A"), redirect(to: target), answer(),
                    redirect(to: target), answer(),
                ], [credential])
            await log.ask()
            await log.ask()
            let away = try #require(log.script.requests.last)
            expectEqual(away.url.description, target)
            expectEqual(away.headers, [:])
            expectEqual(away.principal, nil)
            expectEqual(away.body, nil)
            // Nor does the request that sends the credential itself.
            let first = try SignInLog((isOAuth ? [tokens("T1")] : []) + [redirect(to: target), answer()], [credential])
            await first.ask()
            #expect(first.script.requests.last?.headers == [:] && first.script.requests.last?.principal == nil)
        }
    }

    @Test(arguments: ["Authorization", "Cookie", "x-sn-apikey", "X-UserToken", "X-MFA_TOKEN", "Proxy-Authorization"])
    func callersHeaderStaysWithItsOrigin(name: String) async throws {
        let log = try SignInLog([redirect(to: "https://elsewhere.example.com/x"), answer()], [.anonymous])
        _ = try await log.transport.send(
            HTTPRequest(.get, log.transport.instance.url("/api/x"), headers: HeaderFields([HeaderField(name, "v")])))
        expectEqual(log.script.requests.last?.headers, [:])
    }
}

/// Which responses prove that a credential is valid, so that it may be remembered.
struct AcceptanceTests {
    private static let pages = [
        "login.do", "welcome.do", "session_timeout.do", "login_redirect.do", "auth_redirect.do", "login_with_sso.do",
        "saml_redirector.do",
    ]

    @Test(
        arguments: pages.map { "/\($0)?sysparm_stack=no" } + [
            "login.do", "https://myinstance.service-now.com/login.do", "https://login.example.com/sso", "http://",
        ])
    func redirectToLoginIsARejection(location: String) async throws {
        // A second hop would be signed in separately, and its response would decide.
        let log = try SignInLog([redirect(to: location), answer(500)], [john])
        await log.ask("/home.do")
        expectEqual(log.source.log, ["credential first"])
    }

    @Test(
        arguments: [
            answer(200), answer(304), answer(302), answer(404), answer(200, [HeaderField("Location", "/login.do")]),
            redirect(to: "/nav_to.do?uri=login.do"), redirect(to: "/my_login.do"), redirect(to: "/login.do/x"),
        ])
    func otherResponsesProveTheCredential(outcome: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([outcome, answer(500)], [john])
        await log.ask("/home.do")
        expectEqual(log.source.log, ["credential first", "accepted basic"])
    }
}
