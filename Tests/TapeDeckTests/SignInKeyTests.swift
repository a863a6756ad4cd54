import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// In a replay, token requests with placeholders for all secrets have the keys of the recording, and get the recorded
/// responses in order.
struct SignInKeyTests {
    private static let redirect = "http%3A%2F%2F127.0.0.1%3A49152%2Fcallback"

    /// Forms of every grant, with secrets written as names in capitals.
    static let forms: [String] = [
        "grant_type=password&client_id=app&client_secret=SECRET&username=jane&password=PASSWORD&scope=useraccount",
        "grant_type=password&client_id=app&username=jane&password=PASSWORD",
        "grant_type=refresh_token&client_id=app&client_secret=SECRET&refresh_token=REFRESH",
        "grant_type=refresh_token&client_id=app&refresh_token=REFRESH",
        "grant_type=client_credentials&client_id=app&client_secret=SECRET",
        "grant_type=client_credentials&client_id=app",
        "grant_type=authorization_code&client_id=app&client_secret=SECRET&code=CODE&redirect_uri=\(redirect)&code_verifier=VERIFIER",
        "grant_type=authorization_code&client_id=app&code=CODE&redirect_uri=\(redirect)&code_verifier=VERIFIER",
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=app&client_secret=SECRET&assertion=ASSERTION",
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=app&assertion=ASSERTION",
    ]

    private static let names = ["SECRET", "PASSWORD", "REFRESH", "CODE", "VERIFIER", "ASSERTION"]
    private static let short = [
        "SECRET": "s", "PASSWORD": "password", "REFRESH": "r", "CODE": "c", "VERIFIER": "v", "ASSERTION": "a.b.c",
    ]
    static let long = [
        "SECRET": "an-0ld-client-secret", "PASSWORD": "p%26w%3D+%2F%C3%A9+0123456789",
        "REFRESH": "Rf7hQ2mZx0LpT9vB3nKc",
        "CODE": "Cd5tY8wQe1RuI4oPz6Xs", "VERIFIER": "Vf3gH7jK1lMn5bV9cXz2", "ASSERTION": SignInRedactionTests.webToken,
    ]
    private static let placeholder = "stand-in-for-the-recorded-secret"

    static func token(_ form: String, with secrets: [String: String]?) -> HTTPRequest {
        var form = form
        for name in names { form = form.replacing("=" + name, with: "=" + (secrets?[name] ?? placeholder)) }
        return HTTPRequest(
            .post, HTTPURL("http://sandbox.localhost/oauth_token.do")!,
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
            body: Array(form.utf8), purpose: .signIn, principal: "jane")
    }

    private func key(_ request: HTTPRequest, knowing secrets: [String] = []) -> RequestKey {
        let book = SecretBook()
        for secret in secrets { book.write(secret, as: "password") }
        return RequestKey(of: RequestParts(of: Redaction(secrets: book).redact(request)))
    }

    @Test(arguments: forms)
    func formWithPlaceholdersHasSameKey(_ form: String) {
        let played = key(Self.token(form, with: nil), knowing: [Self.placeholder])
        for secrets in [Self.short, Self.long] {
            let decoded = secrets.values.map { PercentCoding.decodeForm($0) }
            expectEqual(key(Self.token(form, with: secrets), knowing: decoded), played)
            expectEqual(key(Self.token(form, with: secrets)), played)
        }
        expectEqual(Self.forms.filter { key(Self.token($0, with: nil)) == played }, [form])
    }

    @Test func revocationWithPlaceholderHasSameKey() {
        func revoke(_ token: String) -> HTTPRequest {
            .get("/oauth_revoke_token.do?token=" + token, principal: "jane", purpose: .signIn)
        }
        expectEqual(key(revoke("Rf7hQ2mZx0LpT9vB3nKc")), key(revoke(Self.placeholder), knowing: [Self.placeholder]))
        expectEqual(key(revoke("t")), key(revoke(Self.placeholder)))
    }

    @Test func tokensPlayInOrderAcrossSessions() async throws {
        let folder = TemporaryFolder()
        let password = Self.forms[0], refresh = Self.forms[2]
        func answer(_ number: Int) -> ScriptedTransport.Outcome {
            .success(
                .json(#"{"access_token":"Tk\#(number)aB3cD4eF5gH6iJ7","refresh_token":"r\#(number)","expires_in":2}"#))
        }
        func row(_ text: String) -> ScriptedTransport.Outcome { .success(.json("{\"result\":\"\(text)\"}")) }
        let write = HTTPRequest.send(.patch, "/api/now/table/incident/1", #"{"state":"2"}"#)
        let read = HTTPRequest.get("/api/now/table/incident/1")
        // Two sessions on one tape, as left by two processes.
        for session in 0..<2 {
            let recording = Recording(
                at: folder.tape,
                [
                    answer(session * 10), row("before \(session)"), answer(session * 10 + 1), row("written \(session)"),
                    answer(session * 10 + 2), row("after \(session)"),
                ])
            try await recording.command("one", Self.token(password, with: Self.long), read)
            try await recording.command(
                "two", Self.token(refresh, with: Self.long), write, Self.token(refresh, with: Self.short), read)
            try recording.deck.close()
        }
        let tape = try Cassette.playing(at: folder.tape)
        try expectEqual(
            tape.requests(after: 0, limit: 100).map(\.request.epoch),
            [
                nil, 0, nil, 1, nil, 1, nil, 1, nil, 2, nil, 2,
            ])
        let deck = PlayingDeck(tape, isStrict: true)
        for session in 0..<2 {
            let first = try await command(on: deck, "one", [Self.token(password, with: nil), read])
            let second = try await command(
                on: deck, "two", [Self.token(refresh, with: nil), write, Self.token(refresh, with: nil), read])
            // The placeholders' numbers distinguish the tokens of a session.
            expectEqual(first[1], "{\"result\":\"before \(session)\"}")
            #expect(
                second[1] == "{\"result\":\"written \(session)\"}" && second[3] == "{\"result\":\"after \(session)\"}")
            expectEqual(Set([first[0], second[0], second[2]]).count, 3)
        }
        #expect(deck.takeNotes().isEmpty)
        expectEqual(Audit(of: tape).findings, [])
    }
}
