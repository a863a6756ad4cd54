import ExchangeModel
import TestSupport
import Testing

@testable import NowSDK

/// A replay has placeholders for cookies and for the password; it must send the same requests in the same order.
@Suite struct ReplayDecisionTests {
    /// The response as stored on a tape: names and attributes of cookies, and placeholders for their values.
    private func redacted(_ outcome: ScriptedTransport.Outcome) -> ScriptedTransport.Outcome {
        outcome.map { response in
            var response = response
            response.headers = HeaderFields(
                response.headers.map { field in
                    guard field.name == "Set-Cookie", let equals = field.value.firstIndex(of: "=") else { return field }
                    let value = field.value[field.value.index(after: equals)...].prefix { $0 != ";" }
                    guard !value.isEmpty, value != "\"\"" else { return field }
                    let rest = field.value[value.endIndex...]
                    return HeaderField(field.name, field.value[...equals] + "REDACTED-cookie-1" + rest)
                })
            return response
        }
    }

    private func questions(
        _ outcomes: [ScriptedTransport.Outcome], _ source: any CredentialSource, _ paths: [String]
    ) async throws -> [String] {
        let clock = ManualClock(), script = ScriptedTransport(outcomes)
        let transport = try signIn(script, source, clock: clock)
        for path in paths {
            _ = try await transport.send(HTTPRequest(.get, transport.instance.url(path)))
            clock.advance(by: 1000)
        }
        return script.requests.map { request in
            "\(request.method) \(request.url) \(request.principal ?? "guest") "
                + "\(request.headers["Authorization"] != nil) \(request.headers["Cookie"] != nil)"
        }
    }

    @Test func replayTakesSameBranches() async throws {
        let tape: [ScriptedTransport.Outcome] = [
            answer(200, firstCookies), redirect(to: "/elsewhere"), answer(200, [firstCookies[4]]), answer(401),
            answer(200, firstCookies), answer(),
        ]
        let paths = ["/a", "/b", "/c", "/d"]
        let recorded = try await questions(tape, FixedCredentials(john), paths)
        let replayed = try await questions(
            tape.map(redacted), FixedCredentials(TapeCredentials.played(user: "john.doe")), paths)
        #expect(recorded == replayed)
        #expect(recorded.count == 6)
    }

    @Test func mistypedPasswordReplaysWithTheRecordedAnswers() async throws {
        let wrong = Credential.basic(user: "john.doe", password: Secret("wrong"))
        let placeholder = TapeCredentials.played(user: "john.doe")
        let tape: [ScriptedTransport.Outcome] = [answer(401), answer(200, firstCookies), answer()]
        let recorded = try await questions(tape, LoggedSource([wrong, john]), ["/a", "/b"])
        let replayed = try await questions(
            tape.map(redacted), LoggedSource([placeholder, placeholder]), ["/a", "/b"])
        #expect(recorded == replayed)
    }

    /// Tokens, codes and header lines as stored on a tape: placeholders may be equal where the values differed.
    private func withoutSecrets(_ outcome: ScriptedTransport.Outcome) -> ScriptedTransport.Outcome {
        redacted(outcome).map { response in
            var response = response
            for name in ["X-MFA_TOKEN", "X-UserToken-Response"] where response.headers[name] != nil {
                response.headers[name] = "REDACTED-header"
            }
            var body = String(decoding: response.body, as: UTF8.self)
            for secret in ["T1", "T2", "R1", "R2"] {
                body = body.split(separator: "\"\(secret)\"", omittingEmptySubsequences: false)
                    .joined(separator: "\"REDACTED-token-1\"")
            }
            response.body = Array(body.utf8)
            return response
        }
    }

    @Test func tokensReplayWithPlaceholders() async throws {
        let tape: [ScriptedTransport.Outcome] = [
            tokens("T1", refresh: "R1", seconds: 1500), answer(200, firstCookies), answer(401), answer(401),
            refusedGrant, tokens("T2", refresh: "R2", seconds: 1500), answer(200, firstCookies), answer(),
        ]
        let placeholder = OAuthCredential(
            OAuthClientID("snowdeck", secret: TapeCredentials.placeholder), .password(TapeCredentials.placeholder),
            user: "abel.tuter")
        let paths = ["/api/a", "/api/b", "/api/c"]
        let recorded = try await questions(tape, FixedCredentials(byPassword), paths)
        let replayed = try await questions(tape.map(withoutSecrets), FixedCredentials(.oauth(placeholder)), paths)
        #expect(recorded == replayed)
        #expect(recorded.count == 8)
    }

    @Test func codesAndUserTokensReplayWithPlaceholders() async throws {
        let code = answer(401, [HeaderField("X-MFA_TOKEN", "invalid")])
        let tape: [ScriptedTransport.Outcome] = [
            code, code, answer(200, firstCookies), answer(401, [HeaderField("X-UserToken-Response", "U1")]),
            answer(200, [firstCookies[4]]), answer(401, [HeaderField("X-UserToken-Response", "U2")]), answer(),
        ]
        let paths = ["/api/a", "/api/b", "/api/c"]
        let recorded = try await questions(tape, LoggedSource([john], codes: ["1", "2"]), paths)
        let placeholder = TapeCredentials.played(user: "john.doe")
        let text = TapeCredentials.placeholder.text
        let replayed = try await questions(
            tape.map(withoutSecrets), LoggedSource([placeholder], codes: [text, text]), paths)
        #expect(recorded == replayed)
        #expect(recorded.count == 7)
    }

    @Test func rejectedVariableReplaysAsOneRequest() async throws {
        let recorded = try await questions([answer(401)], FixedCredentials(john), ["/a"])
        let replayed = try await questions(
            [answer(401)], FixedCredentials(TapeCredentials.played(user: "john.doe")), ["/a"])
        #expect(recorded == replayed)
        #expect(recorded == ["GET https://myinstance.service-now.com/a john.doe true false"])
    }

    @Test func placeholderIsGivenOncePerPromptAndGuestsStayGuests() async throws {
        let instance = try Instance("myinstance")
        func ask(_ user: String?, _ reason: CredentialRequest.Reason) async throws -> Credential {
            try await FixedCredentials(TapeCredentials.played(user: user))
                .credential(for: CredentialRequest(instance: instance, reason: reason))
        }
        let placeholder = Credential.basic(user: "john.doe", password: TapeCredentials.placeholder)
        for _ in 0..<2 { #expect(try await ask("john.doe", .first) == placeholder) }
        #expect(try await ask("john.doe", .rejected(user: "john.doe")) == .anonymous)
        #expect(try await ask(nil, .first) == .anonymous)
    }
}
