import ExchangeModel
import Notation
import Testing

@testable import TapeDeck

/// Everything that signs in, where it stands on the wire.
@Suite struct SignInRedactionTests {
    private let redaction = Redaction(secrets: SecretBook())
    static let webToken =
        Base64.encodeURL(#"{"alg":"RS256","typ":"JWT"}"#) + "." + Base64.encodeURL(#"{"sub":"jane","jti":"1"}"#)
        + "." + "c2lnbmF0dXJlLW9mLWEtc3RhdGVtZW50"

    private func request(_ address: String, _ headers: HeaderFields = [:], _ body: String? = nil) -> HTTPRequest {
        redaction.redact(
            HTTPRequest(.post, HTTPURL(address)!, headers: headers, body: body.map { [UInt8]($0) }))
    }

    @Test(arguments: [
        (
            "grant_type=password&client_id=app&client_secret=cs&username=jane&password=p%26w&scope=useraccount",
            "grant_type=password&client_id=app&client_secret=REDACTED-secret-1&username=jane&password=REDACTED-password-1&scope=useraccount"
        ),
        (
            "grant_type=refresh_token&client_id=app&refresh_token=rt",
            "grant_type=refresh_token&client_id=app&refresh_token=REDACTED-token-1"
        ),
        (
            "grant_type=authorization_code&client_id=app&code=c0&redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&code_verifier=v",
            "grant_type=authorization_code&client_id=app&code=REDACTED-token-1&redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&code_verifier=REDACTED-token-2"
        ),
        (
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=app&assertion=a.b.c",
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=app&assertion=REDACTED-token-1"
        ),
        (
            "grant_type=client_credentials&client_id=app&client_secret=cs",
            "grant_type=client_credentials&client_id=app&client_secret=REDACTED-secret-1"
        ),
        (
            "user_name=jane&user_password=pw&sysparm_ck=ck&not_important=&sys_action=sysverb_login",
            "user_name=jane&user_password=REDACTED-password-1&sysparm_ck=REDACTED-token-1&not_important=&sys_action=sysverb_login"
        ),
    ])
    func formsThatSignIn(_ form: String, _ expected: String) {
        let redacted = request(
            "https://h.example.com/oauth_token.do", ["Content-Type": "application/x-www-form-urlencoded"], form)
        #expect(redacted.body?.text == expected)
        #expect(redaction.redact(redacted) == redacted)
    }

    @Test(arguments: [
        ("/oauth_revoke_token.do?token=abc", "/oauth_revoke_token.do?token=REDACTED-token-1"),
        (
            "/oauth_auth.do?response_type=code&client_id=app&state=s1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
            "/oauth_auth.do?response_type=code&client_id=app&state=REDACTED-token-1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        ),
        ("/callback?code=c0&state=s1&iss=x", "/callback?code=REDACTED-token-1&state=REDACTED-token-2&iss=x"),
        (
            "/?state=8xLoQ0tZr7GpT2mB&code=s0meLongerCodeOfChance",
            "/?state=REDACTED-token-1&code=REDACTED-token-2"
        ),
        ("/api/x/y?state=2&code=7", "/api/x/y?state=2&code=7"),
        ("/api/x/y?code=s0meLongerCodeOfChance", "/api/x/y?code=s0meLongerCodeOfChance"),
        ("/x?state=9c573169c611228700193229fff72400", "/x?state=9c573169c611228700193229fff72400"),
        (
            "/api/now/table/incident?x-sn-apikey=k1&active=true",
            "/api/now/table/incident?x-sn-apikey=REDACTED-key-1&active=true"
        ),
        (
            "/login.do?sysparm_uri=%2Foauth_auth.do%3Fclient_id%3Dapp%26state%3Ds1&v=%41",
            "/login.do?sysparm_uri=%2Foauth_auth.do%3Fclient_id%3Dapp%26state%3DREDACTED-token-1&v=%41"
        ),
    ])
    func addressesThatSignIn(_ target: String, _ expected: String) {
        let redacted = request("https://h.example.com" + target)
        #expect(redacted.url.description == "https://h.example.com" + expected)
        #expect(redaction.redact(redacted) == redacted)
        // The same address where an instance sends a browser.
        let location = redaction.redact(
            HTTPResponse(status: 302, headers: ["Location": "http://127.0.0.1:4711" + target]))
        #expect(
            Placeholder.unnumbered(location.headers["Location"] ?? "")
                == Placeholder.unnumbered("http://127.0.0.1:4711" + expected))
        #expect(redaction.redact(location) == location)
    }

    @Test func answersThatBringTokens() {
        let answer = redaction.redact(
            .json(
                #"{"access_token":"at","refresh_token":"rt","id_token":"it","scope":"useraccount","token_type":"Bearer","expires_in":1799}"#
            ))
        #expect(
            answer.text
                == #"{"access_token":"REDACTED-token-1","refresh_token":"REDACTED-token-2","id_token":"REDACTED-token-3","scope":"useraccount","token_type":"Bearer","expires_in":1799}"#
        )
        #expect(redaction.redact(answer) == answer)
        let refusal = HTTPResponse.json(#"{"error_description":"access_denied","error":"server_error"}"#, status: 401)
        #expect(redaction.redact(refusal) == refusal)
    }

    @Test func headersThatSignInAndThoseThatAReplayDecidesBy() {
        let sent = request(
            "https://h.example.com/x",
            [
                "Authorization": "Bearer tk", "x-sn-apikey": "k", "X-MFA_TOKEN": "246810", "X-UserToken": "ut",
                "Cookie": "JSESSIONID=1; glide_user=", "Proxy-Authorization": "Basic eDp5",
            ])
        #expect(
            sent.headers == [
                "Authorization": "Bearer REDACTED-authorization-1", "x-sn-apikey": "REDACTED-key-1",
                "X-MFA_TOKEN": "REDACTED-token-1", "X-UserToken": "REDACTED-token-2",
                "Cookie": "JSESSIONID=REDACTED-cookie-1; glide_user=",
                "Proxy-Authorization": "Basic REDACTED-authorization-2",
            ])
        let answer = HTTPResponse(
            status: 401,
            headers: [
                "X-MFA_TOKEN": "invalid", "X-Is-Logged-In": "true", "Date": "Sun, 22 Nov 2026 04:02:00 GMT",
                "X-UserToken-Response": "", "WWW-Authenticate": "BASIC realm=\"Service-now\"",
            ])
        #expect(redaction.redact(answer) == answer)
        let telling = redaction.redact(
            HTTPResponse(status: 401, headers: ["x-mfa_token": "135790", "X-UserToken-Response": "ck"]))
        #expect(telling.headers == ["x-mfa_token": "REDACTED-token-3", "X-UserToken-Response": "REDACTED-token-4"])
        #expect(redaction.redact(telling) == telling)
    }

    @Test func aWebTokenIsFoundWhereverItStands() {
        let token = Self.webToken
        for (text, expected) in [
            (token, "REDACTED-token-1"), ("x \(token). y", "x REDACTED-token-1. y"),
            ("{\"note\":\"see \(token)\"}", "{\"note\":\"see REDACTED-token-1\"}"),
            ("eyJ.eyJ.\(token).", "eyJ.eyJ.REDACTED-token-1."), ("eyJhbGciOiJSUzI1NiJ9", "eyJhbGciOiJSUzI1NiJ9"),
            ("J", "J"), ("eyJ", "eyJ"), (Base64.encodeURL(#"{"no":"algorithm"}"#) + ".a.b", nil),
        ] as [(String, String?)] {
            #expect(redaction.redactBody([UInt8](text), type: "text/plain").text == expected ?? text)
        }
        #expect(redaction.redactLine("rest GET /x?q=\(token)") == "rest GET /x?q=REDACTED-token-1")
        #expect(redaction.redactOutput([UInt8](token)).text == "REDACTED-token-1")
        #expect(redaction.redactText("No: \(token)") == "No: REDACTED-token-1")
        #expect(request("https://h.example.com/a/\(token)?b=\(token)").url.path == "/a/REDACTED-token-1")
        let many = String(repeating: "eyJhbGciOiJSUzI1NiJ9.", count: 20_000)
        _ = redaction.redactBody([UInt8](many), type: nil)
    }

    @Test func pagesThatSignIn() {
        let page = """
            <form action="oauth_auth.do"><input type="hidden" name="state" value="8xLoQ0tZr7GpT2mB">\
            <input name="state" value="2"><input name="code_challenge" value="E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM">\
            <input name="user_password" value="pw"></form><script>var g_ck = 'ab12';</script>
            """
        let expected = page.replacing("8xLoQ0tZr7GpT2mB", with: "REDACTED-token-1")
            .replacing("\"pw\"", with: "\"REDACTED-password-1\"").replacing("ab12", with: "REDACTED-token-2")
        #expect(redaction.redactBody([UInt8](page), type: "text/html").text == expected)
        #expect(redaction.redactBody([UInt8](expected), type: "text/html").text == expected)
    }

    @Test(
        arguments: [
            ("login --password pw", "login --password REDACTED-password-1"),
            ("login --password=pw", "login --password=REDACTED-password-1"),
            (
                "login --client-secret 'c s' --client-id abc",
                "login --client-secret 'REDACTED-secret-1' --client-id abc"
            ),
            ("login --api-key k", "login --api-key REDACTED-key-1"),
            ("login --token t", "login --token REDACTED-token-1"),
            ("connect dev --passcode 246810", "connect dev --passcode REDACTED-password-1"),
            (
                "rest GET '/api/now/table/x?x-sn-apikey=k&active=true'",
                "rest GET '/api/now/table/x?x-sn-apikey=REDACTED-key-1&active=true'"
            ),
            ("rest POST /oauth_revoke_token.do?token=t", "rest POST /oauth_revoke_token.do?token=REDACTED-token-1"),
            (
                "page open https://h.example.com/callback?code=c#access_token=t",
                "page open https://h.example.com/callback?code=REDACTED-token-1#access_token=REDACTED-token-2"
            ),
            (
                "rest GET '/x?sysparm_query=user_password=a^b=c'",
                "rest GET '/x?sysparm_query=user_password=REDACTED-password-1^b=c'"
            ),
            ("rest GET /x?a=1#b", nil), ("table list incident -q what?=x", nil),
            ("login --from env:TOKEN", nil), ("login --from env:MY_PASSWORD --client-from keyring", nil),
            ("login --from ask --from fd:3 --from keyring", nil), ("login --client-from=env:CLIENT_SECRET", nil),
            ("connect dev --client-id secret-thing --scope token", nil),
            ("connect dev --key /home/jane/private.key --certificate token.pem", nil),
            ("connect dev --sign-in token --user jane", nil), ("connect dev --sign-in=token", nil),
            ("connect dev --sign-in api-key --from env:KEY", nil), ("connect dev --sign-in oauth-password", nil),
            ("login --from command:'pass show dev/password'", nil), ("login --from 'command:pass show dev'", nil),
            ("login --from \"command:secret-tool lookup service dev\"", nil),
            ("login --from 'command:PASSWORD=abc get'", "login --from 'command:PASSWORD=REDACTED-password-1 get'"),
            ("login --from 'command:vault --token abc x'", "login --from 'command:vault --token REDACTED-token-1 x'"),
            ("login --from='command:echo hunter2'", "login --from='command:echo REDACTED-secret-1'"),
            ("login --from \"command:echo hunter2\"", "login --from \"command:echo REDACTED-secret-1\""),
            ("login --client-from=command:printf\\ x", nil),
            (
                "login --from 'command:curl -H \"Authorization: Bearer abc\" x'",
                "login --from 'command:curl -H \"Authorization: Bearer REDACTED-authorization-1\" x'"
            ),
        ] as [(String, String?)])
    func linesThatSignIn(_ line: String, _ expected: String?) {
        #expect(redaction.redactLine(line) == expected ?? line)
        #expect(redaction.redactLine(expected ?? line) == expected ?? line)
    }

    @Test func aProfileOnTheTapeHoldsNoSecretThatWasWrittenIntoIt() {
        let settings = #"{"settings":{},"profile":"profile add dev --from \"command:echo hunter2\" --client-id app"}"#
        let expected = settings.replacing("hunter2", with: "REDACTED-secret-1")
        #expect(redaction.redactSettings(settings) == expected)
        #expect(redaction.redactSettings(expected) == expected)
    }
}

extension Base64 {
    /// As web tokens are written: without padding.
    static func encodeURL(_ text: String) -> String { String(decoding: digits(of: text.utf8, .url), as: UTF8.self) }
}
