import TestSupport
import ExchangeModel
import Synchronization
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
        let instance = try Instance("myinstance"), clock = ManualClock(), script = ScriptedTransport(outcomes)
        let transport = AuthenticatingTransport(
            instance: instance, next: script, credentials: source, secrets: SecretBook(), clock: clock)
        for path in paths {
            _ = try await transport.send(HTTPRequest(.get, instance.url(path)))
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
        let recorded = try await questions(tape, ScriptedCredentials([wrong, john]), ["/a", "/b"])
        let replayed = try await questions(
            tape.map(redacted), ScriptedCredentials([placeholder, placeholder]), ["/a", "/b"])
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

/// An instance that opens a session for every credential and accepts only cookies of open sessions.
private final class SmallInstance: Transport {
    struct State {
        var opened = 0
        var valid: Set<String> = []
        var requests = 0
        var refused = 0
    }
    let state = Mutex(State())
    let opensSessions: Bool
    init(opensSessions: Bool = true) { self.opensSessions = opensSessions }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        for _ in 0..<5 { await Task.yield() }
        return state.withLock { state in
            state.requests += 1
            if request.headers["Authorization"] != nil {
                state.opened += 1
                guard opensSessions else { return HTTPResponse(status: 200) }
                let name = "s\(state.opened)"
                state.valid.insert(name)
                return HTTPResponse(status: 200, headers: ["Set-Cookie": "JSESSIONID=\(name); Path=/"])
            }
            let session = request.headers["Cookie"].map { String($0.dropFirst("JSESSIONID=".count)) }
            if let session, state.valid.contains(session) { return HTTPResponse(status: 200) }
            state.refused += 1
            return HTTPResponse(status: 401)
        }
    }
}

private let abel = Credential.basic(user: "abel.tuter", password: Secret("password"))

/// Opens a session with every response, and holds the first response until released.
private final class HeldResponse: Transport {
    private struct State {
        var cookies: [String?] = []
        var held: CheckedContinuation<Void, Never>?
        var watcher: CheckedContinuation<Void, Never>?
    }
    private let state = Mutex(State())
    /// The `Cookie` line of each request.
    var cookies: [String?] { state.withLock { $0.cookies } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let number = state.withLock { state in
            state.cookies.append(request.headers["Cookie"])
            return state.cookies.count
        }
        if number == 1 {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.held = continuation
                    defer { state.watcher = nil }
                    return state.watcher
                }?.resume()
            }
        }
        return HTTPResponse(status: 200, headers: ["Set-Cookie": "JSESSIONID=s\(number); Path=/"])
    }

    /// Returns once the first request has arrived.
    func arrived() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.held == nil { state.watcher = continuation }
                return state.held != nil
            }
            if isThere { continuation.resume() }
        }
    }

    func release() { state.withLock { $0.held.take() }?.resume() }
}

/// The number of tasks inside a gate, and its maximum.
@Suite struct SignInConcurrencyTests {
    private func send(_ count: Int, _ transport: AuthenticatingTransport, _ request: HTTPRequest) async throws -> [Int]
    {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await transport.send(request).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func thousandFirstRequestsSignInOnce() async throws {
        let instance = try Instance("myinstance"), small = SmallInstance(), source = ScriptedCredentials([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: small, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        #expect(try await send(1000, transport, request) == Array(repeating: 200, count: 1000))
        #expect(small.state.withLock { $0.opened } == 1)
        #expect(source.reasons == [.first])
    }

    @Test func sessionExpiryUnderLoadRenewsOnce() async throws {
        let instance = try Instance("myinstance"), small = SmallInstance(), source = ScriptedCredentials([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: small, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        _ = try await transport.send(request)
        small.state.withLock { $0.valid = [] }
        #expect(try await send(200, transport, request) == Array(repeating: 200, count: 200))
        #expect(small.state.withLock { $0.opened } == 2)
        #expect(source.reasons == [.first])
    }

    @Test func requestsWithoutSessionsRunConcurrently() async throws {
        let instance = try Instance("myinstance"), small = SmallInstance(opensSessions: false)
        let source = ScriptedCredentials([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: small, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        #expect(try await send(200, transport, request) == Array(repeating: 200, count: 200))
        #expect(small.state.withLock { $0.opened } == 200)
        #expect(source.reasons == [.first])
    }

    @Test func cookiesReceivedAfterSignOutAreDropped() async throws {
        let instance = try Instance("myinstance"), next = HeldResponse(), source = ScriptedCredentials([john, abel])
        let transport = AuthenticatingTransport(
            instance: instance, next: next, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        let late = Task { try await transport.send(request).status }
        await next.arrived()
        transport.signOut()
        next.release()
        #expect(try await late.value == 200)
        _ = try await transport.send(request)
        #expect(next.cookies == [nil, nil])
    }
}
