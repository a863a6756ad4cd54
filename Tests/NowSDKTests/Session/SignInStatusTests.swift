import ExchangeModel
import Synchronization
import Testing

@testable import NowSDK

@Suite struct SignInStatusTests {
    @Test func statusOmitsSecretValues() async throws {
        let log = try SignInLog(
            [tokens("token1", refresh: "refresh1"), opens("A"), opens("A"), opens("P", seconds: 60)], [byPassword])
        let start = log.clock.now
        #expect(log.transport.status.kind == nil)
        await log.ask()
        log.clock.pass(seconds: 5)
        await log.ask()
        await log.ask("/home.do")
        let status = log.transport.status
        let later = start.advanced(bySeconds: 5)
        #expect(status.kind == .oauthPassword)
        #expect(status.user == "abel.tuter")
        #expect(status.session == .init(opened: start, ends: later.advanced(bySeconds: 1800), uses: 2))
        #expect(status.pages == .init(opened: later, ends: later.advanced(bySeconds: 60), uses: 1))
        #expect(
            status.token
                == .init(
                    obtained: start, ends: start.advanced(bySeconds: 1800), hasRefresh: true, scope: "useraccount"))
        #expect(
            status.cookies.map(\.name) == ["JSESSIONID", "glide_session_store", "JSESSIONID", "glide_session_store"])
        #expect(status.cookies.map(\.isForPages) == [false, false, true, true])
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

@Suite struct RevocationQueueTests {
    @Test func requestSentBeforeRevocationGetsNoNewToken() async throws {
        let next = RevokingInstance()
        let transport = AuthenticatingTransport(
            instance: try Instance("myinstance"), next: next, credentials: FixedCredentials(byPassword),
            secrets: SecretBook(), clock: ManualClock())
        let before = transport.revocations
        _ = try await transport.accessToken()
        try await transport.revoke()
        await #expect(throws: AuthenticatingTransport.cancelledError) { try await transport.enterGate(since: before) }
        #expect(next.paths == ["/oauth_token.do", "/oauth_revoke_token.do"])
        // The gate is free again, and a later request signs in again.
        _ = try await transport.send(HTTPRequest(.get, transport.instance.url("/api/x")))
        #expect(next.paths.suffix(2) == ["/oauth_token.do", "/api/x"])
    }

    @Test func requestRejectedByRevocationGetsNoNewToken() async throws {
        let next = RevokingInstance()
        let transport = AuthenticatingTransport(
            instance: try Instance("myinstance"), next: next, credentials: FixedCredentials(byPassword),
            secrets: SecretBook(), clock: ManualClock())
        let first = HTTPRequest(.get, transport.instance.url("/api/first"))
        let second = HTTPRequest(.get, transport.instance.url("/api/second"))
        #expect(try await transport.send(first).status == 200)
        next.whileAnswering("/api/second") { try? await transport.revoke() }
        await #expect(throws: AuthenticatingTransport.cancelledError) { try await transport.send(second) }
        #expect(next.paths == ["/oauth_token.do", "/api/first", "/api/second", "/oauth_revoke_token.do"])
        #expect(transport.status.token == nil)
    }

    @Test func requestDuringRevocationSignsInAgain() async throws {
        let next = RevokingInstance(), sent = Mutex<Task<Int, any Error>?>(nil)
        let transport = AuthenticatingTransport(
            instance: try Instance("myinstance"), next: next, credentials: FixedCredentials(byPassword),
            secrets: SecretBook(), clock: ManualClock())
        _ = try await transport.accessToken()
        next.whileAnswering("/oauth_revoke_token.do") {
            let task = Task { try await transport.send(HTTPRequest(.get, transport.instance.url("/api/x"))).status }
            sent.withLock { $0 = task }
        }
        try await transport.revoke()
        let task = try #require(sent.withLock { $0 })
        #expect(try await task.value == 200)
        #expect(next.paths == ["/oauth_token.do", "/oauth_revoke_token.do", "/oauth_token.do", "/api/x"])
    }
}
