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
