import ExchangeModel
import TestSupport
import Testing

@testable import NowSDK

/// How a signed-out response to a page is recognized and handled.
struct SignedOutPageTests {
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

    /// Responses that are unmistakably signed out, with the names of their signs.
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
    func redirectToLoginSignsInAgain(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("s1"), sign, tokens("T2"), opens("s2"), answer()], [byPassword])
        for path in ["/a.do", "/b.do", "/c.do"] { #expect(await log.ask(path) == "200") }
        expectEqual(
            log.wire,
            [
                "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw",
                "GET /a.do abel.tuter Bearer T1", "GET /b.do abel.tuter \(cookies("s1"))",
                "POST /oauth_token.do abel.tuter grant_type=refresh_token refresh_token=R1",
                "GET /b.do abel.tuter Bearer T2", "GET /c.do abel.tuter \(cookies("s2"))",
            ])
    }

    @Test(arguments: signs)
    func repeatedLoginPageIsOneError(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("s1"), sign, tokens("T2"), sign, sign, answer()], [byPassword])
        await expectEqual(log.ask("/a.do"), "200")
        await expectEqual(log.ask("/b.do"), "pages closed: \(name)")
        expectEqual(log.wire.count, 5)
        // The token is new, but pages do not accept it: no other token is requested.
        await expectEqual(log.ask("/b.do"), "pages closed: \(name)")
        expectEqual(log.wire.last, "GET /b.do abel.tuter Bearer T2")
        expectEqual(log.wire.count, 6)
        // REST still accepts it.
        await expectEqual(log.ask("/api/x"), "200")
        expectEqual(log.wire.last, "GET /api/x abel.tuter Bearer T2")
        expectEqual(log.source.log.filter { $0.hasPrefix("credential") }, ["credential first"])
    }

    @Test(arguments: signs)
    func formIsNeverResent(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog([opens("s1"), sign, opens("s2")], [john])
        await log.ask("/a.do")
        let isCertain = name != "loginPage"
        await expectEqual(
            log.ask("/b.do", .post), "form not taken: \(name)" + (isCertain ? ", nothing changed" : ""))
        await expectEqual(log.ask("/b.do"), "200")
        expectEqual(
            log.wire,
            [
                "GET /a.do john.doe \(johnsHeader)", "POST /b.do john.doe \(cookies("s1"))",
                "GET /b.do john.doe \(johnsHeader)",
            ])
    }

    @Test(arguments: signs)
    func guestsSeeLoginPage(sign: ScriptedTransport.Outcome, name: String) async throws {
        let log = try SignInLog([sign, answer(), answer()], [.anonymous])
        #expect(Int(await log.ask("/a.do")) != nil)
        expectEqual(log.wire.first, "GET /a.do -")
        expectEqual(log.source.log, ["credential first"])
    }

    @Test(arguments: [
        "/login.do", "/welcome.do", "/session_timeout.do", "/sp?id=login", "/logout.do", "/auth_redirect.do",
    ])
    func requestedLoginPageIsTheResponse(target: String) async throws {
        let log = try SignInLog([opens("s1"), Self.loginForm, opens("s2")], [john])
        await log.ask("/a.do")
        let address = try #require(log.transport.instance.origin.resolving(target))
        let response = try await log.transport.send(HTTPRequest(.get, address))
        expectEqual(response.status, 200)
        expectEqual(log.wire.count, 2)
    }
}

/// Ambiguous responses, responses that are not about sign-in, and concurrent requests.
struct AmbiguousPageTests {
    private static let knowsNobody = HeaderField("X-Is-Logged-In", "false")
    private static let knowsUser = HeaderField("X-Is-Logged-In", "true")
    private static let html = HeaderField("Content-Type", "text/html")

    /// They cost one new session; the same response the second time is the result.
    static let doubts: [ScriptedTransport.Outcome] = [
        answer(200, [knowsNobody]), answer(302, [knowsNobody, HeaderField("Location", "/public.do")]),
        redirect(to: "https://docs.example.com/page"), redirect(to: "https://myinstance.service-now.com:8443/"),
        answer(404, [knowsNobody]),
        answer(200, [html], body: "<script>var NOW = {\"logged_in\":false}</script>"),
    ]

    private func send(_ log: SignInLog, _ path: String, _ method: HTTPMethod = .get) async -> String {
        var request = HTTPRequest(method, log.transport.instance.url(path))
        request.followsRedirects = false
        do throws(TransportFailure) {
            return String(try await log.transport.send(request).status)
        } catch {
            return error.message
        }
    }

    @Test(arguments: doubts)
    func ambiguousResponseIsAcceptedTheSecondTime(doubt: ScriptedTransport.Outcome) async throws {
        let status = String(try doubt.get().status)
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("s1"), doubt, tokens("T2"), doubt], [byPassword])
        await expectEqual(send(log, "/a.do"), "200")
        await expectEqual(send(log, "/b.do"), status)
        expectEqual(log.wire.count, 5)
        expectEqual(log.wire.last, "GET /b.do abel.tuter Bearer T2")
    }

    @Test(arguments: doubts)
    func responseAfterNewSessionIsThePage(doubt: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([opens("s1"), doubt, opens("s2")], [john])
        await expectEqual(send(log, "/a.do"), "200")
        await expectEqual(send(log, "/b.do"), "200")
        expectEqual(log.wire.count, 3)
    }

    @Test(
        arguments: [
            redirect(to: "https://docs.example.com/page", [knowsUser]), redirect(to: "/incident.do"),
            redirect(to: "/my_login.do"), redirect(to: "/sp?id=form"), answer(404, [html], body: "<p>"),
            answer(200, [knowsUser, html], body: "<body data-formName=\"login\">"),
            answer(200, [html], body: "<p>data-formName=\"login\" form_name = 'auth_redirect' logged_in = false</p>"),
            answer(200, [html], body: "<pre>&lt;body data-formName=\"auth_redirect\"&gt;</pre>"),
            answer(200, [html], body: "<!-- <body data-formName=\"login\"> --><body data-formName='incident'>"),
            answer(
                200, [html],
                body: "<form><input name=user_name></form><form><input name=user_password value=sysverb_login>"),
            answer(200, [html], body: "<script>x = 'logged_in = true; form_name = other'</script>"),
            answer(200, [HeaderField("Content-Type", "text/plain")], body: "<body data-formName=\"login\">"),
            answer(200, [html], body: "<"), answer(200, [html], body: "<body data-formName=\"login"),
            answer(200, [html], body: "<!--"), answer(200, [html], body: "<script"), answer(304),
        ])
    func otherResponsesAreReturned(outcome: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([opens("s1"), outcome, answer()], [john])
        await log.ask("/a.do")
        await expectEqual(send(log, "/b.do"), String(try outcome.get().status))
        #expect(log.transport.status.pages != nil)
        expectEqual(log.wire.count, 2)
    }

    @Test func restUses401Only() async throws {
        let log = try SignInLog([opens("s1"), redirect(to: "/login.do")], [john])
        await expectEqual(send(log, "/api/x"), "200")
        await expectEqual(send(log, "/api/x"), "302")
        #expect(log.transport.status.session != nil)
    }

    @Test func formRedirectMeansSuccess() async throws {
        let log = try SignInLog([opens("s1"), redirect(to: "https://docs.example.com/thanks")], [john])
        await log.ask("/a.do")
        await expectEqual(send(log, "/b.do", .post), "302")
        let failing = try SignInLog([opens("s1"), answer(200, [Self.knowsNobody])], [john])
        await failing.ask("/a.do")
        await expectEqual(
            send(failing, "/b.do", .post),
            "The session at myinstance.service-now.com has ended; its answer does not say whether it took the form."
        )
    }

    @Test func signsAreFoundWithinSizeLimit() throws {
        func sign(_ before: String) -> SignedOut.Sign? {
            let body = before + "<body data-formName=\"login\">"
            return LoginPageDetector.sign(
                in: HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(body.utf8)))
        }
        expectEqual(sign(String(repeating: "<p>", count: 1000) + String(repeating: "x", count: 200_000)), .loginForm)
        expectEqual(sign(String(repeating: "<p>", count: 3000)), nil)
        expectEqual(sign(String(repeating: "<!--", count: 100_000)), nil)
        expectEqual(sign("<script>" + String(repeating: "form_name=", count: 50_000)), nil)
        expectEqual(sign("<p a=\"" + String(repeating: "<", count: 200_000)), nil)
    }
}
