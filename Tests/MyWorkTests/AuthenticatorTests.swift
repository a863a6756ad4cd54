import ExchangeModel
import MyWork
import NowSDK
import Sandbox
import Synchronization
import TestSupport
import Testing

/// An in-memory store that can be made to fail.
private final class MemoryStore: SecretStore {
    let isLocked: Bool
    private let held: Mutex<[SecretEntry: Secret]>

    init(_ held: [SecretEntry: Secret] = [:], isLocked: Bool = false) {
        self.held = Mutex(held)
        self.isLocked = isLocked
    }

    var entries: [String] {
        held.withLock { held in
            held.map { "\($0.key.kind.rawValue) \($0.key.owner)@\($0.key.instance.name) \($0.value.text)" }.sorted()
        }
    }

    private func open() throws(SecretStoreError) {
        if isLocked { throw SecretStoreError(.locked, "The keyring is locked.") }
    }

    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret? {
        try open()
        return held.withLock { $0[entry] }
    }

    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError) {
        try open()
        held.withLock { $0[entry] = secret }
    }

    func forget(_ entry: SecretEntry) async throws(SecretStoreError) {
        try open()
        held.withLock { _ = $0.removeValue(forKey: entry) }
    }
}

/// Sign-in as in the application's documentation.
struct AuthenticatorTests {
    private let john = AuthSession.User(
        userName: "john.doe", firstName: "John", lastName: "Doe", sysID: "ea2bc1b14f4212008a5ab895f110c7d1")
    private let documented =
        #"{"result":[{"first_name":"John","last_name":"Doe","sys_id":"ea2bc1b14f4212008a5ab895f110c7d1","user_name":"john.doe"}]}"#
    private let cookies = [
        HeaderField("Set-Cookie", "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE;Secure; Path=/; HttpOnly"),
        HeaderField(
            "Set-Cookie", "glide_session_store=292391354F4212008A5AB895F110C722; Max-Age=1800; Path=/; HttpOnly"),
    ]
    private let refused = answer(
        #"{"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"},"status":"failure"}"#,
        status: 401)

    private func authenticator(
        _ script: ScriptedTransport, store: MemoryStore = MemoryStore(), method: AuthenticationMethod = .basic
    ) throws -> Authenticator {
        Authenticator(
            instance: try myInstance, network: NowNetwork(transport: script, clock: FixedClock()), store: store,
            method: method)
    }

    @Test func requestsMatchDocumentation() async throws {
        let script = ScriptedTransport([
            answer(documented, cookies), answer(#"{"result":{}}"#),
            answer(#"{"data":"Successfully inserted"}"#, status: 201),
        ])
        let authenticator = try authenticator(script)
        #expect(!authenticator.session.isAuthenticated)
        let session = try await authenticator.authenticate(user: "john.doe", password: Secret("password"))
        expectEqual(session, AuthSession(instance: try myInstance, user: john))
        #expect(session == authenticator.session && session.isAuthenticated)
        let service = try service(authenticator.transport)
        _ = try await service.tasks()
        try await service.addComment("Hello, world!", to: "d7296d02c0a801670085e737da016e70")
        expectEqual(
            script.requests.map(wire),
            [
                """
                GET https://myinstance.service-now.com/api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name,first_name,last_name,sys_id
                Accept: application/json
                Authorization: Basic am9obi5kb2U6cGFzc3dvcmQ=
                """,
                """
                GET https://myinstance.service-now.com/api/x_snc_my_work/v1/tracker/task
                Accept: application/json
                Cookie: …
                """,
                """
                POST https://myinstance.service-now.com/api/x_snc_my_work/v1/tracker/task/d7296d02c0a801670085e737da016e70/comment
                Accept: application/json
                Content-Type: application/json
                Cookie: …
                {"comment":"Hello, world!"}
                """,
            ])
    }

    @Test func everyListenerIsNotified() async throws {
        let script = ScriptedTransport([answer(documented, cookies), refused, answer(documented, cookies)])
        let store = MemoryStore()
        var authenticator: Authenticator? = try authenticator(script, store: store)
        let listeners = try [#require(authenticator).events, #require(authenticator).events]
        _ = try await authenticator?.authenticate(user: "john.doe", password: Secret("password"), remembers: true)
        _ = try? await authenticator?.authenticate(user: "john.doe", password: Secret("wrong"))
        expectEqual(authenticator?.session.user, john)
        _ = try await authenticator?.authenticateFromKeychain()
        try await authenticator?.signOut()
        expectEqual(authenticator?.session.isAuthenticated, false)
        authenticator = nil
        for listener in listeners {
            var heard: [String] = []
            for await event in listener {
                heard.append("\(event.name) \((try? event.result.get())?.user?.userName ?? "-")")
            }
            expectEqual(heard, ["login_event john.doe", "login_event -", "ks_login_event john.doe"])
        }
        expectEqual(
            store.entries,
            [
                "password john.doe@myinstance.service-now.com password",
                "user MyWork@myinstance.service-now.com john.doe",
            ])
    }

    @Test func rememberedUserReplacesPrevious() async throws {
        let store = MemoryStore()
        let abel = answer(
            #"{"result":[{"first_name":"Abel","last_name":"Tuter","sys_id":"62826bf03710200044e0bfc8bcbe5df1","user_name":"abel.tuter"}]}"#,
            cookies)
        let authenticator = try authenticator(
            ScriptedTransport([answer(documented, cookies), answer(documented, cookies), abel]), store: store)
        for (user, password) in [("john.doe", "password"), ("john.doe", "newer"), ("abel.tuter", "tuters")] {
            _ = try await authenticator.authenticate(user: user, password: Secret(password), remembers: true)
            expectEqual(
                store.entries,
                [
                    "password \(user)@myinstance.service-now.com \(password)",
                    "user MyWork@myinstance.service-now.com \(user)",
                ])
        }
    }

    @Test func rememberedUserCanBeForgotten() async throws {
        let store = MemoryStore()
        let authenticator = try authenticator(ScriptedTransport([answer(documented, cookies)]), store: store)
        _ = try await authenticator.authenticate(user: "john.doe", password: Secret("password"), remembers: true)
        try await authenticator.forget()
        #expect(store.entries.isEmpty && authenticator.session.isAuthenticated)
        await expectEqual(kind { try await authenticator.authenticateFromKeychain() }, .nothingKept)
    }

    @Test func lockedStoreIsReportedWithoutEndingSession() async throws {
        let authenticator = try authenticator(
            ScriptedTransport([answer(documented, cookies)]), store: MemoryStore(isLocked: true))
        let found = await kind {
            try await authenticator.authenticate(user: "john.doe", password: Secret("password"), remembers: true)
        }
        #expect(found == .keychain && authenticator.session.user == john)
        await expectEqual(kind { try await authenticator.authenticateFromKeychain() }, .keychain)
    }

    @Test func responseWithoutUserIsDistinguished() async throws {
        let cases: [(ScriptedTransport.Outcome, MyWorkError.Kind)] = [
            (refused, .notSignedIn),
            (answer(#"{"result":[]}"#), .noUser),
            (answer(#"{"error":{"message":"No Record found","detail":null}}"#, status: 404), .noUser),
            (answer(#"{"result":[{"user_name":"abel.tuter","sys_id":"a"}]}"#), .otherUser),
            (answer(#"{"result":[{"user_name":"john.doe"}]}"#), .unexpectedAnswer),
            (answer(#"{"result":{}}"#), .unexpectedAnswer),
            (answer("<html>"), .unexpectedAnswer),
            (.failure(TransportFailure(.resolve, "No such host.")), .network),
        ]
        for (outcome, wanted) in cases {
            let authenticator = try authenticator(ScriptedTransport([outcome]))
            let found = await kind {
                try await authenticator.authenticate(user: "john.doe", password: Secret("password"))
            }
            expectEqual(found, wanted)
            #expect(!authenticator.session.isAuthenticated)
        }
    }

    @Test(arguments: ["", "a^active=true", "a\nb", "javascript:gs.getUserName()", "john:doe"])
    func unsearchableNameIsNotSent(name: String) async throws {
        let script = ScriptedTransport([])
        let authenticator = try authenticator(script)
        let found = await kind { try await authenticator.authenticate(user: name, password: Secret("password")) }
        #expect(found == .unusable && script.requests.isEmpty)
    }

    @Test func nameIsEscapedAndComparedLikeInstances() async throws {
        let script = ScriptedTransport([answer(#"{"result":[{"user_name":"Jörg & Co+1","sys_id":"a"}]}"#, cookies)])
        let session = try await authenticator(script).authenticate(user: "jörg & co+1", password: Secret("password"))
        #expect(session.user?.userName == "Jörg & Co+1" && session.user?.firstName == "")
        expectEqual(
            asked(script),
            [
                "GET /api/now/v2/table/sys_user?user_name=j%C3%B6rg%20%26%20co%2B1&sysparm_fields=user_name,first_name,last_name,sys_id"
            ])
    }

    @Test func requestsAfterSignOutAreUnauthenticated() async throws {
        let script = ScriptedTransport([answer(documented, cookies), refused])
        let authenticator = try authenticator(script)
        _ = try await authenticator.authenticate(user: "john.doe", password: Secret("password"))
        try await authenticator.signOut()
        let service = try service(authenticator.transport)
        await expectEqual(kind { try await service.tasks() }, .notSignedIn)
        expectEqual(script.requests[1].headers.map(\.name), ["Accept"])
    }
}

/// Sign-in with a token, against the sandbox.
struct TokenSignInTests {
    /// The sandbox with a log of exchanges: method, path, kind of authorization, status.
    private final class RecordingTransport: Transport {
        private let sandbox: SandboxInstance
        private let seen = Mutex<(lines: [String], bearer: String?, isDown: Bool)>(([], nil, false))
        init() throws { sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock())) }

        var lines: [String] { seen.withLock { $0.lines } }
        /// The last token seen.
        var bearer: String? { seen.withLock { $0.bearer } }
        func breakDown() { seen.withLock { $0.isDown = true } }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            if seen.withLock({ $0.isDown }) { throw TransportFailure(.connect, "Nobody answers.") }
            let response = await sandbox.send(request)
            let proof = request.headers["Authorization"] ?? (request.headers["Cookie"] == nil ? "-" : "cookies")
            seen.withLock { seen in
                seen.lines.append(
                    "\(request.method) \(request.url.path) \(proof.prefix { $0 != " " }) \(response.status)")
                if proof.hasPrefix("Bearer ") { seen.bearer = proof }
            }
            return response
        }
    }

    private func authenticator(_ witness: RecordingTransport) throws -> Authenticator {
        Authenticator(
            instance: try Instance(at: HTTPURL(scheme: "http", host: "sandbox.localhost")),
            network: NowNetwork(transport: witness, clock: FixedClock()), store: EmptyStore(),
            method: .oauthPassword(OAuthClientID("snowdeck", secret: Secret("snowdeck-client-secret"))))
    }

    @Test func signingOutRevokesTheToken() async throws {
        let witness = try RecordingTransport()
        let authenticator = try authenticator(witness)
        let session = try await authenticator.authenticate(user: "abel.tuter", password: Secret("password"))
        expectEqual(session.user?.lastName, "Tuter")
        _ = try await MyWorkService(instance: session.instance, transport: authenticator.transport).tasks()
        try await authenticator.signOut()
        #expect(!authenticator.session.isAuthenticated)
        expectEqual(
            witness.lines,
            [
                "POST /oauth_token.do - 200", "GET /api/now/v2/table/sys_user Bearer 200",
                "GET /api/x_snc_my_work/v1/tracker/task cookies 200", "POST /oauth_revoke_token.do - 200",
                "POST /oauth_revoke_token.do - 200",
            ])
        let late = HTTPRequest(
            .get, session.instance.url("/api/now/table/incident"),
            headers: ["Authorization": try #require(witness.bearer)])
        try await expectEqual(witness.send(late).status, 401)
    }

    @Test func failedRevocationStillSignsOutLocally() async throws {
        let witness = try RecordingTransport()
        let authenticator = try authenticator(witness)
        try await authenticator.authenticate(user: "abel.tuter", password: Secret("password"))
        witness.breakDown()
        await expectEqual(kind { try await authenticator.signOut() }, .network)
        #expect(!authenticator.session.isAuthenticated)
        try await authenticator.signOut()
    }
}
