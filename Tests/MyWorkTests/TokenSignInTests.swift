import ExchangeModel
import MyWork
import NowSDK
import Sandbox
import Synchronization
import Testing

/// Sign-in with a token, against the sandbox.
@Suite struct TokenSignInTests {
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
        #expect(session.user?.lastName == "Tuter")
        _ = try await MyWorkService(instance: session.instance, transport: authenticator.transport).tasks()
        try await authenticator.signOut()
        #expect(!authenticator.session.isAuthenticated)
        #expect(
            witness.lines == [
                "POST /oauth_token.do - 200", "GET /api/now/v2/table/sys_user Bearer 200",
                "GET /api/x_snc_my_work/v1/tracker/task cookies 200", "POST /oauth_revoke_token.do - 200",
                "POST /oauth_revoke_token.do - 200",
            ])
        let late = HTTPRequest(
            .get, session.instance.url("/api/now/table/incident"),
            headers: ["Authorization": try #require(witness.bearer)])
        #expect(try await witness.send(late).status == 401)
    }

    @Test func wrongPasswordIsSentOnceAndKeepsSession() async throws {
        let witness = try RecordingTransport()
        let authenticator = try authenticator(witness)
        try await authenticator.authenticate(user: "abel.tuter", password: Secret("password"))
        let found = await kind { () async throws(MyWorkError) in
            try await authenticator.authenticate(user: "john.doe", password: Secret("wrong"))
        }
        #expect(found == .notSignedIn && authenticator.session.user?.userName == "abel.tuter")
        #expect(witness.lines.filter { $0.hasPrefix("POST /oauth_token.do") }.count == 2)
    }

    @Test func failedRevocationStillSignsOutLocally() async throws {
        let witness = try RecordingTransport()
        let authenticator = try authenticator(witness)
        try await authenticator.authenticate(user: "abel.tuter", password: Secret("password"))
        witness.breakDown()
        #expect(await kind { () async throws(MyWorkError) in try await authenticator.signOut() } == .network)
        #expect(!authenticator.session.isAuthenticated)
        try await authenticator.signOut()
    }
}
