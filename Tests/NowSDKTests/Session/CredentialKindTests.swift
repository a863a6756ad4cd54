import ExchangeModel
import Testing

@testable import NowSDK

/// Every kind of credential follows the same rules.
@Suite struct CredentialKindTests {
    static let kinds: [(Credential, String, String)] = [
        (john, "john.doe", johnsHeader),
        (.bearer(token: Secret("TTT"), user: "abel.tuter"), "abel.tuter", "Bearer TTT"),
        (.apiKey(Secret("KKK"), user: "abel.tuter"), "abel.tuter", "x-sn-apikey:KKK"),
        (.certificate(user: "abel.tuter"), "abel.tuter", ""),
    ]

    @Test(arguments: 0..<4) func cookiesTakePrecedenceOverCredential(index: Int) async throws {
        let (credential, user, proof) = Self.kinds[index]
        let log = try SignInLog(
            [opens("A", seconds: 10), opens("A", seconds: 10), answer(401), opens("B", seconds: 10), answer()],
            [credential])
        for _ in 0..<3 { #expect(await log.ask() == "200") }
        log.clock.pass(seconds: 10)
        #expect(await log.ask() == "200")
        let own = "GET /api/x \(user)" + (proof.isEmpty ? "" : " " + proof)
        let later =
            proof.hasPrefix("x-sn") || proof.isEmpty
            ? "GET /api/x \(user) [JSESSIONID=B]" + (proof.isEmpty ? "" : " " + proof) : own + " [JSESSIONID=B]"
        #expect(
            log.wire == [
                own, "GET /api/x \(user) \(cookies("A"))", "GET /api/x \(user) \(cookies("A"))", own, later,
            ])
        #expect(log.source.log == ["credential first", "accepted \(credential.kind.rawValue)"])
        #expect(log.transport.status.kind == credential.kind)
    }

    @Test(arguments: 0..<4) func credentialIsSentWithEveryRequestWithoutSession(index: Int) async throws {
        let (credential, user, proof) = Self.kinds[index]
        let log = try SignInLog([answer(), answer(404), answer()], [credential])
        for _ in 0..<3 { await log.ask() }
        let own = "GET /api/x \(user)" + (proof.isEmpty ? "" : " " + proof)
        #expect(log.wire == [own, own, own])
        #expect(log.source.log.count == 2)
    }

    @Test(arguments: 0..<4) func rejectedCredentialIsCountedAndNotResent(index: Int) async throws {
        let (credential, user, _) = Self.kinds[index]
        let log = try SignInLog([answer(401), answer(401), answer(401)], [credential, credential])
        #expect(await log.ask() == "401")
        #expect(log.transport.status.rejections == 2)
        #expect(await log.ask() == "401")
        #expect(log.wire.last == "GET /api/x -")
        #expect(
            log.source.log == [
                "credential first", "credential rejected \(user)", "credential rejected \(user)",
            ])
        #expect(log.transport.status.rejections == 2)
    }

    @Test func anonymousSessionIsNotTheUsers() async throws {
        let guest = answer(
            302,
            [
                HeaderField("X-Is-Logged-In", "false"), HeaderField("Location", "/login.do"),
                HeaderField("Set-Cookie", "JSESSIONID=G; Path=/"),
            ])
        let log = try SignInLog([guest, answer(), opens("A")], [john])
        #expect(await log.ask("/api/x") == "200")
        #expect(
            log.wire == ["GET /api/x john.doe \(johnsHeader)", "GET /login.do john.doe \(johnsHeader)"])
    }

    @Test func requestWithOwnKeyIsUnchanged() async throws {
        let log = try SignInLog([answer(401)], [john])
        let own = HTTPRequest(.get, log.transport.instance.url("/api/x"), headers: ["X-SN-ApiKey": "own"])
        _ = try await log.transport.send(own)
        #expect(log.script.requests == [own])
        #expect(log.source.log == [])
    }

    @Test(arguments: [
        "https://elsewhere.example.com/x", "https://myinstance.service-now.com:8443/x",
        "https://myinstance.service-now.com.example.com/x", "https://xmyinstance.service-now.com/x",
    ])
    func credentialsStayWithTheirOrigin(target: String) async throws {
        for (credential, _, _) in Self.kinds + [(byPassword, "abel.tuter", "")] {
            let isOAuth = credential.kind.isOAuth
            let log = try SignInLog(
                (isOAuth ? [tokens("T1", refresh: "R1")] : []) + [
                    opens("A"), redirect(to: target), answer(),
                    redirect(to: target), answer(),
                ], [credential])
            await log.ask()
            await log.ask()
            let away = try #require(log.script.requests.last)
            #expect(away.url.description == target)
            #expect(away.headers == [:])
            #expect(away.principal == nil)
            #expect(away.body == nil)
            // Nor by the request that sends the credential itself.
            log.transport.signOut()
        }
    }

    @Test(arguments: 0..<4) func redirectDropsCredentialAtOtherOrigin(index: Int) async throws {
        let log = try SignInLog([redirect(to: "https://elsewhere.example.com/x"), answer()], [Self.kinds[index].0])
        await log.ask()
        #expect(log.script.requests.last?.headers == [:])
        #expect(log.script.requests.last?.principal == nil)
    }

    @Test(arguments: ["Authorization", "Cookie", "x-sn-apikey", "X-UserToken", "X-MFA_TOKEN", "Proxy-Authorization"])
    func callersHeaderStaysWithItsOrigin(name: String) async throws {
        let log = try SignInLog([redirect(to: "https://elsewhere.example.com/x"), answer()], [.anonymous])
        _ = try await log.transport.send(
            HTTPRequest(.get, log.transport.instance.url("/api/x"), headers: HeaderFields([HeaderField(name, "v")])))
        #expect(log.script.requests.last?.headers == [:])
    }
}

/// Which responses prove that a credential is valid, so that it may be remembered.
@Suite struct AcceptanceTests {
    private static let pages = [
        "login.do", "welcome.do", "session_timeout.do", "login_redirect.do", "auth_redirect.do", "login_with_sso.do",
        "saml_redirector.do",
    ]

    @Test(
        arguments: pages.map { "/\($0)?sysparm_stack=no" } + [
            "login.do", "https://myinstance.service-now.com/login.do", "https://login.example.com/sso", "http://",
        ])
    func redirectToLoginIsARejection(location: String) async throws {
        // A second hop would be signed in separately, and its response would decide.
        let log = try SignInLog([redirect(to: location), answer(500)], [john])
        await log.ask("/home.do")
        #expect(log.source.log == ["credential first"])
    }

    @Test(
        arguments: [
            answer(200), answer(304), answer(302), answer(404), answer(200, [HeaderField("Location", "/login.do")]),
            redirect(to: "/nav_to.do?uri=login.do"), redirect(to: "/my_login.do"), redirect(to: "/login.do/x"),
        ])
    func otherResponsesProveTheCredential(outcome: ScriptedTransport.Outcome) async throws {
        let log = try SignInLog([outcome, answer(500)], [john])
        await log.ask("/home.do")
        #expect(log.source.log == ["credential first", "accepted basic"])
    }
}
