import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Instances
@testable import Recipes
@testable import SandboxCommands
@testable import Tables
@testable import Tapes
@testable import Tasks
@testable import Workbench

/// Sign-ins of every kind that expire during a session: recorded at a scripted instance, and replayed strictly without
/// an instance, credential source or secret.
struct SignInReplayTests {
    /// An instance whose tokens live two seconds and whose refresh tokens work twice. It opens no session, so every
    /// request is authenticated.
    final class ExpiringInstance: Transport {
        private struct State {
            var tokens = 0, renewals = 0, answers = 0
            var ends = Timestamp(seconds: 0)
        }
        private let clock: any Clock
        private let state = Mutex(State())
        let paths = Mutex<[String]>([])

        init(clock: any Clock) { self.clock = clock }

        static let password = "Kq7xW2vR9mT4zP6", code = "246810", key = "sandbox-key-0123456789"
        static let bearer = "Bt7xW2vR9mT4zP6uB8nK"

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            let now = clock.now
            paths.withLock { $0.append(request.url.path) }
            return state.withLock { state in
                switch request.url.path {
                case "/oauth_token.do": token(for: String(decoding: request.body ?? [], as: UTF8.self), now, &state)
                case "/oauth_revoke_token.do": HTTPResponse(status: 200, body: Array("".utf8))
                default: row(request, now, &state)
                }
            }
        }

        private func token(for form: String, _ now: Timestamp, _ state: inout State) -> HTTPResponse {
            if form.contains("grant_type=refresh_token") {
                state.renewals += 1
                guard state.renewals % 3 != 0 else {
                    return json(#"{"error_description":"access_denied","error":"server_error"}"#, status: 401)
                }
            }
            state.tokens += 1
            state.ends = now.advanced(bySeconds: 2)
            let refresh =
                form.contains("client_credentials") ? "" : #""refresh_token":"Rf7hQ2mZx0LpT9vB\#(state.tokens)","#
            return json(
                #"{"access_token":"At5kM1cVb8NqW3eR\#(state.tokens)",\#(refresh)"token_type":"Bearer","expires_in":2}"#)
        }

        private func row(_ request: HTTPRequest, _ now: Timestamp, _ state: inout State) -> HTTPResponse {
            let proof = request.headers["Authorization"] ?? ""
            let both = Base64.encode(("jane:" + Self.password).utf8),
                all = Base64.encode(("jane:" + Self.password + Self.code).utf8)
            let isToken = proof == "Bearer At5kM1cVb8NqW3eR\(state.tokens)" && now < state.ends
            let isCoded = proof == "Basic " + all || request.headers["X-MFA_TOKEN"] == Self.code
            if isToken || isCoded || proof == "Bearer " + Self.bearer || request.headers["x-sn-apikey"] == Self.key {
                state.answers += 1
                return json("{\"result\":\"\(state.answers)\"}")
            }
            var refusal = json(#"{"error":{"message":"User Not Authenticated"}}"#, status: 401)
            if proof.hasPrefix("Basic " + both.prefix(20)) { refusal.headers.append("X-MFA_TOKEN", "invalid") }
            return refusal
        }

        private func json(_ text: String, status: Int = 200) -> HTTPResponse {
            HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
        }
    }

    typealias Answer = SignInInputTests.ScriptedSource.Answer

    private static func asks(_ client: OAuthClientID, _ grants: OAuthGrant...) -> [Answer] {
        grants.map { .credential(.oauth(OAuthCredential(client, $0, user: "jane"))) }
    }

    private static func code(_ number: Int) -> OAuthGrant {
        .authorizationCode(
            Secret("Cd5tY8wQe1RuI4oP\(number)"), verifier: Secret("Vf3gH7jK1lMn5bV9\(number)"),
            redirect: "http://127.0.0.1:\(49152 + number)/callback")
    }

    /// The values of each kind's source, in order, and whether tokens are refreshed.
    static let kinds: [(name: String, answers: [Answer])] = {
        let password = Secret(ExpiringInstance.password)
        let client = OAuthClientID("app", secret: Secret("Cs9vB2nM4kL6jH8g")), open = OAuthClientID("public")
        return [
            ("oauth-password", asks(client, .password(password))),
            ("oauth-password of a public client", asks(open, .password(password))),
            ("oauth-client", asks(client, .clientCredentials)),
            ("oauth-code", asks(open, code(1), code(2), code(3), code(4), code(5), code(6), code(7), code(8))),
            (
                "oauth-jwt",
                (1...8).flatMap { asks(client, .assertion(Secret("eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiI\($0)In0.c2ln"))) }
            ),
            (
                "a kept refresh token",
                asks(
                    open, .refreshToken(Secret("Rf0hQ2mZx0LpT9vB")), code(1), code(2), code(3), code(4), code(5),
                    code(6))
            ),
            ("token", [.credential(.bearer(token: Secret(ExpiringInstance.bearer), user: nil))]),
            ("api-key", [.credential(.apiKey(Secret(ExpiringInstance.key), user: "jane"))]),
            (
                "basic with a second factor",
                [
                    .credential(.basic(user: "jane", password: password)), .code(Secret("135790")),
                    .code(Secret(ExpiringInstance.code)),
                ]
            ),
            (
                "basic, mistyped first",
                [
                    .credential(.basic(user: "jane", password: Secret("mistyped"))),
                    .credential(.basic(user: "jane", password: password)), .code(Secret(ExpiringInstance.code)),
                ]
            ),
            ("a password that never is right", [.credential(.basic(user: "jane", password: Secret("wrong")))]),
            (
                "an unusable key",
                [.failure(TransportFailure(.signIn, "No key.", cause: SignInError.unusableKey("No key.")))]
            ),
        ]
    }()

    private let folder: Folder
    private let instance: Instance

    init() throws {
        folder = try Folder()
        instance = try Instance("https://dev.example.com")
    }

    /// A read, a change and a read in each command, some of them with an expired token; then everything is revoked.
    private func work(
        on deck: any Deck, _ source: any CredentialSource, _ secrets: SecretBook, _ pass: () -> Void
    ) async throws -> [String] {
        let transport = AuthenticatingTransport(
            instance: instance, next: deck.transport, credentials: source, secrets: secrets, clock: deck.clock)
        var told: [String] = []
        for number in 1...12 {
            _ = try await deck.begin("work \(number)")
            for (method, body) in [(HTTPMethod.get, nil), (.patch, "{\"n\":\"\(number)\"}"), (.get, nil)]
                as [(HTTPMethod, String?)]
            {
                let request = HTTPRequest(
                    method, instance.url("/api/now/table/incident/1"),
                    headers: body == nil ? [:] : ["Content-Type": "application/json"], body: body.map { Array($0.utf8) }
                )
                do throws(TransportFailure) {
                    let answer = try await transport.send(request)
                    told.append("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
                } catch {
                    told.append("\(error.kind) \(error.message) \(error.cause.map { "\($0)" } ?? "")")
                }
            }
            if number == 12 {
                do throws(TransportFailure) { try await transport.revoke() } catch { told.append(error.message) }
            }
            try deck.finish(exitStatus: 0)
            pass()
        }
        return told
    }

    @Test(arguments: kinds.indices)
    func expiringSignInReplays(_ index: Int) async throws {
        let kind = Self.kinds[index], path = folder.path + "/kind.cassette"
        let clock = ManualClock(FixedClock().now), server = ExpiringInstance(clock: clock), secrets = SecretBook()
        let record = SessionRecord(
            startedAt: clock.now, instance: instance.description, user: "jane", zone: "UTC", zoneRules: "UTC0",
            width: 80, version: "0.1", policy: "", settings: "{}", seed: 7)
        let recording = RecordingDeck(
            session: record, secrets: secrets, clock: clock,
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { server })
        let told = SignInInputTests.ScriptedSource(kind.answers)
        let live = CredentialRecorder(next: told, user: "jane", deck: recording)
        let recorded = try await work(on: recording, live, secrets) { clock.advance(by: 1) }
        try recording.close()

        let tape = try Cassette.playing(at: path)
        let deck = PlayingDeck(tape, isStrict: true)
        let played = try await work(on: deck, CredentialPlayer(user: "jane", deck: deck), SecretBook()) {}
        expectEqual(played, recorded)
        #expect(deck.takeNotes().isEmpty)
        expectEqual(Audit(of: tape).findings.map(\.description), [])

        let file = folder.bytes(of: path) ?? []
        for secret in secrets.entries where secret.text.count > 3 {
            expectEqual(file.firstRange(of: Array(secret.text.utf8)), nil, "\(secret.label)")
        }
        // The test proves something only if tokens expire and sign-ins succeed.
        let tokens = server.paths.withLock { $0.count { $0 == "/oauth_token.do" } }
        #expect(kind.name.hasPrefix("oauth") ? tokens >= 6 : tokens == 0 || kind.name.contains("refresh"))
        let isHopeless = kind.name.contains("never") || kind.name.contains("unusable")
        expectEqual(recorded.contains { $0.hasPrefix("200") }, !isHopeless)
        expectEqual(recorded.allSatisfy { $0.hasPrefix("200") }, !isHopeless, "\(recorded)")
    }
}

/// A failed sign-in does not affect the previous one.
struct FailedLoginTests {
    @Test func failedLoginChoiceIsReverted() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        _ = await harness.transcript(of: ["table list incident -n 1 -f number"])
        expectEqual(machine.choice(at: try ShellHarness.sandbox)?.user, "john.doe")
        let printed = await harness.transcript(of: ["login --user nobody"])
        #expect(printed.contains("? exit 3"))
        // A client certificate that was tried may not replace the previous one.
        expectEqual(machine.choice(at: try ShellHarness.sandbox)?.user, "john.doe")
    }
}
