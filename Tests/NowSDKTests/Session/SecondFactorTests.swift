import ExchangeModel
import Notation
import Testing

@testable import NowSDK

/// The second factor: its code stands behind the password, and `X-MFA_TOKEN` in a 401 says that it is wanted.
@Suite struct SecondFactorTests {
    private let fred = Credential.basic(user: "fred.luddy", password: Secret("pw"))
    private let wanted = answer(401, [HeaderField("X-MFA_TOKEN", "invalid")])
    private func sent(_ password: String) -> String {
        "GET /api/x fred.luddy Basic " + Base64.encode("fred.luddy:\(password)".utf8)
    }

    @Test func theCodeIsAskedForOnceAndStandsBehindThePassword() async throws {
        let log = try SignInLog([wanted, opens("A"), opens("A")], [fred], codes: ["246810"])
        for _ in 0..<2 { #expect(await log.ask() == "200") }
        #expect(log.wire == [sent("pw"), sent("pw246810"), "GET /api/x fred.luddy \(cookies("A"))"])
        #expect(log.source.log == ["credential first", "code first", "accepted basic"])
        let noted = Set(log.secrets.entries.map(\.text))
        #expect(noted.isSuperset(of: ["246810", "pw246810", Base64.encode("fred.luddy:pw246810".utf8)]))
    }

    @Test func aWrongCodeIsAskedForTwiceMore() async throws {
        let log = try SignInLog(
            [wanted, wanted, wanted, wanted], [fred], codes: ["1", "2", "3", "4"])
        #expect(await log.ask() == "code of fred.luddy refused")
        #expect(log.wire == [sent("pw"), sent("pw1"), sent("pw2"), sent("pw3")])
        #expect(
            log.source.log == [
                "credential first", "code first", "code rejected fred.luddy", "code rejected fred.luddy",
            ])
        #expect(log.transport.status.refusals == 3)
        #expect(!log.transport.status.isRejected)
    }

    @Test func theRightCodeAfterAWrongOneIsTaken() async throws {
        let log = try SignInLog([wanted, wanted, opens("A")], [fred], codes: ["1", "246810"])
        #expect(await log.ask() == "200")
        #expect(log.transport.status.refusals == 0)
    }

    @Test func withoutACodeTheTroubleIsSaidAndThePasswordIsNotSentInVain() async throws {
        let log = try SignInLog([wanted], [fred])
        for _ in 0..<2 { #expect(await log.ask() == "code wanted of fred.luddy") }
        #expect(log.wire == [sent("pw")])
    }

    @Test func theNextSessionAsksForItsCodeFirst() async throws {
        let log = try SignInLog(
            [wanted, opens("A", seconds: 10), opens("B")], [fred], codes: ["1", "2"])
        await log.ask()
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "200")
        #expect(log.wire == [sent("pw"), sent("pw1"), sent("pw2") + " [JSESSIONID=A]"])
    }

    @Test func whereNoSessionIsOpenedACodeServesUntilItIsRefused() async throws {
        let log = try SignInLog([wanted, answer(), answer(), wanted, answer()], [fred], codes: ["1", "2"])
        for _ in 0..<3 { #expect(await log.ask() == "200") }
        #expect(log.wire == [sent("pw"), sent("pw1"), sent("pw1"), sent("pw1"), sent("pw2")])
    }

    @Test func aPasswordThatIsWrongIsNoMatterOfCodes() async throws {
        let log = try SignInLog([answer(401), wanted, opens("A")], [fred, fred], codes: ["1"])
        #expect(await log.ask() == "200")
        #expect(
            log.source.log == ["credential first", "credential rejected fred.luddy", "code first", "accepted basic"])
    }
}

/// The token that an instance wants beside the cookies of a session that has seen a page.
@Suite struct UserTokenTests {
    private let basic = "GET /api/x john.doe \(johnsHeader)"
    private func wants(_ token: String) -> ScriptedTransport.Outcome {
        answer(401, [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-UserToken-Response", token)])
    }

    @Test func itIsSentFromThenOnWithThatJarAlone() async throws {
        let log = try SignInLog(
            [opens("A"), wants("U1"), opens("A"), opens("A"), opens("P"), opens("P")], [john])
        for path in ["/api/x", "/api/x", "/api/x", "/p.do", "/p.do"] { #expect(await log.ask(path) == "200") }
        #expect(
            log.wire == [
                basic, "GET /api/x john.doe \(cookies("A"))", "GET /api/x john.doe \(cookies("A")) X-UserToken:U1",
                "GET /api/x john.doe \(cookies("A")) X-UserToken:U1", "GET /p.do john.doe \(johnsHeader)",
                "GET /p.do john.doe \(cookies("P"))",
            ])
        #expect(log.secrets.entries.contains { $0.text == "U1" })
    }

    @Test func aNewOneTakesThePlaceOfOneThatIsRefused() async throws {
        let log = try SignInLog([opens("A"), wants("U1"), answer(), wants("U2"), answer()], [john])
        for _ in 0..<3 { #expect(await log.ask() == "200") }
        #expect(
            log.wire.suffix(2) == [
                "GET /api/x john.doe \(cookies("A")) X-UserToken:U1",
                "GET /api/x john.doe \(cookies("A")) X-UserToken:U2",
            ])
    }

    @Test func anInstanceThatIsNeverSatisfiedGetsTheCredentialAgain() async throws {
        let log = try SignInLog([opens("A"), wants("U1"), wants("U2"), opens("B"), answer()], [john])
        for _ in 0..<3 { #expect(await log.ask() == "200") }
        #expect(
            log.wire == [
                basic, "GET /api/x john.doe \(cookies("A"))", "GET /api/x john.doe \(cookies("A")) X-UserToken:U1",
                // The next session begins without.
                basic, "GET /api/x john.doe \(cookies("B"))",
            ])
    }

    @Test func itLeavesNobodysOrigin() async throws {
        let log = try SignInLog(
            [opens("A"), wants("U1"), redirect(to: "https://elsewhere.example.com/x"), answer()], [john])
        for _ in 0..<2 { await log.ask() }
        #expect(log.script.requests.last?.headers == [:])
    }
}
