import CassetteStore
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

struct RedactionByValueTests {
    private static let password = "c0rrect-h&rse\"b/ttery"

    private func redaction(_ secrets: (String, String)...) -> Redaction {
        let book = SecretBook()
        for (text, label) in secrets { book.write(text, as: label) }
        return Redaction(secrets: book)
    }

    private func encodings(of secret: String) -> [(String, String)] {
        let hex = secret.utf8.map { String(format: "%02x", $0) }
        let base64 = (0..<3).map { lead in
            ("base64 \(lead)", Data((String(repeating: "u", count: lead) + secret + ":x").utf8).base64EncodedString())
        }
        return [
            ("raw", secret),
            ("percent", PercentCoding.encode(secret)),
            (
                "percent, small",
                PercentCoding.encode(secret).lowercased() == secret ? secret : hex.map { "%" + $0 }.joined()
            ),
            (
                "percent, mixed",
                hex.enumerated().map {
                    $0.offset % 2 == 0
                        ? "%" + $0.element.uppercased()
                        : String(decoding: [Array(secret.utf8)[$0.offset]], as: UTF8.self)
                }.joined()
            ),
            ("json", secret.replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "/", with: "\\/")),
            ("json, units", hex.map { "\\u00" + $0 }.joined()),
            (
                "html",
                secret.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
            ),
            ("html, numbers", secret.unicodeScalars.map { "&#\($0.value);" }.joined()),
            ("html, hexadecimal", hex.map { "&#x\($0);" }.joined()),
            ("html, numbers without semicolons", secret.unicodeScalars.map { "&#\($0.value)" }.joined()),
            (
                "html, names",
                secret.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("/", with: "&sol;")
            ),
            ("script", hex.map { "\\x" + $0 }.joined()), ("script, braces", hex.map { "\\u{\($0)}" }.joined()),
            ("hexadecimal", hex.joined()), ("hexadecimal, capitals", hex.joined().uppercased()),
        ] + base64
            + base64.map {
                (
                    $0.0 + " for addresses",
                    $0.1.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                        .replacingOccurrences(of: "=", with: "")
                )
            }
    }

    /// A short one is a word of its own beside any character that is no letter or digit of ASCII.
    @Test(arguments: ["„§“", "«§»", "密码§错误", "login→§", "\u{A0}§\u{A0}", "\u{FEFF}§", "_§_", "ü§", "{\"a\":\"§\"}"])
    func shortSecretIsFoundBesideAnyCharacter(_ text: String) {
        let redaction = redaction(("Winter24!", "password"))
        let body = Array(text.replacing("§", with: "Winter24!").utf8)
        expectEqual(redaction.redactBody(body, type: nil).text, text.replacing("§", with: "REDACTED-password-1"))
    }

    @Test func secretIsFoundInEveryEncoding() throws {
        for (name, written) in encodings(of: Self.password) {
            let redaction = redaction((Self.password, "password"))
            let text = "before \(written) after \(written)"
            let after = redaction.redactBody([UInt8](text), type: "text/plain").text
            #expect(after.hasPrefix("before ") && after.contains(" after "), "\(name)")
            #expect(!after.contains(written), "\(name)")
            if name.hasPrefix("base64") {
                var run = String(after.dropFirst(7).prefix { $0 != " " })
                    .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
                while run.utf8.count % 4 != 0 { run += "=" }
                let decoded = try #require(Data(base64Encoded: run), "\(name)")
                #expect(String(decoding: decoded, as: UTF8.self).hasSuffix("REDACTED-password-1:x"), "\(name)")
            } else {
                expectEqual(after, "before REDACTED-password-1 after REDACTED-password-1", "\(name)")
            }
            expectEqual(redaction.redactBody([UInt8](after), type: "text/plain").text, after, "\(name): not idempotent")
        }
    }

    @Test func spaceMayBePlusInForm() {
        let redaction = redaction(("correct horse 99", "password"))
        expectEqual(redaction.redactText("x=correct+horse+99&y"), "x=REDACTED-password-1&y")
        expectEqual(redaction.redactText("x=correct%20horse+99&y"), "x=REDACTED-password-1&y")
    }

    @Test func secretIsFoundInEveryPartOfAnExchange() {
        let secret = "S3cret-of-20-letters"
        let redaction = redaction((secret, "token"))
        let request = redaction.redact(
            HTTPRequest(
                .post, HTTPURL("http://h/\(secret)/x?a=\(secret)")!, headers: ["User-Agent": "x \(secret)"],
                body: [UInt8]("<\(secret)>")))
        expectEqual(request.url.description, "http://h/REDACTED-token-1/x?a=REDACTED-token-1")
        expectEqual(request.headers["User-Agent"], "x REDACTED-token-1")
        expectEqual(request.body?.text, "<REDACTED-token-1>")
        let response = redaction.redact(
            HTTPResponse(status: 200, reason: secret, headers: ["ETag": secret], body: [0] + [UInt8](secret) + [0]))
        expectEqual(response.reason, "REDACTED-token-1")
        expectEqual(response.headers["ETag"], "REDACTED-token-1")
        expectEqual(response.body, [0] + [UInt8]("REDACTED-token-1") + [0])
        expectEqual(redaction.redact(TransportFailure(.tls, "No \(secret).")).message, "No REDACTED-token-1.")
        expectEqual(redaction.redactLine("rest GET '/x?q=\(secret)'"), "rest GET '/x?q=REDACTED-token-1'")
        expectEqual(redaction.redactOutput([UInt8]("| \(secret) |")).text, "| REDACTED-token-1 |")
        expectEqual(redaction.redactInput([UInt8](secret)).text, "REDACTED-token-1")
    }

    @Test func shortSecretsAndPlainWordsStayInText() {
        let redaction = redaction(
            ("password", "password"), ("administrator", "password"), ("aaaaaaaaaaaaaaaa", "password"),
            ("elevenchars", "x"))
        let text = "the password of the administrator is aaaaaaaaaaaaaaaa elevenchars"
        expectEqual(redaction.redactText(text), text)
        #expect(SecretSearch.isSearchable([UInt8]("Administrator1")))
        #expect(SecretSearch.isSearchable([UInt8]("aWordInCamelCase")))
        #expect(SecretSearch.isSearchable([UInt8]("antidisestablishment")))
        #expect(!SecretSearch.isSearchable([UInt8]("Administrator")))
        #expect(!SecretSearch.isSearchable([UInt8]("REDACTED-cookie-1")))
    }

    /// A text's syntax may end a value inside the secret.
    @Test(arguments: ["text/plain", "text/html", "text/javascript", "application/x-www-form-urlencoded", nil])
    func secretIsRedactedWholeWhereItsNameIs(type: String?) {
        let secret = "S3cr;t&wi+th/ma,ny=si#gns?"
        let redaction = redaction((secret, "password"))
        for text in ["password=\(secret) is it", "https://h/x?sysparm_ck=\(secret)", "a=1&user_password=\(secret)&b=2"]
        {
            let redacted = String(decoding: redaction.redactBody(Array(text.utf8), type: type), as: UTF8.self)
            for part in ["S3cr", "t&wi", "th/ma", "ny=si", "gns?"] {
                #expect(!redacted.contains(part), "\(text) becomes \(redacted)")
            }
        }
    }

    /// Output that begins and ends like JSON and is none.
    @Test(arguments: ["{ password = 'S3cretOfAScript' }", "{\"a\":1}\npassword='S3cretOfAScript'\n{\"a\":1}\n"])
    func outputLikeJSONIsRedactedAsText(text: String) {
        let redacted = String(decoding: redaction().redactOutput(Array(text.utf8)), as: UTF8.self)
        #expect(!redacted.contains("S3cretOfAScript"), "\(redacted)")
    }

    @Test func secretFoundByPositionIsRedactedElsewhere() {
        let redaction = redaction()
        let response = redaction.redact(
            HTTPResponse(
                status: 200,
                headers: ["Set-Cookie": "JSESSIONID=3BFF4F3A8AC5F469; Path=/", "Content-Type": "text/html"],
                body: [UInt8]("<a href='x;jsessionid=3BFF4F3A8AC5F469'>")))
        expectEqual(response.body.text, "<a href='x;jsessionid=REDACTED-cookie-1'>")
        expectEqual(redaction.redactOutput([UInt8]("3BFF4F3A8AC5F469\n")).text, "REDACTED-cookie-1\n")
    }

    /// Fields that are the same in many exchanges are searched again once there is another secret.
    @Test func repeatedFieldIsRedactedOnceItsValueIsSecret() {
        let book = SecretBook()
        let redaction = Redaction(secrets: book)
        func field(_ value: String, body: String = "{}") -> String {
            let response = HTTPResponse(
                status: 200, headers: ["Server": "ServiceNow", "X-Transaction-ID": value], body: Array(body.utf8))
            return redaction.redact(response).headers["X-Transaction-ID"] ?? ""
        }
        let first = "5f0c61d7b24e-9a", second = "7e1d44c0b93f-1b"
        for _ in 0..<3 {
            expectEqual(field(first), first)
            expectEqual(field(second), second)
        }
        expectEqual(field(first, body: #"{"access_token":"\#(first)"}"#), "REDACTED-token-1")
        expectEqual(field(first), "REDACTED-token-1")
        expectEqual(field(second), second)
        book.write(second, as: "password")
        expectEqual(field(second), "REDACTED-password-1")
        // The same field of a request is withheld.
        var request = HTTPRequest.get("/a")
        request.headers = ["Server": "ServiceNow"]
        expectEqual(redaction.redact(request).headers["Server"], "REDACTED-header")
    }

    @Test func plainWordCookieStaysInRecords() {
        let redaction = redaction(("America/New_York", "cookie"))
        let response = redaction.redact(
            HTTPResponse(
                status: 200, headers: ["Set-Cookie": "zone=America/New_York; lang=Europe/Berlin_1"],
                body: [UInt8](#"{"time_zone":"America/New_York"}"#)))
        expectEqual(response.headers["Set-Cookie"]?.hasPrefix("zone=REDACTED-cookie-1;"), true)
        expectEqual(response.body.text, #"{"time_zone":"America/New_York"}"#)
    }

    @Test func equalSecretsShareAPlaceholder() {
        let book = SecretBook()
        let redaction = Redaction(secrets: book)
        expectEqual(redaction.redactText("first-secret-1 second-secret-2"), "first-secret-1 second-secret-2")
        book.write("second-secret-2", as: "token")
        expectEqual(redaction.redactText("first-secret-1 second-secret-2"), "first-secret-1 REDACTED-token-1")
        book.write("first-secret-1", as: "token")
        expectEqual(redaction.redactText("first-secret-1 second-secret-2"), "REDACTED-token-2 REDACTED-token-1")
        expectEqual(redaction.redactLine("x --token first-secret-1"), "x --token REDACTED-token-2")
    }

    @Test func overlappingSecretsAreRedactedCompletely() {
        let redaction = redaction(("abcdef-ghijklm", "a"), ("ghijklm-nopqrs", "b"), ("xx-abcdef-ghijklm-yy", "c"))
        expectEqual(redaction.redactText("<abcdef-ghijklm-nopqrs>"), "<REDACTED-a-1>")
        expectEqual(redaction.redactText("<xx-abcdef-ghijklm-yy>"), "<REDACTED-c-1>")
    }

    @Test func patternsAreFoundAtAnyPosition() {
        var search = PatternSearch()
        let patterns = ["abcabcabcabcabc", "bcabcabcabca", "cabcabcabcabX", "zzzzzzzzzzzz"].map { [UInt8]($0) }
        for pattern in patterns { search.add(pattern) }
        let text = [UInt8]("xabcabcabcabcabcabcabXzzzzzzzzzzzzz")
        var expected: [PatternSearch.Match] = []
        for start in text.indices {
            for (number, pattern) in patterns.enumerated() where text[start...].starts(with: pattern) {
                expected.append(.init(range: start..<start + pattern.count, pattern: number))
            }
        }
        expectEqual(
            search.matches(in: text).sorted { ($0.range.lowerBound, $0.pattern) < ($1.range.lowerBound, $1.pattern) },
            expected)
        #expect(expected.count >= 6)
    }

    @Test func secretInBytesThatLookLikeUTF16IsFound() {
        let book = SecretBook()
        book.write("c0rrect-horse-42", as: "password")
        let redaction = Redaction(secrets: book)
        let bytes = (0..<40).flatMap { _ in [UInt8(ascii: "e"), 0] } + Array("c0rrect-horse-42".utf8)
        let start = bytes.prefix(80)
        expectEqual(redaction.redactBody(bytes, type: nil), start + Array("REDACTED-password-1".utf8))
        expectEqual(redaction.masked(bytes), start + Array("********".utf8))
    }

    /// A secret of the body may contain the end of a cookie's value.
    @Test func cookieThatContainedTheEndOfItsValueIsRedacted() {
        let redaction = redaction()
        let request = HTTPRequest(
            .post, HTTPURL("https://a.example/x")!,
            headers: ["Content-Type": "application/json", "Cookie": "a=;pass-1234 b=c"],
            body: [UInt8](#"{"password":";pass-1234"}"#))
        let once = redaction.redact(request)
        expectEqual(once.headers["Cookie"], "a=REDACTED-cookie-2")
        expectEqual(redaction.redact(once), once)
    }
}

/// Secrets learned from a command's requests and responses are redacted in the line that sent them.
struct LineSecretTests {
    /// The stored line after a request with that body was recorded.
    private func line(_ line: String, after body: String, type: String = "application/json") -> String {
        let redaction = Redaction(secrets: SecretBook())
        redaction.beginLine()
        let first = redaction.redactLine(line)
        var request = HTTPRequest(.post, HTTPURL("https://h.example.com/x")!, headers: ["Content-Type": type])
        request.body = Array(body.utf8)
        _ = redaction.redact(request)
        return redaction.hidingLineSecrets(in: first)
    }

    @Test(arguments: [
        ("page form login.do name=X", "page form login.do name=REDACTED-password-1"),
        ("x 'a X b'", "x 'a REDACTED-password-1 b'"),
        // A name, a part of a word, and the command itself stay.
        ("X X=1 --X X-Foo oX -H 'X-Foo: a'", "X X=1 --X X-Foo oX -H 'X-Foo: REDACTED-header'"),
    ])
    func secretsOfAnyLengthAreRedacted(_ typed: String, _ kept: String) {
        expectEqual(line(typed, after: #"{"password":"X"}"#), kept)
    }

    @Test func flagsNumbersAndSecretNamesStay() {
        let typed = "table list incident -n 1 --sign-in oauth-password active=true"
        expectEqual(line(typed, after: #"{"token":"1","user_password":"password","pin":"true"}"#), typed)
    }

    @Test func shortSecretIsRedactedByValueLater() {
        let redaction = Redaction(secrets: SecretBook())
        _ = redaction.redact(
            HTTPResponse(status: 200, headers: [:], body: Array(#"{"name":"db.password","value":"hunter2"}"#.utf8)))
        expectEqual(
            redaction.redactOutput(Array("the hunter2 of hunter21\n".utf8)),
            Array("the REDACTED-password-1 of hunter21\n".utf8))
        expectEqual(redaction.redactText("hunter2"), "REDACTED-password-1")
    }

    @Test func quotationMarkAfterURLIsKept() {
        let redaction = Redaction(secrets: SecretBook())
        expectEqual(
            redaction.redactText("  rest GET '/home.do;jsessionid=ABC' -i\n"),
            "  rest GET '/home.do;jsessionid=REDACTED-secret-1' -i\n")
    }
}

/// Secrets that are only observed are also masked on the screen; a user name is not a secret, even if it equals one.
struct ObservedSecretTests {
    private static let refresh = "Rf7hQ2mZx0LpT9vB3nKc", page = String(repeating: "5f3a9b1c", count: 9)

    @Test func observedSecretIsMaskedInErrors() async throws {
        let recording = Recording(
            [
                .success(.json(#"{"refresh_token":"\#(Self.refresh)","token_type":"Bearer"}"#)),
                .success(
                    HTTPResponse(
                        status: 200, headers: ["Content-Type": "text/html"],
                        body: [UInt8]("<script>var g_ck = '\(Self.page)';</script>"))),
            ])
        let screen = Redaction(secrets: recording.secrets, sharing: .subscribes)
        let told = "No access with \(Self.refresh) and \(Self.page)."
        expectEqual(screen.redactText(told), told)
        try await recording.command("rest GET /home.do", .get("/oauth_token.do"), .get("/home.do"))
        expectEqual(screen.redactText(told), "No access with REDACTED-token-1 and REDACTED-token-2.")
        // Observed values do not change other recordings.
        expectEqual(Redaction(secrets: recording.secrets).redactText(told), told)
        expectEqual(recording.secrets.entries, [])
    }

    /// Typing the same again, with the secret, gives the same responses.
    @Test func secretInURLIsRedactedInHeadersAndBody() async throws {
        let recording = Recording([.success(.json("a")), .success(.json("b"))])
        var first = HTTPRequest.get("/x/\(Self.refresh)/y?z=\(Self.refresh)")
        first.headers.append("X-UserToken", Self.refresh)
        let second = HTTPRequest.send(.post, "/x?z=\(Self.page)", #"{"password":"\#(Self.page)"}"#)
        try await recording.command("x", first, second)
        let player = Player(try recording.played(), isStrict: true)
        let file = try bytes(of: recording.path)
        for secret in [Self.refresh, Self.page] { expectEqual(file.firstRange(of: [UInt8](secret)), nil) }
        try expectEqual([first, second].map { try player.answer($0).text }, ["a", "b"])
    }

    @Test func shortOrPlainWordsAreNotMasked() {
        let book = SecretBook()
        for text in ["short", "Netherlands", "glide_session_store", ""] { book.overhear(text, as: "cookie") }
        let line = "short Netherlands glide_session_store"
        expectEqual(Redaction(secrets: book, sharing: .subscribes).redactText(line), line)
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
        let recording = Recording([.success(.json(#"{"expires_in":5}"#))])
        if isKnownBefore { recording.secrets.write(name, as: "password") }
        let recorded = try await recording.command("whoami", token(name))
        let cassette = try recording.played()
        let sent = try #require(try cassette.requests(after: 0, limit: 1).first)
        expectEqual(
            sent.request.body?.text,
            "grant_type=password&client_id=app&username=\(name)&password=REDACTED-password-1")
        let playing = PlayingDeck(cassette, isStrict: true)
        try await expectEqual(command(on: playing, "whoami", [token("stand-in")]), recorded)
    }
}
