import ExchangeModel
import Testing

@testable import NowSDK

/// What follows when a token is over: every way there is to another.
@Suite struct RenewalTests {
    private let password = "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw"
    private let refresh = "POST /oauth_token.do abel.tuter grant_type=refresh_token refresh_token=R1"
    private let code =
        "POST /oauth_token.do abel.tuter grant_type=authorization_code code=code "
        + "redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback code_verifier=verifier"

    @Test func aRefusedRefreshTokenFallsBackToTheGrantThatCanBeRepeated() async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1", seconds: 10), answer(), refusedGrant, tokens("T2", refresh: "R2"), answer()],
            [byPassword])
        await log.ask()
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "200")
        #expect(
            log.wire == [
                password, "GET /api/x abel.tuter Bearer T1", refresh, password, "GET /api/x abel.tuter Bearer T2",
            ])
        #expect(log.source.log.count == 3)
        #expect(log.transport.status.refusals == 0)
    }

    @Test func anApplicationAsksAnewWithoutARefreshToken() async throws {
        let log = try SignInLog([tokens("T1", seconds: 10), answer(), tokens("T2", seconds: 10), answer()], [byClient])
        await log.ask()
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "200")
        #expect(
            log.wire == [
                "POST /oauth_token.do - grant_type=client_credentials", "GET /api/x - Bearer T1",
                "POST /oauth_token.do - grant_type=client_credentials", "GET /api/x - Bearer T2",
            ])
    }

    @Test func aCodeIsGoodOnceSoTheSourceIsAskedForAnother() async throws {
        let log = try SignInLog(
            [
                tokens("T1", refresh: "R1", seconds: 10), answer(), refusedGrant, tokens("T2", refresh: "R2"), answer(),
            ], [byCode, byCode])
        await log.ask()
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "200")
        #expect(
            log.wire == [code, "GET /api/x abel.tuter Bearer T1", refresh, code, "GET /api/x abel.tuter Bearer T2"])
        #expect(
            log.source.log == [
                "credential first", "accepted oauth-code refresh R1", "credential expired abel.tuter",
                "accepted oauth-code refresh R2",
            ])
    }

    @Test func whoDeclinesAfterARefusedRefreshTokenMeetsTheRefusal() async throws {
        let log = try SignInLog([tokens("T1", refresh: "R1", seconds: 10), answer(), refusedGrant], [byCode])
        await log.ask()
        log.clock.pass(seconds: 10)
        for _ in 0..<2 { #expect(await log.ask() == "refused refresh_token") }
        // It is not tried a second time.
        #expect(log.wire == [code, "GET /api/x abel.tuter Bearer T1", refresh])
        #expect(log.source.log.suffix(2) == ["credential expired abel.tuter", "credential expired abel.tuter"])
    }

    @Test func aTokenThatEndsWithNothingToRenewItIsSaid() async throws {
        let log = try SignInLog([tokens("T1", seconds: 10), answer()], [byCode])
        await log.ask()
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "ended")
        #expect(log.wire.count == 2)
    }

    @Test func aRememberedRefreshTokenThatIsOverAsksAsForSomethingExpired() async throws {
        let log = try SignInLog([refusedGrant, tokens("T1"), answer()], [byRefresh, byPassword])
        #expect(await log.ask() == "200")
        #expect(
            log.wire == [
                "POST /oauth_token.do abel.tuter grant_type=refresh_token refresh_token=R0", password,
                "GET /api/x abel.tuter Bearer T1",
            ])
        #expect(
            log.source.log == [
                "credential first", "credential expired abel.tuter", "accepted oauth-password refresh none",
            ])
        #expect(log.transport.status.refusals == 0)
    }

    @Test func aRememberedRefreshTokenRenewsForAsLongAsItIsGood() async throws {
        let log = try SignInLog(
            [tokens("T1", seconds: 10), answer(), tokens("T2", seconds: 10), answer()], [byRefresh])
        await log.ask()
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "200")
        #expect(log.wire[2] == log.wire[0])
        #expect(log.source.log == ["credential first", "accepted oauth-code refresh R0"])
    }

    @Test func aRefusedPasswordIsAskedForOnceMoreAndNeverSentAgainByItself() async throws {
        let log = try SignInLog([refusedGrant, refusedGrant, refusedGrant], [byPassword, byPassword])
        #expect(await log.ask() == "refused password")
        #expect(log.wire == [password, password])
        #expect(log.source.log == ["credential first", "credential rejected abel.tuter"])
        #expect(log.transport.status.refusals == 2)
        #expect(await log.ask() == "refused password")
        #expect(log.wire.count == 2)
    }

    @Test func aFailureOnTheWayToATokenChangesNothing() async throws {
        let log = try SignInLog(
            [
                .failure(TransportFailure(.timeout, "Too late.")), tokens("T1", seconds: 10), answer(),
                .failure(TransportFailure(.reset, "Gone.")), tokens("T2"), answer(),
            ], [byPassword])
        #expect(await log.ask() == "timeout")
        #expect(await log.ask() == "200")
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "reset")
        #expect(await log.ask() == "200")
        #expect(log.source.log == ["credential first", "accepted oauth-password refresh none"])
    }

    @Test func nobodyIsAskedForTheSakeOfAMenu() async throws {
        let log = try SignInLog([tokens("T1"), answer(), answer(401), answer(401)], [byCode])
        await log.ask()
        #expect(await log.ask("/api/x", purpose: .completion) == "401")
        #expect(log.wire.count == 3)
        #expect(log.source.log == ["credential first", "accepted oauth-code refresh none"])
    }
}

/// Tokens, from the first to the last, by everything that goes over the wire.
@Suite struct TokenSequenceTests {
    private let first = "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw"
    private func renewal(_ refresh: String) -> String {
        "POST /oauth_token.do abel.tuter grant_type=refresh_token refresh_token=\(refresh)"
    }

    @Test func aTokenOpensTheSessionAndCookiesServeFromThenOn() async throws {
        let log = try SignInLog([tokens("T1", refresh: "R1"), opens("A"), opens("A"), answer(404)], [byPassword])
        for status in ["200", "200", "404"] { #expect(await log.ask() == status) }
        #expect(
            log.wire == [
                first, "GET /api/x abel.tuter Bearer T1", "GET /api/x abel.tuter \(cookies("A"))",
                "GET /api/x abel.tuter \(cookies("A"))",
            ])
        #expect(log.source.log == ["credential first", "accepted oauth-password refresh R1"])
        #expect(
            log.secrets.entries.map(\.text) == ["pw", "client-secret", "T1", "R1", "A"])
    }

    @Test func theSameTokenServesAgainAfterTheSessionAndAnEndedOneIsRenewedFirst() async throws {
        let log = try SignInLog(
            [
                tokens("T1", refresh: "R1"), opens("A", seconds: 60), opens("B", seconds: 60),
                tokens("T2"), opens("C", seconds: 60),
            ], [byPassword])
        await log.ask()
        log.clock.pass(seconds: 60)
        await log.ask()
        log.clock.pass(seconds: 1740)
        await log.ask()
        #expect(
            log.wire == [
                first, "GET /api/x abel.tuter Bearer T1", "GET /api/x abel.tuter Bearer T1 [JSESSIONID=A]",
                renewal("R1"), "GET /api/x abel.tuter Bearer T2 [JSESSIONID=B]",
            ])
        // A token without a refresh token beside it leaves the one there is, which is no news.
        #expect(log.source.log == ["credential first", "accepted oauth-password refresh R1"])
    }

    @Test func whereSessionsOutliveTheirTokenNothingIsRenewed() async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1", seconds: 100), opens("A"), opens("A"), opens("A")], [byPassword])
        for _ in 0..<3 {
            #expect(await log.ask() == "200")
            log.clock.pass(seconds: 100)
        }
        #expect(log.wire.count == 4)
        #expect(log.wire[3] == "GET /api/x abel.tuter \(cookies("A"))")
    }

    @Test func whereSessionsEndWithTheirTokenThatIsLearntOnce() async throws {
        let log = try SignInLog(
            [
                tokens("T1", refresh: "R1", seconds: 100), opens("A"), answer(401), tokens("T2", seconds: 100),
                opens("B"),
                tokens("T3", seconds: 100), opens("C"), opens("C"),
            ], [byPassword])
        for _ in 0..<3 {
            #expect(await log.ask("/api/x", .post) == "200")
            log.clock.pass(seconds: 100)
        }
        log.clock.pass(seconds: -50)
        #expect(await log.ask() == "200")
        #expect(
            log.wire == [
                first, "POST /api/x abel.tuter Bearer T1",
                // Nobody knows yet: cookies are tried, and the write that was refused goes out again.
                "POST /api/x abel.tuter \(cookies("A"))", renewal("R1"), "POST /api/x abel.tuter Bearer T2",
                // From now on cookies are not tried after their token.
                renewal("R1"), "POST /api/x abel.tuter Bearer T3 \(cookies("B"))",
                "GET /api/x abel.tuter \(cookies("C"))",
            ])
    }

    @Test func aTokenThatShouldBeGoodIsRenewedOnceAndThenTheAnswerStands() async throws {
        let log = try SignInLog(
            [
                tokens("T1", refresh: "R1"), opens("A"), answer(401), answer(401), tokens("T1", seconds: 1700),
                answer(401, body: "last"),
            ], [byPassword])
        #expect(await log.ask() == "200")
        #expect(await log.ask() == "401")
        #expect(
            log.wire == [
                first, "GET /api/x abel.tuter Bearer T1", "GET /api/x abel.tuter \(cookies("A"))",
                "GET /api/x abel.tuter Bearer T1", renewal("R1"), "GET /api/x abel.tuter Bearer T1",
            ])
        #expect(log.transport.status.isRejected)
        #expect(log.transport.status.refusals == 1)
        // What is of no use is not sent again by itself.
        _ = await log.ask()
        #expect(log.wire.last == "GET /api/x -")
        #expect(log.source.log.last == "credential rejected abel.tuter")
    }

    @Test func aTokenThatComesWithNoTimeLeftIsSentOnce() async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1", seconds: 0), answer(), tokens("T1", seconds: 0), answer()], [byPassword])
        #expect(await log.ask() == "200")
        #expect(await log.ask() == "200")
        #expect(
            log.wire == [
                first, "GET /api/x abel.tuter Bearer T1", renewal("R1"), "GET /api/x abel.tuter Bearer T1",
            ])
    }

    @Test func anInstanceWithoutSessionsGetsTheTokenEachTimeAndANewOneWhenItIsRefused() async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), answer(), answer(), answer(401), tokens("T2", refresh: "R2"), answer()],
            [byPassword])
        for _ in 0..<3 { #expect(await log.ask() == "200") }
        #expect(
            log.wire == [
                first, "GET /api/x abel.tuter Bearer T1", "GET /api/x abel.tuter Bearer T1",
                "GET /api/x abel.tuter Bearer T1", renewal("R1"), "GET /api/x abel.tuter Bearer T2",
            ])
        #expect(
            log.source.log == [
                "credential first", "accepted oauth-password refresh R1", "accepted oauth-password refresh R2",
            ])
    }

    @Test func pagesAndRestInterfacesHaveASessionEachOfOneToken() async throws {
        let log = try SignInLog(
            [tokens("T1"), opens("A"), opens("P"), opens("A"), opens("P"), redirect(to: "/api/y"), opens("A")],
            [byPassword])
        for path in ["/api/x", "/incident.do", "/api/x", "/incident.do", "/go.do"] { await log.ask(path) }
        #expect(
            log.wire == [
                first, "GET /api/x abel.tuter Bearer T1", "GET /incident.do abel.tuter Bearer T1",
                "GET /api/x abel.tuter \(cookies("A"))", "GET /incident.do abel.tuter \(cookies("P"))",
                "GET /go.do abel.tuter \(cookies("P"))", "GET /api/y abel.tuter \(cookies("A"))",
            ])
    }
}
