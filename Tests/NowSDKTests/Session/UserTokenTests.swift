import ExchangeModel
import Testing

@testable import NowSDK

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
