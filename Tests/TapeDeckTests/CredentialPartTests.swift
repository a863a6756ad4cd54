import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// A credential that arrives in a request is decoded: a server that repeats only the password leaks nothing.
struct CredentialPartTests {
    static let passwords = [
        "h&nt3r!x", "Wint3r2x", "pä55wort9", "Long&Secret/Passw0rd=Zq", "correct horse battery 9 staple",
    ]

    /// The ways in which a server may repeat a text.
    static func echoes(of text: String) -> [String] {
        let json = JSON.string(text).compactBytes.text
        let percent = PercentCoding.encode(text)
        return [
            text, percent, percent.lowercased().contains("%") ? PercentCoding.encode(percent) : percent,
            percent.replacing("%21", with: "!"), json, JSON.string(json).compactBytes.text,
            text.replacing("&", with: "&amp;"), text.replacing("&", with: "&#38;").replacing("=", with: "&#x3D;"),
            text.replacing("&", with: "\\u0026").replacing("/", with: "\\/"), Base64.encode(text.utf8),
            Base64.encode("user \(text) end".utf8),
        ]
    }

    private static func request(_ name: String, _ value: String) -> HTTPRequest {
        HTTPRequest(.get, HTTPURL("http://sandbox.localhost/api/x")!, headers: HeaderFields([HeaderField(name, value)]))
    }

    private static func answer(_ text: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: ["Content-Type": "text/plain", "Location": "/x#" + PercentCoding.encode(text)],
            body: Array("You sent \(text) just now".utf8))
    }

    /// Whether a redacted answer holds a text in any spelling.
    private static func holds(_ answer: HTTPResponse, _ text: String) -> Bool {
        let fields = answer.headers.fields.map { PercentCoding.decode($0.value) }.joined(separator: "\n")
        var body = answer.body.text
        body += body.split(separator: " ").compactMap { Base64.decode($0.utf8).map(\.text) }.joined()
        for _ in 0..<2 { body += PercentCoding.decode(body) }
        body += body.replacing("&amp;", with: "&").replacing("&#38;", with: "&").replacing("&#x3D;", with: "=")
        body += body.replacing("\\u0026", with: "&").replacing("\\/", with: "/").replacing("\\\"", with: "\"")
        return (fields + body).contains(text)
    }

    @Test(arguments: passwords, ["Authorization", "Proxy-Authorization"])
    func passwordOfBasicIsReplacedWhereItIsRepeated(_ password: String, _ name: String) {
        for echo in Self.echoes(of: password) {
            let redaction = Redaction(secrets: SecretBook())
            _ = redaction.redact(Self.request(name, "Basic " + Base64.encode("sync.user:\(password)".utf8)))
            #expect(Self.holds(Self.answer(echo), password))
            let redacted = redaction.redact(Self.answer(echo))
            #expect(!Self.holds(redacted, password), "\(echo): \(redacted.body.text)")
            // A user name is no secret.
            expectEqual(redaction.redactText("sync.user is here"), "sync.user is here")
        }
    }

    @Test(arguments: [
        ("Authorization", "Basic " + Base64.encode("client:a%2Fb%2Bc9x".utf8), "a/b+c9x"),
        (
            "Authorization", "Basic " + Base64.encode([UInt8]("jane:p".utf8) + [0xE4] + [UInt8]("ss9Word".utf8)),
            "päss9Word"
        ),
        ("Authorization", "Basic " + Base64.encode("key-4Zq8Lm2Pn6:".utf8), "key-4Zq8Lm2Pn6"),
        ("Authorization", "Token 8fK2mZ-own-scheme", "8fK2mZ-own-scheme"),
        ("Authorization", #"OAuth realm="x", oauth_token="tK9.zX7-vB5q", oauth_version="1.0""#, "tK9.zX7-vB5q"),
        (
            "Authorization", #"Digest username="jane", uri="/api/x", response="6629fae49393a05397450978507c4ef1""#,
            "6629fae49393a05397450978507c4ef1"
        ),
        ("Cookie", "sid=aB3%2Fd9%2BxQ7kLm", "aB3/d9+xQ7kLm"),
        ("X-UserToken", "5f3a9b1c5f3a9b1c-own", "5f3a9b1c5f3a9b1c-own"),
        ("X-Api-Key", "Qw9-api-Key", "Qw9-api-Key"),
    ])
    func otherCredentialsAreDecoded(_ name: String, _ value: String, _ secret: String) {
        let redaction = Redaction(secrets: SecretBook())
        _ = redaction.redact(Self.request(name, value))
        #expect(redaction.redact(Self.answer(secret)).body.text.hasPrefix("You sent REDACTED-"))
        expectEqual(redaction.redactText("uri /api/x of jane"), "uri /api/x of jane")
    }

    @Test func passwordEqualToTheNameOrAWordStays() {
        let redaction = Redaction(secrets: SecretBook())
        for pair in ["robot-2000-x:robot-2000-x", "jane:password", "jane:abc"] {
            _ = redaction.redact(Self.request("Authorization", "Basic " + Base64.encode(pair.utf8)))
        }
        expectEqual(redaction.redactText("robot-2000-x, password, abc"), "robot-2000-x, password, abc")
    }

    /// The request's own body, address and headers, and the answer, as `serve record` commits them.
    @Test func ownExchangeIsCommittedWithoutThePassword() async throws {
        let recording = Recording([.success(.json(#"{"you":"Wint3r2x"}"#))])
        var request = HTTPRequest.send(.post, "/api/x?note=Wint3r2x", #"{"note":"it is Wint3r2x"}"#)
        request.headers = HeaderFields(
            [HeaderField("Referer", "http://h/Wint3r2x")] + request.headers.fields
                + [HeaderField("Authorization", "Basic " + Base64.encode("jane:Wint3r2x".utf8))])
        _ = try await recording.command("x", request)
        let cassette = try recording.played()
        var dump = ""
        try cassette.dump { dump += $0 }
        #expect(dump.contains("REDACTED-password-1") && !dump.contains("Wint3r2x"))
        #expect(Audit(of: cassette).findings.isEmpty)
    }

    // MARK: Imports

    /// A password that only the second entry reveals is in the first one too.
    @Test func importsReplaceEarlierEchoes() throws {
        let basic = "Basic " + Base64.encode("jane:Wint3r2x".utf8)
        let har = SampleHAR.file([
            SampleHAR.entry(
                "GET", "/a",
                response: #""headers": [], "content": {"size": 9, "mimeType": "text/plain", "text": "it: Wint3r2x"}"#),
            SampleHAR.entry(
                "GET", "/b", at: "2024-04-16T17:16:19.000Z",
                request: #""headers": [{"name": "Authorization", "value": "\#(basic)"}]"#),
        ])
        let yaml = """
            version: 1
            interactions:
            - request: {method: GET, uri: "https://dev1.service-now.com/a", body: null, headers: {}}
              response: {status: {code: 200, message: OK}, headers: {}, body: {string: "it: Wint3r2x"}}
            - request: {method: GET, uri: "https://dev1.service-now.com/b", body: null, headers: {Authorization: ["\(basic)"]}}
              response: {status: {code: 200, message: OK}, headers: {}, body: {string: "ok"}}

            """
        for text in [har, yaml] {
            let made = try ImportedHAR(recognizing: Array(text.utf8))
            try expectEqual(made.response(1)?.body.text, "it: REDACTED-password-1")
            #expect(try !made.dump.contains("Wint3r2x"))
        }
    }

    @Test(arguments: [
        (
            #""type": "basic", "basic": [{"key": "username", "value": "jane"}, {"key": "password", "value": "{{pw}}"}]"#,
            "Wint3r2x"
        ),
        (#""type": "bearer", "bearer": {"token": "Tk-9zQ4-own-tok"}"#, "Tk-9zQ4-own-tok"),
        (
            #""type": "apikey", "apikey": [{"key": "key", "value": "api_key"}, {"key": "in", "value": "query"}, {"key": "value", "value": "Qw9-own-Key"}]"#,
            "Qw9-own-Key"
        ),
        (
            #""type": "oauth2", "oauth2": [{"key": "clientSecret", "value": "cS-8Lm2-own"}, {"key": "clientId", "value": "app"}]"#,
            "cS-8Lm2-own"
        ),
        (
            #""type": "digest", "digest": [{"key": "password", "value": "dG-8Lm2-own"}, {"key": "username", "value": "u"}]"#,
            "dG-8Lm2-own"
        ),
        (#""type": "noauth""#, "Vr-7secret-own"),
        (#""type": "noauth""#, "Nm-7named-own"),
    ])
    func postmanSecretsAreReplaced(_ auth: String, _ secret: String) throws {
        let collection = #"""
            {"info": {"name": "n", "schema": "s"}, "auth": {\#(auth)}, "item": [
              {"request": {"method": "GET", "url": "https://dev1.service-now.com/a"}, "response": [
                {"code": 200, "header": [{"key": "Content-Type", "value": "text/plain"}], "body": "jane sent \#(secret) here"}]}],
             "variable": [{"key": "pw", "value": "Wint3r2x", "type": "default"},
              {"key": "mine", "value": "Vr-7secret-own", "type": "secret"}, {"key": "apiToken", "value": "Nm-7named-own"},
              {"key": "base", "value": "https://dev1.service-now.com"}]}
            """#
        let made = try ImportedHAR(recognizing: Array(collection.utf8))
        let body = try #require(try made.response(1)?.body.text)
        #expect(body.hasPrefix("jane sent REDACTED-") && body.hasSuffix(" here"), "\(body)")
        #expect(try !made.dump.contains(secret))
    }
}
