import ExchangeModel
import Testing

@testable import NowSDK

/// The exact bytes sent for each grant.
@Suite struct TokenRequestTests {
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
        #expect(
            script.requests == [
                HTTPRequest(
                    .post, try url("https://myinstance.service-now.com/oauth_token.do"),
                    headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
                    body: Array(form.utf8), purpose: .signIn, principal: credential.user)
            ])
    }

    @Test func revocationRequestIsAForm() async throws {
        let script = ScriptedTransport([answer(200)])
        try await client(script).revoke(Secret("t+1"))
        #expect(
            script.requests == [
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
        #expect(
            secrets.entries.map { $0.label + " " + $0.text } == [
                "token a-token", "token r-token", "token c", "token d", "token e",
            ])
    }

    @Test func descriptionsOmitSecrets() throws {
        let request = try AuthorizationRequestTests.request()
        let key = JWTKey.shared(Secret("hidden-0"))
        let values: [Any] = [
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
