import ExchangeModel
import Testing

@testable import NowSDK

@Suite struct SignInTests {
    let instance: Instance
    let clock = StillClock()
    let secrets = SecretBook()
    let list: HTTPRequest

    init() throws {
        instance = try Instance("myinstance")
        list = HTTPRequest(.get, instance.url("/api/now/table/incident"), headers: ["Accept": "application/json"])
    }

    private func stack(_ outcomes: [ScriptedTransport.Outcome], _ source: any CredentialSource) -> (
        AuthenticatingTransport, ScriptedTransport
    ) {
        let script = ScriptedTransport(outcomes)
        return (
            AuthenticatingTransport(
                instance: instance, next: script, credentials: source, secrets: secrets, clock: clock), script
        )
    }

    @Test func credentialsAreSentOnceAndCookiesServeFromThenOn() async throws {
        let source = ScriptedCredentials([john])
        let (transport, script) = stack([answer(200, firstCookies), answer(), answer()], source)
        for _ in 0..<3 { _ = try await transport.send(list) }
        #expect(
            lines(script) == [
                "GET https://myinstance.service-now.com/api/now/table/incident john.doe \(johnsHeader)",
                "GET https://myinstance.service-now.com/api/now/table/incident john.doe cookies",
                "GET https://myinstance.service-now.com/api/now/table/incident john.doe cookies",
            ])
        #expect(source.reasons == [.first])
        #expect(transport.status.hasSession)
        #expect(transport.status.user == "john.doe")
        #expect(transport.status.session?.ends == clock.now.advanced(bySeconds: 1800))
    }

    @Test func nobodyIsAskedForAPasswordByACompletionMenu() async throws {
        struct Person: CredentialSource {
            func credential(for request: CredentialRequest) async throws -> Credential {
                guard request.mayAsk else { throw TransportFailure(.signIn, "not now") }
                return john
            }
        }
        let (transport, script) = stack([answer(200, firstCookies), answer(), answer(401), answer(401)], Person())
        var menu = list
        menu.purpose = .completion
        await #expect(throws: TransportFailure(.signIn, "not now")) { _ = try await transport.send(menu) }
        #expect(script.requests.isEmpty)
        // Whoever signed in for a command is signed in for menus.
        #expect(try await transport.send(list).status == 200)
        #expect(try await transport.send(menu).status == 200)
        // And who is not accepted any more is asked by the next command.
        #expect(try await transport.send(menu).status == 401)
        await #expect(throws: TransportFailure(.signIn, "not now")) { _ = try await transport.send(menu) }
    }

    @Test func everySecretIsWrittenDown() async throws {
        let (transport, _) = stack([answer(200, firstCookies)], FixedCredentials(john))
        _ = try await transport.send(list)
        #expect(
            secrets.entries.map { "\($0.label) \($0.text)" } == [
                "password password",
                "authorization am9obi5kb2U6cGFzc3dvcmQ=",
                "cookie 3BFF4F3A8AC5F4695E0477F6F8E34BDE",
                "cookie glide.787db27f9eb4d8275f143168c5481c86",
                "cookie 292391354F4212008A5AB895F110C722",
                "cookie 2927640842.52542.0000",
            ])
    }

    @Test func theSecretIsInTheBookBeforeItIsSent() async throws {
        struct Looking: Transport {
            let secrets: SecretBook
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
                #expect(secrets.entries.map(\.label) == ["password", "authorization"])
                return HTTPResponse(status: 200)
            }
        }
        let transport = AuthenticatingTransport(
            instance: instance, next: Looking(secrets: secrets), credentials: FixedCredentials(john), secrets: secrets,
            clock: clock)
        _ = try await transport.send(list)
    }

    @Test func anInstanceWithoutSessionsGetsCredentialsEachTime() async throws {
        let (transport, script) = stack([answer(), answer(404)], FixedCredentials(john))
        _ = try await transport.send(list)
        _ = try await transport.send(list)
        #expect(script.requests.allSatisfy { $0.headers["Authorization"] == johnsHeader })
        #expect(!transport.status.hasSession)
    }

    @Test func anEndedSessionMeansCredentialsAgainWithoutAsking() async throws {
        let source = ScriptedCredentials([john])
        let (transport, script) = stack([answer(200, firstCookies), answer(200, firstCookies), answer()], source)
        _ = try await transport.send(list)
        clock.pass(seconds: 1800)
        #expect(!transport.status.hasSession)
        _ = try await transport.send(list)
        _ = try await transport.send(list)
        #expect(script.requests.map { $0.headers["Authorization"] != nil } == [true, true, false])
        #expect(source.reasons == [.first])
    }

    @Test func a401ToCookiesClearsThemAndIsRetriedOnceWithCredentials() async throws {
        let source = ScriptedCredentials([john])
        let (transport, script) = stack([answer(200, firstCookies), answer(401), answer(200, firstCookies)], source)
        _ = try await transport.send(list)
        #expect(try await transport.send(list).status == 200)
        #expect(
            lines(script).map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") } == [
                "john.doe \(johnsHeader)", "john.doe cookies", "john.doe \(johnsHeader)",
            ])
        #expect(source.reasons == [.first])
    }

    @Test func a401ToACredentialAsksTheSourceAgainAndThenGivesUp() async throws {
        let wrong = Credential.basic(user: "john.doe", password: Secret("wrong"))
        let source = ScriptedCredentials([wrong, john])
        let (transport, script) = stack([answer(401, [], body: "1"), answer(401, [], body: "2")], source)
        let response = try await transport.send(list)
        #expect(response.status == 401)
        #expect(response.body == Array("2".utf8))
        #expect(source.reasons == [.first, .rejected(user: "john.doe")])
        #expect(script.requests.count == 2)
        #expect(transport.status.isRejected)
    }

    @Test func aMistypedPasswordIsCorrectedInTheSameRequest() async throws {
        let wrong = Credential.basic(user: "john.doe", password: Secret("wrong"))
        let source = ScriptedCredentials([wrong, john])
        let (transport, script) = stack([answer(401), answer(200, firstCookies), answer()], source)
        #expect(try await transport.send(list).status == 200)
        #expect(try await transport.send(list).status == 200)
        #expect(script.requests.map { $0.headers["Authorization"] != nil } == [true, true, false])
    }

    @Test func aFixedCredentialIsNotRepeatedAfterARejection() async throws {
        let (transport, script) = stack([answer(401), answer(401)], FixedCredentials(john))
        #expect(try await transport.send(list).status == 401)
        #expect(script.requests.count == 1)
        #expect(try await transport.send(list).status == 401)
        #expect(script.requests.map { $0.headers["Authorization"] } == [johnsHeader, nil])
    }

    @Test func aGuestIsNotAskedTwiceAndA401IsTheAnswer() async throws {
        let source = ScriptedCredentials([.anonymous])
        let (transport, script) = stack([answer(401), answer(200)], source)
        #expect(try await transport.send(list).status == 401)
        #expect(try await transport.send(list).status == 200)
        #expect(source.reasons == [.first])
        #expect(lines(script).allSatisfy { $0.hasSuffix(" guest") })
    }

    @Test func cookiesOfA401AreNotKept() async throws {
        let (transport, script) = stack(
            [answer(401, [HeaderField("Set-Cookie", "JSESSIONID=guest; Path=/")]), answer()],
            ScriptedCredentials([.basic(user: "a", password: Secret("b")), john]))
        _ = try await transport.send(list)
        #expect(script.requests[1].headers["Cookie"] == nil)
    }

    @Test func otherOriginsAndOwnAuthorizationLinesPassUntouched() async throws {
        let source = ScriptedCredentials([john])
        let (transport, script) = stack([answer(200, firstCookies), answer(401), answer()], source)
        var own = list
        own.headers.append("authorization", "Bearer x")
        for request in [HTTPRequest(.get, try url("https://other.example.com/x")), own] {
            _ = try await transport.send(request)
            #expect(script.requests.last == request)
        }
        _ = try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com:8443/x")))
        #expect(script.requests.last?.headers["Authorization"] == nil)
        #expect(source.reasons == [])
    }

    @Test func aBearerTokenIsSentAndNoted() async throws {
        let token = Credential.bearer(token: Secret("eyJhbGciOi.token"), user: nil)
        let (transport, script) = stack([answer(200, firstCookies)], FixedCredentials(token))
        _ = try await transport.send(list)
        #expect(script.requests[0].headers["Authorization"] == "Bearer eyJhbGciOi.token")
        #expect(script.requests[0].principal == nil)
        #expect(secrets.entries.map { "\($0.label) \($0.text)" }.first == "token eyJhbGciOi.token")
    }

    @Test func aSourceThatFailsIsASignInFailure() async throws {
        struct Broken: CredentialSource {
            struct Trouble: Error {}
            func credential(for request: CredentialRequest) async throws -> Credential { throw Trouble() }
        }
        let (transport, script) = stack([], Broken())
        do {
            _ = try await transport.send(list)
            Issue.record("sent without a credential")
        } catch {
            #expect(error.kind == .signIn)
            #expect(error.message == "No credential for myinstance.service-now.com could be obtained.")
            #expect(error.cause is Broken.Trouble)
        }
        #expect(script.requests.isEmpty)
        // The gate is free again: the next request fails in the same way instead of waiting for ever.
        await #expect(throws: TransportFailure.self) { try await transport.send(list) }
    }

    @Test func aFailedExchangeLeavesTheGateOpenAndTheCredentialAtHand() async throws {
        let source = ScriptedCredentials([john])
        let (transport, script) = stack(
            [.failure(TransportFailure(.timeout, "Too late.")), answer(200, firstCookies)], source)
        await #expect(throws: TransportFailure(.timeout, "Too late.")) { try await transport.send(list) }
        #expect(try await transport.send(list).status == 200)
        #expect(source.reasons == [.first])
        #expect(script.requests.count == 2)
    }

    @Test func signingOutForgetsEverything() async throws {
        let source = ScriptedCredentials([john, john])
        let (transport, script) = stack([answer(200, firstCookies), answer(200, firstCookies)], source)
        _ = try await transport.send(list)
        transport.signOut()
        #expect(!transport.status.hasSession)
        #expect(transport.status.user == nil)
        _ = try await transport.send(list)
        #expect(script.requests[1].headers["Cookie"] == nil)
        #expect(source.reasons == [.first, .first])
    }
}
