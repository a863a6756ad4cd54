import ExchangeModel
import Testing

@testable import NowSDK

/// A replay sees placeholders where cookies had values and a stand-in where the password was; it must ask the same
/// questions in the same order.
@Suite struct ReplayDecisionTests {
    /// What a tape keeps of an answer: names, emptiness and attributes of cookies, placeholders for their values.
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
        let instance = try Instance("myinstance"), clock = StillClock(), script = ScriptedTransport(outcomes)
        let transport = AuthenticatingTransport(
            instance: instance, next: script, credentials: source, secrets: SecretBook(), clock: clock)
        for path in paths {
            _ = try await transport.send(HTTPRequest(.get, instance.url(path)))
            clock.pass(seconds: 1000)
        }
        return script.requests.map { request in
            "\(request.method) \(request.url) \(request.principal ?? "guest") "
                + "\(request.headers["Authorization"] != nil) \(request.headers["Cookie"] != nil)"
        }
    }

    @Test func theSameTurnsAreTakenWithPlaceholders() async throws {
        let tape: [ScriptedTransport.Outcome] = [
            answer(200, firstCookies), redirect(to: "/elsewhere"), answer(200, [firstCookies[4]]), answer(401),
            answer(200, firstCookies), answer(),
        ]
        let paths = ["/a", "/b", "/c", "/d"]
        let recorded = try await questions(tape, FixedCredentials(john), paths)
        let replayed = try await questions(tape.map(redacted), TapeCredentials(user: "john.doe"), paths)
        #expect(recorded == replayed)
        #expect(recorded.count == 6)
    }

    @Test func aMistypedPasswordReplaysWithTheRecordedAnswers() async throws {
        let wrong = Credential.basic(user: "john.doe", password: Secret("wrong"))
        let tape: [ScriptedTransport.Outcome] = [answer(401), answer(200, firstCookies), answer()]
        let recorded = try await questions(tape, ScriptedCredentials([wrong, john]), ["/a", "/b"])
        let replayed = try await questions(
            tape.map(redacted), TapeCredentials(answers: ["john.doe", "john.doe"]), ["/a", "/b"])
        #expect(recorded == replayed)
    }

    @Test func aRefusedVariableReplaysAsOneRequest() async throws {
        let recorded = try await questions([answer(401)], FixedCredentials(john), ["/a"])
        let replayed = try await questions([answer(401)], TapeCredentials(user: "john.doe"), ["/a"])
        #expect(recorded == replayed)
        #expect(recorded == ["GET https://myinstance.service-now.com/a john.doe true false"])
    }

    @Test func theStandInIsAnsweredForEachFirstAskAndGuestsStayGuests() async throws {
        let instance = try Instance("myinstance")
        func ask(_ source: TapeCredentials, _ reason: CredentialRequest.Reason) async throws -> Credential {
            try await source.credential(for: CredentialRequest(instance: instance, reason: reason))
        }
        let source = TapeCredentials(user: "john.doe")
        let standIn = Credential.basic(user: "john.doe", password: TapeCredentials.standIn)
        #expect(try await ask(source, .first) == standIn)
        #expect(try await ask(source, .rejected(user: "john.doe")) == .anonymous)
        #expect(try await ask(source, .first) == standIn)
        #expect(try await ask(TapeCredentials(user: nil), .first) == .anonymous)
        let list = TapeCredentials(answers: ["a", nil, "b"])
        var users: [String?] = []
        for _ in 0..<4 { users.append(try await ask(list, .first).user) }
        #expect(users == ["a", nil, "b", nil])
    }
}
