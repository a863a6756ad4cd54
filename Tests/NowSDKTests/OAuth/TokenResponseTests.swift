import ExchangeModel
import TestSupport
import Testing

@testable import NowSDK

/// How token responses are interpreted.
struct TokenResponseTests {
    static let good: String = #"""
        {"access_token":"a-token","refresh_token":"r-token","scope":"useraccount","token_type":"Bearer","expires_in":1799}
        """#
    static let json = HeaderField("Content-Type", "application/json;charset=UTF-8")

    @Test(
        arguments: [
            (good, "a-token", "r-token", 1799, "useraccount"),
            (#"{"access_token":"a","token_type":"bearer","expires_in":"1800"}"#, "a", nil, 1800, nil),
            (#"{"access_token":"a","token_type":"BEARER","expires_in":-5,"scope":""}"#, "a", nil, 0, nil),
            (#"{"access_token":"a","token_type":"Bearer","expires_in":1e3,"refresh_token":null}"#, "a", nil, 1000, nil),
            (#"{"access_token":"a","token_type":"Bearer","expires_in":1.9,"refresh_token":""}"#, "a", nil, 1, nil),
            (#"{"access_token":"a","token_type":"Bearer","expires_in":1e999}"#, "a", nil, 12_648_960_000, nil),
            (#"{"access_token":"a","token_type":"Bearer","expires_in":null}"#, "a", nil, nil, nil),
            (#"{"access_token":"a","token_type":"Bearer"}"#, "a", nil, nil, nil),
            // Placeholders of a tape.
            (
                #"{"access_token":"[token-1]","refresh_token":"[token-2]","token_type":"Bearer","expires_in":7}"#,
                "[token-1]",
                "[token-2]", 7, nil
            ),
        ] as [(String, String, String?, Int64?, String?)])
    func tokenIsParsed(body: String, access: String, refresh: String?, seconds: Int64?, scope: String?) async throws {
        let clock = ManualClock()
        // Duplicate `token_type` values are ignored as long as the body is an object.
        for type in ["application/json", "text/html", ""] {
            let tokens = try await outcome(answer(200, [HeaderField("Content-Type", type)], body: body), clock).get()
            expectEqual(
                tokens,
                OAuthTokens(
                    access: Secret(access), refresh: refresh.map { Secret($0) }, obtained: clock.now,
                    ends: seconds.map { clock.now.advanced(bySeconds: $0) }, scope: scope))
        }
    }

    @Test func expiryIsRelativeToRequestTime() async throws {
        struct SlowTransport: Transport {
            let clock: ManualClock
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
                clock.advance(by: 4)
                return HTTPResponse(status: 200, body: Array(TokenResponseTests.good.utf8))
            }
        }
        let clock = ManualClock()
        let client = OAuthClient(
            instance: try Instance("myinstance"), next: SlowTransport(clock: clock), clock: clock, secrets: SecretBook()
        )
        let tokens = try await client.tokens(for: Self.credential)
        expectEqual(tokens.obtained.glideText, "2024-04-16 17:00:04")
        expectEqual(tokens.ends?.glideText, "2024-04-16 17:29:59")
    }

    @Test(
        arguments: [
            (200, "application/json", "", .truncated),
            (200, "application/json", #"{"access_token":"abc"#, .truncated),
            (200, "", #"{"access_token":"a","token_type":"Bearer","#, .truncated),
            (200, "application/json", #"{"access_token":"a\"#, .truncated),
            (200, "application/json", "{'access_token':'a'}", .notJSON(type: "application/json", status: 200)),
            (200, "", "", .notJSON(type: "", status: 200)),
            (200, "Text/Plain; charset=x", "access_token=a", .notJSON(type: "text/plain", status: 200)),
            (200, "application/xml", "<?xml version='1.0'?><a/>", .notJSON(type: "application/xml", status: 200)),
            (204, "", "", .notJSON(type: "", status: 204)),
            (
                200, "text/html", "<html><head><title>Log in | Caf&#39; Wifi</title>",
                .page(title: "Log in | Caf' Wifi", status: 200)
            ),
            (200, "", "\n<!DOCTYPE html><p>no title", .page(title: "", status: 200)),
            (200, "text/html", "<title>a\u{1B}[31m\nb</title>", .page(title: "a b", status: 200)),
            (401, "text/html", "<title>Proxy</title>", .page(title: "Proxy", status: 401)),
            (511, "text/html", "<title>Sign in to the net</title>", .page(title: "Sign in to the net", status: 511)),
            (200, "application/json", "[]", .member("access_token")),
            (200, "application/json", "null", .member("access_token")),
            (200, "application/json", "{}", .member("access_token")),
            (200, "application/json", #"{"access_token":"","token_type":"Bearer"}"#, .member("access_token")),
            (200, "application/json", #"{"access_token":7,"token_type":"Bearer"}"#, .member("access_token")),
            (200, "application/json", #"{"access_token":"a b","token_type":"Bearer"}"#, .member("access_token")),
            (200, "application/json", #"{"access_token":"a\r\nX: y","token_type":"Bearer"}"#, .member("access_token")),
            (200, "application/json", #"{"access_token":"ä","token_type":"Bearer"}"#, .member("access_token")),
            (200, "application/json", #"{"access_token":"a"}"#, .member("token_type")),
            (200, "application/json", #"{"access_token":"a","token_type":null}"#, .member("token_type")),
            (200, "application/json", #"{"access_token":"a","token_type":"mac"}"#, .tokenType("mac")),
            (429, "application/json", #"{"error":{"message":"Rate limit exceeded","detail":null}}"#, .status(429)),
            (503, "text/html", "<title>Busy</title>", .status(503)),
            (500, "application/json", #"{"error":"server_error"}"#, .status(500)),
            (404, "text/plain", "nothing here", .status(404)),
            (400, "application/json", #"{"error":null}"#, .status(400)),
            (304, "", "", .status(304)),
            (302, "", "", .status(302)),
        ] as [(Int, String, String, SignInError.TokenAnswerFault)])
    func otherResponsesHaveSpecificErrors(
        status: Int, type: String, body: String, fault: SignInError.TokenAnswerFault
    ) async throws {
        let outcome = try await outcome(answer(status, [HeaderField("Content-Type", type)], body: body))
        expectEqual(signInError(outcome), .unreadableTokenAnswer(fault))
    }

    @Test(arguments: [
        (#""expires_in":"soon""#, "expires_in"), (#""expires_in":"nan""#, "expires_in"),
        (#""expires_in":[1]"#, "expires_in"), (#""expires_in":true"#, "expires_in"),
        (#""refresh_token":1"#, "refresh_token"),
    ])
    func invalidMemberIsNamed(member: String, name: String) async throws {
        let body = #"{"access_token":"a","token_type":"Bearer",\#(member)}"#
        expectEqual(signInError(try await outcome(answer(body: body))), .unreadableTokenAnswer(.member(name)))
    }

    @Test func tokenMustFitInHeader() async throws {
        for (count, isGood) in [(16_384, true), (16_385, false)] {
            let token = String(repeating: "x", count: count)
            let outcome = try await outcome(answer(body: #"{"access_token":"\#(token)","token_type":"Bearer"}"#))
            expectEqual((try? outcome.get().access.text == token) ?? false, isGood)
        }
    }

    @Test func errorKeepsInstanceMessage() async throws {
        let refused = #"{"error_description":"access_denied","error":"server_error"}"#
        let date = HeaderField("Date", "Tue, 16 Apr 2024 17:05:00 GMT")
        let outcome = try await outcome(answer(401, [Self.json, date], body: refused))
        expectEqual(
            signInError(outcome),
            .grantRefused(
                .init(
                    grantType: "password", clientID: "snowdeck", user: "john.doe", status: 401,
                    error: "server_error",
                    explanation: "access_denied", clockAhead: 300)))
        guard case .failure(let failure) = outcome else { return }
        expectEqual(failure.kind, .signIn)
        expectEqual(failure.message, "myinstance.service-now.com gave no token: it refused the grant (server_error).")
    }

    @Test(arguments: [
        (400, #"{"error":"invalid_grant"}"#, "invalid_grant", ""),
        (403, #"{"error":"","error_description":7}"#, "", "7"),
        (200, #"{"error":"invalid_client","error_description":"no such client"}"#, "invalid_client", "no such client"),
        (
            401, #"{"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"}}"#,
            "User Not Authenticated", "Required to provide Auth information"
        ),
        (401, #"{"error":"a\u001b]0;title\u0007b\n\nc"}"#, "ab c", ""),
    ])
    func everyErrorIsParsed(status: Int, body: String, error: String, explanation: String) async throws {
        let outcome = try await outcome(answer(status, body: body))
        guard case .grantRefused(let refusal) = signInError(outcome) else {
            Issue.record("\(outcome)")
            return
        }
        #expect(refusal.status == status && refusal.error == error && refusal.explanation == explanation)
        expectEqual(refusal.clockAhead, nil)
    }

    @Test func longMessagesAreTruncated() async throws {
        let words = String(repeating: "ä", count: 100_000)
        let outcome = try await outcome(answer(401, body: #"{"error":"\#(words)","error_description":"\#(words)"}"#))
        guard case .grantRefused(let refusal) = signInError(outcome) else { return #expect(Bool(false)) }
        #expect(refusal.error.count <= 200 && refusal.explanation.count <= 200 && refusal.error.hasSuffix("ä…"))
    }

    @Test(arguments: [
        ("/login.do?token=hidden", "https://myinstance.service-now.com/login.do"),
        ("http://portal.example/start?from=hidden#x", "http://portal.example/start"),
        ("https://user:hidden@portal.example/", "an address that cannot be read"),
    ])
    func redirectIsNotFollowed(location: String, target: String) async throws {
        for status in [301, 302, 303, 307, 308] {
            let script = ScriptedTransport([redirect(status, to: location)])
            expectEqual(signInError(try await outcome(script)), .tokenRedirected(to: target))
            expectEqual(script.requests.count, 1)
        }
    }

    @Test(
        arguments: [
            (200, "", nil), (204, "", nil), (200, "<title>Done</title>", nil),
            (400, #"{"error":"invalid_token"}"#, nil), (401, #"{"error":"server_error"}"#, nil),
            (401, "", .unreadableTokenAnswer(.status(401))), (503, "", .unreadableTokenAnswer(.status(503))),
            (404, "<html><title>Gone</title>", .unreadableTokenAnswer(.page(title: "Gone", status: 404))),
        ] as [(Int, String, SignInError?)])
    func revocationResponseIsInterpreted(status: Int, body: String, expected: SignInError?) async throws {
        let client = OAuthClient(
            instance: try Instance("myinstance"), next: ScriptedTransport([answer(status, body: body)]),
            clock: ManualClock(), secrets: SecretBook())
        var found: SignInError?
        do { try await client.revoke(Secret("t")) } catch { found = error.cause as? SignInError }
        expectEqual(found, expected)
    }

    static let credential = OAuthCredential(OAuthClientID("snowdeck"), .password(Secret("password")), user: "john.doe")

    private typealias Outcome = Result<OAuthTokens, TransportFailure>

    private func outcome(_ answer: ScriptedTransport.Outcome, _ clock: ManualClock = ManualClock()) async throws
        -> Outcome
    {
        try await outcome(ScriptedTransport([answer]), clock)
    }

    private func outcome(_ next: ScriptedTransport, _ clock: ManualClock = ManualClock()) async throws -> Outcome {
        let client = OAuthClient(
            instance: try Instance("myinstance"), next: next, clock: clock, secrets: SecretBook())
        do { return .success(try await client.tokens(for: Self.credential)) } catch { return .failure(error) }
    }

    private func signInError(_ outcome: Outcome) -> SignInError? {
        guard case .failure(let failure) = outcome else { return nil }
        return failure.cause as? SignInError
    }
}

/// The exact bytes sent for each grant.
struct TokenRequestTests {
    static let application: OAuthClientID = OAuthClientID("snowdeck", secret: Secret("s&cret"))

    @Test(arguments: [
        (
            OAuthCredential(application, .password(Secret("pass word+1")), user: "john.doe"),
            "grant_type=password&client_id=snowdeck&client_secret=s%26cret&username=john.doe&password=pass%20word%2B1"
        ),
        (
            OAuthCredential(application, .password(Secret("p")), user: "jürgen", scope: "useraccount x"),
            "grant_type=password&client_id=snowdeck&client_secret=s%26cret&username=j%C3%BCrgen&password=p"
                + "&scope=useraccount%20x"
        ),
        (
            OAuthCredential(application, .refreshToken(Secret("r/t=")), user: "john.doe"),
            "grant_type=refresh_token&client_id=snowdeck&client_secret=s%26cret&refresh_token=r%2Ft%3D"
        ),
        (
            OAuthCredential(application, .clientCredentials),
            "grant_type=client_credentials&client_id=snowdeck&client_secret=s%26cret"
        ),
        (
            OAuthCredential(
                OAuthClientID("snowdeck-public"),
                .authorizationCode(
                    Secret("the-code"), verifier: Secret("the-verifier"), redirect: "http://127.0.0.1:8765/callback")),
            "grant_type=authorization_code&client_id=snowdeck-public&code=the-code"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback&code_verifier=the-verifier"
        ),
        (
            OAuthCredential(application, .assertion(Secret("a.b.c")), user: "abel.tuter"),
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=snowdeck&client_secret=s%26cret"
                + "&assertion=a.b.c"
        ),
    ])
    func everyGrantIsAForm(credential: OAuthCredential, form: String) async throws {
        let script = ScriptedTransport([answer(200, body: TokenResponseTests.good)])
        _ = try await client(script).tokens(for: credential)
        expectEqual(
            script.requests,
            [
                HTTPRequest(
                    .post, try url("https://myinstance.service-now.com/oauth_token.do"),
                    headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
                    body: Array(form.utf8), purpose: .signIn, principal: credential.user)
            ])
    }

    @Test func revocationRequestIsAForm() async throws {
        let script = ScriptedTransport([answer(200)])
        try await client(script).revoke(Secret("t+1"))
        expectEqual(
            script.requests,
            [
                HTTPRequest(
                    .post, try url("https://myinstance.service-now.com/oauth_revoke_token.do"),
                    headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
                    body: Array("token=t%2B1".utf8), purpose: .signIn)
            ])
    }

    @Test func everySecretIsInTheBookBeforeItIsSent() async throws {
        struct InspectingTransport: Transport {
            let secrets: SecretBook
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
                throw TransportFailure(
                    .connect, secrets.entries.map { $0.label + " " + $0.text }.joined(separator: ", "))
            }
        }
        let secrets = SecretBook()
        let client = OAuthClient(
            instance: try Instance("myinstance"), next: InspectingTransport(secrets: secrets), clock: ManualClock(),
            secrets: secrets
        )
        await #expect(throws: TransportFailure(.connect, "password p, secret s&cret")) {
            _ = try await client.tokens(for: OAuthCredential(Self.application, .password(Secret("p")), user: "u"))
        }
        await #expect(throws: TransportFailure(.connect, "password p, secret s&cret, token t")) {
            try await client.revoke(Secret("t"))
        }
    }

    @Test func receivedTokensAreInTheBook() async throws {
        let secrets = SecretBook()
        // The second value is unused, but still a secret.
        let script = ScriptedTransport([
            answer(200, body: TokenResponseTests.good),
            answer(200, body: #"{"access_token":"c","refresh_token":"d","id_token":"e","token_type":"mac"}"#),
        ])
        let client = OAuthClient(
            instance: try Instance("myinstance"), next: script, clock: ManualClock(), secrets: secrets)
        let credential = OAuthCredential(OAuthClientID("snowdeck"), .clientCredentials)
        let tokens = try await client.tokens(for: credential)
        #expect(tokens.access.text == "a-token" && tokens.refresh?.text == "r-token")
        _ = try? await client.tokens(for: credential)
        expectEqual(
            secrets.entries.map { $0.label + " " + $0.text },
            [
                "token a-token", "token r-token", "token c", "token d", "token e",
            ])
    }

    @Test func descriptionsOmitSecrets() throws {
        let request = try AuthorizationRequestTests.request()
        let key = JWTKey.shared(Secret("hidden-0"))
        expectEqual("\(Secret("hidden"))", "[secret]")
        let values: [Any] = [
            Secret("hidden-7"), Credential.basic(user: "john", password: Secret("hidden-8")),
            OAuthCredential(OAuthClientID("c", secret: Secret("hidden-1")), .password(Secret("hidden-2")), user: "u"),
            request.grant(of: Secret("hidden-3")), OAuthGrant.assertion(Secret("hidden-4")), request, request.proof,
            key,
            OAuthTokens(
                access: Secret("hidden-5"), refresh: Secret("hidden-6"), obtained: Timestamp(seconds: 0), ends: nil),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            let shown = "\(value) \(String(reflecting: value)) \(dumped)"
            #expect(!shown.contains("hidden") && !shown.contains(request.proof.verifier.text), "\(shown)")
        }
    }

    private func client(_ next: any Transport) throws -> OAuthClient {
        OAuthClient(instance: try Instance("myinstance"), next: next, clock: ManualClock(), secrets: SecretBook())
    }
}
