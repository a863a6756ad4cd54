import ExchangeModel
import Testing

@testable import NowSDK

/// Which answers to a credential show that it is good, so that it may be remembered.
@Suite struct AcceptanceTests {
    private static let pages = [
        "login.do", "welcome.do", "session_timeout.do", "login_redirect.do", "auth_redirect.do", "login_with_sso.do",
        "saml_redirector.do",
    ]

    @Test(
        arguments: pages.map { "/\($0)?sysparm_stack=no" } + [
            "login.do", "https://myinstance.service-now.com/login.do", "https://login.example.com/sso", "http://",
        ])
    func whoeverIsSentToALoginWasNotAccepted(location: String) async throws {
        // A second hop would be signed in anew, and its own answer would tell.
        let log = try SignInLog([redirect(to: location), answer(500)], [john])
        await log.ask("/home.do")
        #expect(log.source.log == ["credential first"])
    }

    @Test(
        arguments: [
            answer(200), answer(304), answer(302), answer(404), answer(200, [HeaderField("Location", "/login.do")]),
            redirect(to: "/nav_to.do?uri=login.do"), redirect(to: "/my_login.do"), redirect(to: "/login.do/x"),
        ])
    func whateverElseIsAnsweredShowsThatTheCredentialIsGood(outcome: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([outcome, answer(500)], [john])
        await log.ask("/home.do")
        #expect(log.source.log == ["credential first", "accepted basic"])
    }
}
