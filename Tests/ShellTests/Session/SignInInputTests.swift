import CassetteStore
import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Instances
@testable import Pages
@testable import Recipes
@testable import Tables
@testable import Workbench

/// How a tape stores a sign-in, and how a replay uses it.
struct SignInInputTests {
    /// A source that gives scripted values in order, and logs which were accepted.
    final class ScriptedSource: CredentialSource {
        enum Answer: Sendable {
            case credential(Credential)
            case code(Secret?)
            case failure(any Error)
        }

        private let answers: Mutex<[Answer]>
        let acceptances = Mutex(0)
        let questions = Mutex(0)

        init(_ answers: [Answer]) { self.answers = Mutex(answers) }

        private func next() throws -> Answer {
            questions.withLock { $0 += 1 }
            let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if case .failure(let error)? = answer { throw error }
            return answer ?? .credential(.anonymous)
        }

        func credential(for request: CredentialRequest) async throws -> Credential {
            if case .credential(let credential) = try next() { return credential }
            return .anonymous
        }

        func passcode(for request: CredentialRequest) async throws -> Secret? {
            if case .code(let code) = try next() { return code }
            return nil
        }

        func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {
            acceptances.withLock { $0 += 1 }
        }
    }

    static let redirect = "http://127.0.0.1:49152/callback"
    static let client = OAuthClientID("app", secret: Secret("client-secret-0123"))
    static let secret = Secret("Kq7xW2vR9mT4zP6"), placeholder = TapeCredentials.placeholder

    static func oauth(_ client: OAuthClientID, _ grant: OAuthGrant, _ scope: String? = nil) -> Credential {
        .oauth(OAuthCredential(client, grant, user: "jane", scope: scope))
    }

    /// Credentials of every kind, as recorded and as played.
    static let kinds: [(recorded: Credential, played: Credential)] = {
        let told = secret, known = OAuthClientID("app", secret: placeholder), open = OAuthClientID("public")
        func both(_ make: (Secret, OAuthClientID) -> Credential) -> (Credential, Credential) {
            (make(told, client), make(placeholder, known))
        }
        return [
            (.anonymous, .anonymous), both { secret, _ in .basic(user: "jane", password: secret) },
            both { secret, _ in .basic(user: "{\"kind\"", password: secret) },
            both { secret, _ in .bearer(token: secret, user: nil) },
            both { secret, _ in .bearer(token: secret, user: "jane") },
            both { secret, _ in .apiKey(secret, user: nil) }, (.certificate(user: nil), .certificate(user: nil)),
            (.certificate(user: "jane"), .certificate(user: "jane")),
            both { oauth($1, .password($0), "useraccount") }, both { secret, _ in oauth(open, .password(secret)) },
            both { oauth($1, .refreshToken($0)) }, both { _, client in oauth(client, .clientCredentials) },
            both { oauth($1, .assertion($0)) },
            both { oauth($1, .authorizationCode($0, verifier: $0, redirect: redirect)) },
            both { secret, _ in oauth(open, .authorizationCode(secret, verifier: secret, redirect: redirect), "a b") },
            (oauth(open, .password(Secret(""))), oauth(open, .password(Secret("")))),
        ].map { (recorded: $0.0, played: $0.1) }
    }()

    private let folder: Folder
    private let instance: Instance

    init() throws {
        folder = try Folder()
        instance = try Instance("https://dev.example.com")
    }

    private var path: String { folder.path + "/sign-in.cassette" }

    private func request(_ reason: CredentialRequest.Reason, mayAsk: Bool = true) -> CredentialRequest {
        CredentialRequest(instance: instance, reason: reason, mayAsk: mayAsk)
    }

    /// Runs a closure with each kind of deck within one command, and returns the results.
    private func both<Result: Sendable>(
        user: String?, _ source: ScriptedSource, _ ask: (any CredentialSource) async throws -> Result
    ) async throws -> (recorded: Result, played: Result, file: [UInt8]) {
        let path = path
        folder.remove(path)
        let record = SessionRecord(
            startedAt: Timestamp(seconds: 0), instance: instance.description, user: user, zone: "UTC",
            zoneRules: "UTC0", width: 80, version: "0.1", policy: "", settings: "{}", seed: 7)
        let recording = RecordingDeck(
            session: record, secrets: SecretBook(), clock: FixedClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { ScriptedTransport([]) })
        _ = try await recording.begin("whoami")
        let recorded = try await ask(CredentialRecorder(next: source, user: user, deck: recording))
        try recording.finish(exitStatus: 0)
        try recording.close()
        let playing = PlayingDeck(try Cassette.playing(at: path), isStrict: true)
        _ = try await playing.begin("whoami")
        let played = try await ask(CredentialPlayer(user: user, deck: playing))
        return (recorded, played, folder.bytes(of: path) ?? [])
    }

    @Test(arguments: kinds.indices)
    func everyKindIsPlayedWithPlaceholder(_ index: Int) async throws {
        let kind = Self.kinds[index]
        let requests: [(user: String?, CredentialRequest.Reason)] = [
            ("jane", .first), ("bob", .rejected(user: "jane")), (nil, .expired(user: nil)),
        ]
        for (user, reason) in requests {
            let source = ScriptedSource([.credential(kind.recorded)])
            let run = try await both(user: user, source) { try await $0.credential(for: request(reason)) }
            expectEqual(run.recorded, kind.recorded)
            expectEqual(run.played, kind.played)
            let text = String(decoding: run.file, as: UTF8.self)
            #expect(!text.contains(Self.secret.text) && !text.contains("client-secret-0123"))
        }
    }

    @Test func sequenceInOneCommandIsPlayedInOrder() async throws {
        let source = ScriptedSource([
            .credential(.basic(user: "jane", password: Self.secret)),
            .credential(.basic(user: "bob", password: Self.secret)),
            .credential(.anonymous), .credential(.basic(user: "eve", password: Self.secret)), .credential(.anonymous),
        ])
        let run = try await both(user: "jane", source) { source in
            var users = [try await source.credential(for: request(.first)).user]
            for _ in 0..<4 { users.append(try await source.credential(for: request(.rejected(user: nil))).user) }
            return users
        }
        expectEqual(run.recorded, ["jane", "bob", nil, "eve", nil])
        expectEqual(run.played, run.recorded)
    }

    @Test func secondFactorIsPlayedOnlyIfGiven() async throws {
        let source = ScriptedSource([.code(Secret("246810")), .code(nil), .code(Secret("135790")), .code(nil)])
        let run = try await both(user: "jane", source) { source in
            var codes: [Secret?] = []
            for _ in 0..<4 { codes.append(try await source.passcode(for: request(.first))) }
            return codes
        }
        expectEqual(run.recorded, [Secret("246810"), nil, Secret("135790"), nil])
        expectEqual(run.played, [Self.placeholder, nil, Self.placeholder, nil])
        let text = String(decoding: run.file, as: UTF8.self)
        #expect(!text.contains("246810") && !text.contains("135790"))
        // A tape without a recorded sign-in.
        let silent = PlayingDeck(try Cassette.playing(at: path), isStrict: true)
        _ = try await silent.begin("another")
        try await expectEqual(CredentialPlayer(user: "jane", deck: silent).passcode(for: request(.first)), nil)
    }

    @Test func completionSignInIsNotRecorded() async throws {
        let source = ScriptedSource([
            .credential(Self.kinds[3].recorded), .code(Secret("1")), .failure(SignInError.noSecret("x")),
        ])
        let run = try await both(user: "jane", source) { source in
            let credential = try await source.credential(for: request(.first, mayAsk: false))
            _ = try await source.passcode(for: request(.first, mayAsk: false))
            _ = try? await source.credential(for: request(.expired(user: nil), mayAsk: false))
            return credential
        }
        expectEqual(run.played, .basic(user: "jane", password: Self.placeholder))
        #expect(try Cassette.playing(at: path).inputs(of: 1).isEmpty)
    }

    @Test func acceptanceIsReportedLiveOnly() async throws {
        let source = ScriptedSource([])
        _ = try await both(user: "jane", source) {
            await $0.accepted(.basic(user: "jane", password: Self.secret), tokens: nil, at: instance)
        }
        expectEqual(source.acceptances.withLock { $0 }, 1)
        expectEqual(source.questions.withLock { $0 }, 0)
    }

    @Test(arguments: [
        ("", nil), ("jane", "jane"), ("{x", nil), (#"{"kind":"later"}"#, nil), (#"{"kind":"oauth"}"#, nil),
    ])
    func olderTapeIsReadAndUnknownKindIsRejected(_ text: String, _ user: String?) async throws {
        let cassette = try Cassette.recording(at: path)
        let session = try cassette.beginSession(
            SessionRecord(
                startedAt: Timestamp(seconds: 0), instance: "", user: "bob", zone: "UTC", zoneRules: "UTC0", width: 80,
                version: "0.1", policy: TapePolicy.standard.text, settings: "{}", seed: 7))
        let command = try cassette.beginCommand(
            CommandRecord(session: session, line: "whoami", now: Timestamp(seconds: 0)))
        try cassette.add(InputRecord(kind: "setting", name: "sign-in", content: Array(text.utf8)), to: command)
        try cassette.close()
        let deck = PlayingDeck(try Cassette.playing(at: path), isStrict: true)
        _ = try await deck.begin("whoami")
        let source = CredentialPlayer(user: "bob", deck: deck)
        if text.hasPrefix("{") {
            let problem = await #expect(throws: Problem.self) { try await source.credential(for: request(.first)) }
            expectEqual(problem?.kind, .tape)
        } else {
            try await expectEqual(source.credential(for: request(.first)).user, user)
        }
    }

    /// Every reason for missing credentials, as thrown and as played.
    static let failures: [any Error] =
        [
            Problem(.guardRefused, "Nobody to ask.", notes: ["n"], hints: ["h \"1\"", "h2"]),
            Problem(.usage, "There is no file k.pem."),
            SecretStoreError(.locked, "The keyring is locked."), SignInError.noSecret("The command gave nothing."),
            TransportFailure(.signIn, "No.", cause: SecretStoreError(.missing, "There is no keyring.")),
            TransportFailure(.signIn, "No.", cause: Problem(.interrupted, "Interrupted.")),
            TransportFailure(.cancelled, "Off."),
        ] + troubles.map { TransportFailure(.signIn, "It did not work.", cause: $0) }

    static let troubles: [SignInError] = [
        .grantRefused(
            .init(
                grantType: "password", clientID: "app", user: nil, status: 401, error: "server_error",
                explanation: "access_denied", clockAhead: -90)),
        .unreadableTokenAnswer(.page(title: "Log \"in\"", status: 200)), .unreadableTokenAnswer(.truncated),
        .unreadableTokenAnswer(.notJSON(type: "text/plain", status: 502)),
        .unreadableTokenAnswer(.member("access_token")),
        .unreadableTokenAnswer(.tokenType("mac")), .unreadableTokenAnswer(.status(503)),
        .tokenRedirected(to: "https://elsewhere.example.com/x"), .passcodeWanted(user: "jane"),
        .passcodeWanted(user: nil),
        .passcodeRefused(user: "jane"), .authorizationRefused("access_denied"),
        .authorizationMissing("Nobody came back."),
        .unusableKey("It is encrypted."), .missingKey("No key."), .unusableCertificate("No certificate."),
        .certificateNeedsHTTPS("Not https."), .authorizationMismatch("Another state."),
        .noSecret("SNOWDECK_KEY is not set."),
        .pagesClosed(SignedOut(user: "jane", kind: .oauthCode, sign: .singleSignOn)),
        .formNotTaken(SignedOut(user: nil, kind: nil, sign: .timeout), isCertain: true),
        .formNotTaken(SignedOut(user: nil, kind: .basic, sign: .guest), isCertain: false),
    ]

    @Test(arguments: failures.indices)
    func failureIsPlayed(_ index: Int) async throws {
        let failure = Self.failures[index]
        let source = ScriptedSource([.failure(failure), .failure(failure)])
        let run = try await both(user: "jane", source) { source in
            var told: [String] = []
            for attempt in 0..<2 {
                do {
                    if attempt == 0 {
                        _ = try await source.credential(for: request(.first))
                    } else {
                        _ = try await source.passcode(for: request(.first))
                    }
                } catch {
                    let problem = ProblemMapper.problem(error)
                    let cause = (error as? TransportFailure)?.cause.map { "\($0)" } ?? "none"
                    told.append("\(problem) \(problem.exitStatus) \(type(of: error)) \(cause)")
                }
            }
            return told
        }
        expectEqual(run.recorded.count, 2)
        expectEqual(run.played, run.recorded)
    }

    @Test func cancellationIsPlayedAndUnknownErrorBecomesMessage() async throws {
        struct UnknownError: Error {}
        let source = ScriptedSource([.failure(CancellationError()), .failure(UnknownError())])
        let run = try await both(user: "jane", source) { source in
            let first = await #expect(throws: CancellationError.self) {
                try await source.credential(for: request(.first))
            }
            let second = await #expect(throws: TransportFailure.self) {
                try await source.credential(for: request(.rejected(user: nil)))
            }
            return "\(first != nil) \(second?.message ?? "")"
        }
        expectEqual(run.recorded, "true No credential for dev.example.com could be obtained.")
        expectEqual(run.played, run.recorded)
    }
}
