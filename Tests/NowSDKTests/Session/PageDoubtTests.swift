import ExchangeModel
import Testing

@testable import NowSDK

/// Answers that may be the page all the same, answers that are none against the sign-in, and many at once.
@Suite struct PageDoubtTests {
    private static let knowsNobody = HeaderField("X-Is-Logged-In", "false")
    private static let knowsUser = HeaderField("X-Is-Logged-In", "true")
    private static let html = HeaderField("Content-Type", "text/html")

    /// They cost a session, and are the answer when a new one is answered so too.
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
    func whatMayBeThePageIsItOnceItCameTwice(doubt: ScriptedTransport.Outcome) async throws {
        let status = String(try doubt.get().status)
        let log = try SignInLog(
            [tokens("T1", refresh: "R1"), opens("s1"), doubt, tokens("T2"), doubt], [byPassword])
        #expect(await send(log, "/a.do") == "200")
        #expect(await send(log, "/b.do") == status)
        #expect(log.wire.count == 5)
        #expect(log.wire.last == "GET /b.do abel.tuter Bearer T2")
    }

    @Test(arguments: doubts)
    func whatOpensASessionAgainIsThePage(doubt: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([opens("s1"), doubt, opens("s2")], [john])
        #expect(await send(log, "/a.do") == "200")
        #expect(await send(log, "/b.do") == "200")
        #expect(log.wire.count == 3)
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
    func everythingElseIsTheAnswer(outcome: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([opens("s1"), outcome, answer()], [john])
        await log.ask("/a.do")
        #expect(await send(log, "/b.do") == String(try outcome.get().status))
        #expect(log.transport.status.pages != nil)
        #expect(log.wire.count == 2)
    }

    @Test func theRESTInterfacesGoByTheir401sAlone() async throws {
        let log = try SignInLog([opens("s1"), redirect(to: "/login.do")], [john])
        #expect(await send(log, "/api/x") == "200")
        #expect(await send(log, "/api/x") == "302")
        #expect(log.transport.status.session != nil)
    }

    @Test func aFormThatLeadsElsewhereWasTaken() async throws {
        let log = try SignInLog([opens("s1"), redirect(to: "https://docs.example.com/thanks")], [john])
        await log.ask("/a.do")
        #expect(await send(log, "/b.do", .post) == "302")
        let failing = try SignInLog([opens("s1"), answer(200, [Self.knowsNobody])], [john])
        await failing.ask("/a.do")
        #expect(
            await send(failing, "/b.do", .post)
                == "Nobody is signed in at myinstance.service-now.com any more; whether it took the form, its answer "
                + "does not say.")
    }

    @Test func whatTellsIsFoundWithinALargePageAndNotBehindIt() throws {
        func sign(_ before: String) -> SignedOut.Sign? {
            let body = before + "<body data-formName=\"login\">"
            return LoginMarks.sign(
                in: HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(body.utf8)))
        }
        #expect(sign(String(repeating: "<p>", count: 1000) + String(repeating: "x", count: 200_000)) == .loginForm)
        #expect(sign(String(repeating: "<p>", count: 3000)) == nil)
        #expect(sign(String(repeating: "<!--", count: 100_000)) == nil)
        #expect(sign("<script>" + String(repeating: "form_name=", count: 50_000)) == nil)
        #expect(sign("<p a=\"" + String(repeating: "<", count: 200_000)) == nil)
    }
}
