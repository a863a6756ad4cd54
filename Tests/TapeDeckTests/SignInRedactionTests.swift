import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// All credentials, wherever they are sent.
struct SignInRedactionTests {
    private let redaction = Redaction(secrets: SecretBook())
    static let webToken =
        Base64.encodeURL(#"{"alg":"RS256","typ":"JWT"}"#) + "." + Base64.encodeURL(#"{"sub":"jane","jti":"1"}"#)
        + "." + "c2lnbmF0dXJlLW9mLWEtc3RhdGVtZW50"

    private func request(_ address: String, _ headers: HeaderFields = [:], _ body: String? = nil) -> HTTPRequest {
        redaction.redact(
            HTTPRequest(.post, HTTPURL(address)!, headers: headers, body: body.map { [UInt8]($0) }))
    }

    @Test(
        arguments: MarkedText.lines(
            """
            grant_type=password&client_id=app&client_secret=‹cs|secret-1›&username=jane&password=‹p%26w|password-1›&scope=useraccount
            grant_type=refresh_token&client_id=app&refresh_token=‹rt|token-1›
            grant_type=authorization_code&code=‹c0|token-1›&redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&code_verifier=‹v|token-2›
            grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=app&assertion=‹a.b.c|token-1›
            grant_type=client_credentials&client_id=app&client_secret=‹cs|secret-1›
            user_name=jane&user_password=‹pw|password-1›&sysparm_ck=‹ck|token-1›&not_important=&sys_action=sysverb_login
            """))
    func signInForms(_ form: MarkedText) {
        let redacted = request(
            "https://h.example.com/oauth_token.do", ["Content-Type": "application/x-www-form-urlencoded"], form.sent)
        expectEqual(redacted.body?.text, form.kept)
        expectEqual(redaction.redact(redacted), redacted)
    }

    @Test(
        arguments: MarkedText.lines(
            """
            /oauth_revoke_token.do?token=‹abc|token-1›
            /oauth_auth.do?response_type=code&state=‹s1|token-1›&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256
            /callback?code=‹c0|token-1›&state=‹s1|token-2›&iss=x
            /?state=‹8xLoQ0tZr7GpT2mB|token-1›&code=‹s0meLongerCodeOfChance|token-2›
            /api/x/y?state=2&code=7
            /api/x/y?code=s0meLongerCodeOfChance
            /x?state=9c573169c611228700193229fff72400
            /api/now/table/incident?x-sn-apikey=‹k1|key-1›&active=true
            /login.do?sysparm_uri=%2Foauth_auth.do%3Fclient_id%3Dapp%26state%3D‹s1|token-1›&v=%41
            """))
    func signInURLs(_ target: MarkedText) {
        let redacted = request("https://h.example.com" + target.sent)
        expectEqual(redacted.url.description, "https://h.example.com" + target.kept)
        expectEqual(redaction.redact(redacted), redacted)
        // The same URL in a redirect of the instance.
        let location = redaction.redact(
            HTTPResponse(status: 302, headers: ["Location": "http://127.0.0.1:4711" + target.sent]))
        expectEqual(
            Placeholder.unnumbered(location.headers["Location"] ?? ""),
            Placeholder.unnumbered("http://127.0.0.1:4711" + target.kept))
        expectEqual(redaction.redact(location), location)
    }

    @Test func tokenResponses() {
        let text = MarkedText(
            #"{"access_token":"‹at|token-1›","refresh_token":"‹rt|token-2›","id_token":"‹it|token-3›","scope":"useraccount","token_type":"Bearer","expires_in":1799}"#
        )
        let answer = redaction.redact(.json(text.sent))
        expectEqual(answer.text, text.kept)
        expectEqual(redaction.redact(answer), answer)
        let refusal = HTTPResponse.json(#"{"error_description":"access_denied","error":"server_error"}"#, status: 401)
        expectEqual(redaction.redact(refusal), refusal)
    }

    @Test func authenticationHeaders() {
        let sent = request(
            "https://h.example.com/x",
            [
                "Authorization": "Bearer tk", "x-sn-apikey": "k", "X-MFA_TOKEN": "246810", "X-UserToken": "ut",
                "Cookie": "JSESSIONID=1; glide_user=", "Proxy-Authorization": "Basic eDp5",
            ])
        expectEqual(
            sent.headers,
            [
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
        expectEqual(redaction.redact(answer), answer)
        let telling = redaction.redact(
            HTTPResponse(status: 401, headers: ["x-mfa_token": "135790", "X-UserToken-Response": "ck"]))
        expectEqual(telling.headers, ["x-mfa_token": "REDACTED-token-3", "X-UserToken-Response": "REDACTED-token-4"])
        expectEqual(redaction.redact(telling), telling)
    }

    @Test func jwtIsRedactedEverywhere() {
        let token = Self.webToken
        for text in [
            "‹\(token)|token-1›", "x ‹\(token)|token-1›. y", "{\"note\":\"see ‹\(token)|token-1›\"}",
            "eyJ.eyJ.‹\(token)|token-1›.", "eyJhbGciOiJSUzI1NiJ9", "J", "eyJ",
            Base64.encodeURL(#"{"no":"algorithm"}"#) + ".a.b",
        ].map(MarkedText.init) {
            expectEqual(redaction.redactBody([UInt8](text.sent), type: "text/plain").text, text.kept)
        }
        expectEqual(redaction.redactLine("rest GET /x?q=\(token)"), "rest GET /x?q=REDACTED-token-1")
        expectEqual(redaction.redactOutput([UInt8](token)).text, "REDACTED-token-1")
        expectEqual(redaction.redactText("No: \(token)"), "No: REDACTED-token-1")
        expectEqual(request("https://h.example.com/a/\(token)?b=\(token)").url.path, "/a/REDACTED-token-1")
        let many = String(repeating: "eyJhbGciOiJSUzI1NiJ9.", count: 2000)
        _ = redaction.redactBody([UInt8](many), type: nil)
    }

    @Test func signInPages() {
        let page = MarkedText(
            """
            <form action="oauth_auth.do"><input type="hidden" name="state" value="‹8xLoQ0tZr7GpT2mB|token-1›">\
            <input name="state" value="2"><input name="code_challenge" value="E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM">\
            <input name="user_password" value="‹pw|password-1›"></form><script>var g_ck = '‹ab12|token-2›';</script>
            """)
        for text in [page.sent, page.kept] {
            expectEqual(redaction.redactBody([UInt8](text), type: "text/html").text, page.kept)
        }
    }

    @Test(
        arguments: MarkedText.lines(
            #"""
            login --password ‹pw|password-1›
            login --password=‹pw|password-1›
            login --client-secret '‹c s|secret-1›' --client-id abc
            login --api-key ‹k|key-1›
            login --token ‹t|token-1›
            connect dev --passcode ‹246810|password-1›
            rest GET '/api/now/table/x?x-sn-apikey=‹k|key-1›&active=true'
            rest POST /oauth_revoke_token.do?token=‹t|token-1›
            page open https://h.example.com/callback?code=‹c|token-1›#access_token=‹t|token-2›
            rest GET '/x?sysparm_query=user_password=‹a|password-1›^b=c'
            rest GET /x?a=1#b
            table list incident -q what?=x
            login --from env:TOKEN
            login --from env:MY_PASSWORD --client-from keyring
            login --from ask --from fd:3 --from keyring
            login --client-from=env:CLIENT_SECRET
            connect dev --client-id secret-thing --scope token
            connect dev --key /home/jane/private.key --certificate token.pem
            connect dev --sign-in token --user jane
            connect dev --sign-in=token
            connect dev --sign-in api-key --from env:KEY
            connect dev --sign-in oauth-password
            login --from command:'pass show dev/password'
            login --from 'command:pass show dev'
            login --from "command:secret-tool lookup service dev"
            login --from 'command:PASSWORD=‹abc|password-1› get'
            login --from 'command:vault --token ‹abc|token-1› x'
            login --from='command:echo ‹hunter2|secret-1›'
            login --from "command:echo ‹hunter2|secret-1›"
            login --client-from=command:printf\ x
            login --from 'command:curl -H "Authorization: Bearer ‹abc|authorization-1›" x'
            """#))
    func signInCommandLines(_ line: MarkedText) {
        expectEqual(redaction.redactLine(line.sent), line.kept)
        expectEqual(redaction.redactLine(line.kept), line.kept)
    }

    @Test func recordedProfileIsRedacted() {
        let settings = MarkedText(
            #"{"settings":{},"profile":"profile add dev --from \"command:echo ‹hunter2|secret-1›\" --client-id app"}"#)
        expectEqual(redaction.redactSettings(settings.sent), settings.kept)
        expectEqual(redaction.redactSettings(settings.kept), settings.kept)
    }
}

extension Base64 {
    /// Base64url without padding, as in JWTs.
    static func encodeURL(_ text: String) -> String { String(decoding: digits(of: text.utf8, .url), as: UTF8.self) }
}
