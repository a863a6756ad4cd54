import ExchangeModel
import Testing

@testable import NowSDK

@Suite struct StatusTests {
    @Test func itTellsKindSessionsTokenAndCookiesWithoutAnyValue() async throws {
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

    @Test func revokingTellsTheInstanceOfBothTokensAndForgetsThem() async throws {
        let log = try SignInLog([tokens("T1", refresh: "R1"), opens("A"), answer(), answer()], [byPassword])
        await log.ask()
        try await log.transport.revoke()
        #expect(
            log.wire.suffix(2) == ["POST /oauth_revoke_token.do - token=R1", "POST /oauth_revoke_token.do - token=T1"])
        #expect(log.transport.status.kind == nil)
    }

    @Test func aTokenThatIsOverIsNotRevoked() async throws {
        let log = try SignInLog([tokens("T1", refresh: "R1", seconds: 10), opens("A"), answer()], [byPassword])
        await log.ask()
        log.clock.pass(seconds: 10)
        try await log.transport.revoke()
        #expect(log.wire.dropFirst(2) == ["POST /oauth_revoke_token.do - token=R1"])
    }

    @Test func whatCannotBeRevokedIsToldAndForgottenAllTheSame() async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("A"), .failure(TransportFailure(.timeout, "Too late.")), answer()],
            [byPassword, john])
        await log.ask()
        await #expect(throws: TransportFailure(.timeout, "Too late.")) { try await log.transport.revoke() }
        #expect(log.wire.count == 4)
        #expect(!log.transport.status.hasSession)
        #expect(log.transport.status.token == nil)
    }

    @Test func whereThereIsNoTokenNothingIsSent() async throws {
        let log = try SignInLog([opens("A")], [john])
        await log.ask()
        try await log.transport.revoke()
        #expect(log.wire.count == 1)
        #expect(!log.transport.status.hasSession)
    }
}
