import ExchangeModel
import Testing

@testable import NowSDK

/// What shows that a page was answered as to nobody, and what is done about it.
@Suite struct PageSessionTests {
    private static let guest = HeaderField("X-Is-Logged-In", "false")
    private static let html = HeaderField("Content-Type", "text/html;charset=UTF-8")

    private static func page(_ body: String, _ headers: [HeaderField] = []) -> ScriptedTransport.Outcome {
        answer(200, [html] + headers, body: body)
    }

    private static let ssoPage = page(
        """
        <html><head><script>var o = {}; o.logged_in = false; o.form_name = 'auth_redirect';</script></head>
        <body class="x" data-formName="auth_redirect"><script>top.location.href = 'https://login.example.com/'</script>
        """)
    private static let loginForm = page(
        """
        <html><body><form method=post action='login.do'><input name="user_name"><INPUT type=password
        Name='user_password'><input name=sysparm_ck value="x"><button name="sys_action" value="sysverb_login">Log in
        """)

    /// Answers that show beyond doubt that nobody is signed in, and what they are called.
    static let signs: [(ScriptedTransport.Outcome, String)] = [
        (redirect(to: "/session_timeout.do"), "timeout"),
        (redirect(303, to: "https://myinstance.service-now.com/x/session_timeout.do?a=b"), "timeout"),
        (redirect(to: "/login.do?sysparm_stack=no"), "loginPage"), (redirect(to: "welcome.do"), "loginPage"),
        (redirect(to: "/login_redirect.do"), "loginPage"), (redirect(to: "/sp?id=login"), "loginPage"),
        (redirect(to: "/auth_redirect.do"), "singleSignOn"), (redirect(to: "/login_with_sso.do"), "singleSignOn"),
        (redirect(to: "/saml_redirector.do?x"), "singleSignOn"),
        (redirect(to: "https://login.example.com/saml2?SAMLRequest=x&RelayState=y"), "singleSignOn"),
        (redirect(to: "https://login.example.com/authorize?response_type=code&client_id=x"), "singleSignOn"),
        (ssoPage, "singleSignOn"), (page("<script>form_name = \"auth_redirect\"</script>"), "singleSignOn"),
        (page("<!-- <p> --><body data-formname=auth_redirect>"), "singleSignOn"),
        (loginForm, "loginForm"), (page("<body data-formName='login'>", [guest]), "loginForm"),
    ]

    @Test(arguments: signs)
    func whoeverIsSentToALoginIsSignedInOnceMore(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("s1"), sign, tokens("T2"), opens("s2"), answer()], [byPassword])
        for path in ["/a.do", "/b.do", "/c.do"] { #expect(await log.ask(path) == "200") }
        #expect(
            log.wire == [
                "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw",
                "GET /a.do abel.tuter Bearer T1", "GET /b.do abel.tuter \(cookies("s1"))",
                "POST /oauth_token.do abel.tuter grant_type=refresh_token refresh_token=R1",
                "GET /b.do abel.tuter Bearer T2", "GET /c.do abel.tuter \(cookies("s2"))",
            ])
    }

    @Test(arguments: signs)
    func aLoginThatNeverSucceedsIsOneErrorAndSoonOver(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("s1"), sign, tokens("T2"), sign, sign, answer()], [byPassword])
        #expect(await log.ask("/a.do") == "200")
        #expect(await log.ask("/b.do") == "pages closed: \(name)")
        #expect(log.wire.count == 5)
        // The token is new and of no use for pages: another one is not asked for.
        #expect(await log.ask("/b.do") == "pages closed: \(name)")
        #expect(log.wire.last == "GET /b.do abel.tuter Bearer T2")
        #expect(log.wire.count == 6)
        // And it is good for the REST interfaces as before.
        #expect(await log.ask("/api/x") == "200")
        #expect(log.wire.last == "GET /api/x abel.tuter Bearer T2")
        #expect(log.source.log.filter { $0.hasPrefix("credential") } == ["credential first"])
    }

    @Test(arguments: signs)
    func aFormIsNeverSentAgain(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog([opens("s1"), sign, opens("s2")], [john])
        await log.ask("/a.do")
        let isCertain = name != "loginPage"
        #expect(
            await log.ask("/b.do", .post) == "form not taken: \(name)" + (isCertain ? ", nothing changed" : ""))
        #expect(await log.ask("/b.do") == "200")
        #expect(
            log.wire == [
                "GET /a.do john.doe \(johnsHeader)", "POST /b.do john.doe \(cookies("s1"))",
                "GET /b.do john.doe \(johnsHeader)",
            ])
    }

    @Test(arguments: signs)
    func guestsAreShownWhereToSignIn(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog([sign, answer(), answer()], [.anonymous])
        #expect(Int(await log.ask("/a.do")) != nil)
        #expect(log.wire.first == "GET /a.do -")
        #expect(log.source.log == ["credential first"])
    }

    @Test(arguments: [
        "/login.do", "/welcome.do", "/session_timeout.do", "/sp?id=login", "/logout.do", "/auth_redirect.do",
    ])
    func aLoginPageThatIsAskedForIsTheAnswer(target: String) async throws {
        let log = try SignInLog([opens("s1"), Self.loginForm, opens("s2")], [john])
        await log.ask("/a.do")
        let address = try #require(log.transport.instance.origin.resolving(target))
        let response = try await log.transport.send(HTTPRequest(.get, address))
        #expect(response.status == 200)
        #expect(log.wire.count == 2)
    }

    @Test func aPasswordThatPagesTurnAwayIsNotTriedTwice() async throws {
        // It was good for something before, so the pages alone do not take it.
        let log = try SignInLog([answer(), redirect(to: "/login.do"), answer()], [john, john])
        for (path, outcome) in [("/api/x", "200"), ("/a.do", "pages closed: loginPage"), ("/api/x", "200")] {
            #expect(await log.ask(path) == outcome)
        }
        #expect(log.wire.count == 3)
        #expect(log.source.log == ["credential first", "accepted basic"])
        // It was never good for anything, so it may be wrong.
        let wrong = try SignInLog([redirect(to: "/login.do"), opens("s1")], [john, john])
        #expect(await wrong.ask("/a.do") == "pages closed: loginPage")
        #expect(await wrong.ask("/a.do") == "200")
        #expect(
            wrong.source.log == [
                "credential first", "credential rejected john.doe", "accepted basic",
            ])
    }

    @Test func aTokenThatCannotBeRenewedIsSentAgain() async throws {
        let log = try SignInLog(
            [tokens("T1"), opens("s1"), redirect(to: "/session_timeout.do"), opens("s2")], [byCode])
        for path in ["/a.do", "/b.do"] { #expect(await log.ask(path) == "200") }
        #expect(log.wire.dropFirst(3) == ["GET /b.do abel.tuter Bearer T1"])
    }
}
