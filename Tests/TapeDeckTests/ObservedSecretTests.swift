import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Secrets that are only observed are also masked on the screen; a user name is not a secret, even if it equals one.
@Suite struct ObservedSecretTests {
    private static let refresh = "Rf7hQ2mZx0LpT9vB3nKc", page = String(repeating: "5f3a9b1c", count: 9)

    @Test func observedSecretIsMaskedInErrors() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(
            at: folder.tape,
            [
                .success(.json(#"{"refresh_token":"\#(Self.refresh)","token_type":"Bearer"}"#)),
                .success(
                    HTTPResponse(
                        status: 200, headers: ["Content-Type": "text/html"],
                        body: [UInt8]("<script>var g_ck = '\(Self.page)';</script>"))),
            ])
        let screen = Redaction(secrets: recording.secrets, sharing: .subscribes)
        let told = "No access with \(Self.refresh) and \(Self.page)."
        #expect(screen.redactText(told) == told)
        try await recording.command("rest GET /home.do", .get("/oauth_token.do"), .get("/home.do"))
        #expect(screen.redactText(told) == "No access with REDACTED-token-1 and REDACTED-token-2.")
        // Observed values do not change other recordings.
        #expect(Redaction(secrets: recording.secrets).redactText(told) == told)
        #expect(recording.secrets.entries == [])
    }

    @Test func shortOrPlainWordsAreNotMasked() {
        let book = SecretBook()
        for text in ["short", "Netherlands", "glide_session_store", ""] { book.overhear(text, as: "cookie") }
        let line = "short Netherlands glide_session_store"
        #expect(Redaction(secrets: book, sharing: .subscribes).redactText(line) == line)
    }

    /// The form names the user, and a replay, which has no password, matches that.
    @Test(arguments: [true, false])
    func userWithPasswordEqualToNameReplays(_ isKnownBefore: Bool) async throws {
        let name = "integration.user-0815"
        func token(_ password: String) -> HTTPRequest {
            HTTPRequest(
                .post, HTTPURL("http://sandbox.localhost/oauth_token.do")!,
                headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
                body: [UInt8]("grant_type=password&client_id=app&username=\(name)&password=\(password)"),
                purpose: .signIn, principal: name)
        }
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [.success(.json(#"{"expires_in":5}"#))])
        if isKnownBefore { recording.secrets.write(name, as: "password") }
        let recorded = try await recording.command("whoami", token(name))
        try recording.deck.close()
        let cassette = try Cassette.playing(at: folder.tape)
        let sent = try #require(try cassette.requests(after: 0, limit: 1).first)
        #expect(
            sent.request.body?.text
                == "grant_type=password&client_id=app&username=\(name)&password=REDACTED-password-1")
        let playing = PlayingDeck(cassette, isStrict: true)
        #expect(try await command(on: playing, "whoami", [token("stand-in")]) == recorded)
    }
}
