import ExchangeModel
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

struct RedactionByPositionTests {
    private let redaction = Redaction(secrets: SecretBook())

    private func body(_ text: String, _ type: String?) -> String {
        redaction.redactBody([UInt8](text), type: type).text
    }

    /// Redacts the secrets of a body; redacting again changes nothing.
    private func expect(
        _ text: MarkedText, _ type: String?, _ place: SourceLocation = #_sourceLocation
    ) {
        expectEqual(body(text.sent, type), text.kept, sourceLocation: place)
        expectEqual(body(text.kept, type), text.kept, sourceLocation: place)
    }

    @Test func pageOutputWithByteOrderMarkIsRedacted() {
        let page = MarkedText("\u{FEFF}<input type=password value=\"‹bb|password-1›\">")
        let units = Array("\u{FEFF}<input type=password value=bb>".utf16)
        let utf16 = units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        expectEqual(redaction.redactOutput([UInt8](page.sent.utf8)).text, page.kept)
        #expect(!redaction.redactOutput(utf16).filter { $0 != 0 }.text.contains("value=bb"))
    }

    @Test(arguments: [
        "password:\n  value: ‹S3cretOne9|password-1›\n", "user_kennwort: ‹S3cretOne9|password-1›\n",
        "token:\n  valueFrom: x\npassword: ‹S3cretOne9|password-1›\n",
    ])
    func valueBelowItsNameIsRedacted(_ text: String) { expect(MarkedText(text), "application/yaml") }

    @Test func headersAreAllowListed() {
        let request = HTTPRequest(
            .get, HTTPURL("http://h.example.com/")!,
            headers: [
                "Accept": "*/*", "Authorization": "Basic am9objpwdw==", "Cookie": "a=1; b=\"2=2\"; c=; a=1",
                "X-UserToken": "ab", "X-Odd": "odd", "Content-Type": "text/plain",
            ])
        expectEqual(
            redaction.redact(request).headers,
            [
                "Accept": "*/*", "Authorization": "Basic REDACTED-authorization-1",
                "Cookie": "a=REDACTED-cookie-1; b=\"REDACTED-cookie-2\"; c=; a=REDACTED-cookie-1",
                "X-UserToken": "REDACTED-token-1", "X-Odd": "REDACTED-header", "Content-Type": "text/plain",
            ])
        let cookie = MarkedText(
            #"glide_user="‹U0N2Mjo=|cookie-3›"; Max-Age=5; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly; x=‹y|cookie-4›"#
        )
        let response = HTTPResponse(
            status: 302,
            headers: [
                "Location": "https://u:pw@h.example.com/x?token=abc&a=1",
                "Link": "<http://h/?sysparm_ck=ck1>;rel=\"next\"",
                "X-Cursor": "Zk3v9QpX1mLr8TbWs2Yd", "X-UserToken-Response": "t", "Server": "ServiceNow",
                "X-Empty": "",
                "Set-Cookie": cookie.sent, "set-cookie": "glide_user_session=; Max-Age=0; Path=/",
            ])
        expectEqual(
            redaction.redact(response).headers,
            [
                "Location": "https://u:REDACTED-password-1@h.example.com/x?token=REDACTED-token-2&a=1",
                "Link": "<http://h/?sysparm_ck=REDACTED-token-3>;rel=\"next\"", "X-Cursor": "REDACTED-header",
                "X-UserToken-Response": "REDACTED-token-4", "Server": "ServiceNow", "X-Empty": "",
                "Set-Cookie": cookie.kept, "set-cookie": "glide_user_session=; Max-Age=0; Path=/",
            ])
    }

    @Test(
        arguments: MarkedText.lines(
            #"""
            sid="‹ab;cd=ef;gh|cookie-1›"; Path=/; Secure
            sid=‹"ab|cookie-1›;path=cd; Path=/
            sid=‹ab|cookie-1›; ‹cd"|cookie-2›; HttpOnly
            ‹just-a-value|cookie-1›; SECURE;SameSite=None
            """#))
    func cookieValueIsNotParsedAsAttribute(_ line: MarkedText) {
        for text in [line.sent, line.kept] {
            let answer = redaction.redact(HTTPResponse(status: 200, headers: ["SET-cookie": text]))
            expectEqual(answer.headers["Set-Cookie"], line.kept)
        }
    }

    @Test func laterSecretIsRedactedInEarlierLine() {
        let response = HTTPResponse(
            status: 302,
            headers: [
                "Location": "/a/0123456789abcdef0123/b", "Set-Cookie": "JSESSIONID=0123456789abcdef0123; Path=/",
            ])
        expectEqual(redaction.redact(response).headers["Location"], "/a/REDACTED-cookie-1/b")
    }

    @Test func secretsBesideAPathAndInAFragment() {
        let location = MarkedText(
            "https://h/x.do;jsessionid=‹AB12|secret-1›;v=1/y?token=‹t|token-1›#access_token=‹at|token-2›&state=s")
        let response = HTTPResponse(status: 302, headers: ["Location": location.sent])
        expectEqual(redaction.redact(response).headers["Location"], location.kept)
        let url = MarkedText("https://h/x.do;jsessionid=‹AB12|secret-1›;v=1?a=b;c")
        expectEqual(redaction.redact(HTTPURL(url.sent)!).description, url.kept)
    }

    @Test(
        arguments: MarkedText.lines(
            #"""
            {"access_token" : "‹abc|token-1›","n":1}
            {"pass\u0077ord":"‹p\"q|password-1›","a":"password"}
            {"token":‹12345|"token-1"›,"x":[{"PASSWORD":"‹a|password-1›"},{"password":"‹a|password-1›"}]}
            {"user_password":{"display_value":"********","value":"‹h|password-1›","n":null,"b":true}}
            {"caller_id.user_password":"‹x|password-1›","password_needs_reset":"y"}
            {"h":[{"name":"Authorization","value":"‹Basic x|authorization-1›"},{"value":"‹t|token-1›","name":"X-UserToken"},{"name":"Accept","value":"a"}]}
            {"result":[{"token":"‹abc|token-1›
            {"token":"‹a|token-1›"}{"error":{"message":"Transaction cancelled"}}
            {"token":"","secret":null,"apiKey":true}
            ["token","abc"]
            {"u_password":"‹ab1|password-1›","apiToken":"‹cd2|token-1›","token_type":"Bearer","has_password":"yes","description":"My password is ab1, the token: cd2"}
            {"u_client_secret":{"value":"‹ef3|secret-1›","display_value":"‹ef3|secret-1›"},"x_api_key":‹45|"key-1"›,"password_needs_reset":"true","db_password":true}
            {"u_password":"‹<k&9!protected>|password-1›","token":"<token protected>","secret":"[removed: 9 bytes]"}
            {"name":"smtp.password","value":"‹ab1|password-1›"}
            {"name":"Reset my password","value":"tomorrow"}
            {"credential":{"link":"https://h/x/0123456789abcdef0123456789abcdef","value":"0123456789abcdef0123456789abcdef"},"u_credentials":"‹ab1|credential-1›"}
            {"u_token":"‹0123456789abcdef0123456789abcdef|token-1›"}
            {"result":{"columns":{"user_password":{"name":"user_password","label":"Password","type":"password","value":"‹ab1|password-1›","choices":[{"value":"x"}]},"u_token":"‹cd2|token-1›"}}}
            {"password":"‹user_password|password-1›","name":"user_password"}
            """#))
    func secretFieldsOfJSON(_ text: MarkedText) {
        expect(text, "application/json")
        expect(text, nil)
    }

    @Test func secretFieldsOfFormsAndQueries() {
        let form = "application/x-www-form-urlencoded"
        expect(
            MarkedText("user_name=a&user_password=‹p%40q|password-1›&sysparm_ck=&code=‹9|token-1›&x"), form)
        expect(MarkedText("u_db_password=‹a%20b|password-2›&token_type=x&user%5Bapi_key%5D=‹cd|key-1›"), form)
        let query = MarkedText(
            "access_token=‹ab|token-2›&code=3&my_api_token=‹ab1|token-3›&sysparm_query=u_api_tokenSTARTSWITH‹cd2|token-4›%5Eactive=true"
        )
        let request = HTTPRequest(
            .get, HTTPURL("http://h/x?" + query.sent)!, headers: ["X-My-Api-Key": "ef3", "Accept": "a/b"])
        let redacted = redaction.redact(request)
        expectEqual(redacted.url.query, query.kept)
        expectEqual(redacted.headers, ["X-My-Api-Key": "REDACTED-key-2", "Accept": "a/b"])
        expectEqual(redaction.redact(redacted), redacted)
    }

    @Test(
        arguments: MarkedText.lines(
            """
            active=true^user_password=‹hunter2|password-1›^state=1
            a=1^ORu_x.tokenSTARTSWITH‹ab|token-1›^NQpassword!=‹ab|token-1›
            user_passwordISEMPTY^description=user_password
            """))
    func secretColumnsOfEncodedQueries(_ query: MarkedText) {
        expectEqual(
            redaction.redactLine("table list sys_user -q '\(query.sent)' -n 3"),
            "table list sys_user -q '\(query.kept)' -n 3")
        let url = HTTPURL("http://h/api?x=1&sysparm_query=\(PercentCoding.encode(query.sent))&y=2")!
        expectEqual(redaction.redact(url).queryFields.map(\.value), ["1", query.kept, "2"])
        let link = "<http://h/api?sysparm_query=\(PercentCoding.encode(query.sent))>;rel=\"next\""
        let answer = redaction.redact(HTTPResponse(status: 200, headers: ["Link": link]))
        expectEqual(
            PercentCoding.decode(answer.headers["Link"] ?? ""),
            "<http://h/api?sysparm_query=\(query.kept)>;rel=\"next\"")
        expectEqual(redaction.redact(redaction.redact(url)), redaction.redact(url))
    }

    @Test func secretFieldsOfMultipartBodies() {
        func part(_ name: String, _ content: String) -> String {
            "--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
        }
        let type = "multipart/form-data; boundary=XX"
        expect(MarkedText(part("password", "‹open|password-1›") + part("f", "keep") + "--XX--\r\n"), type)
        // An unterminated body is read to its end.
        expect(MarkedText(part("u_api_token", "‹ab1|token-1›") + part("password", "‹shut|password-2›")), type)
    }

    @Test func secretsOfPages() {
        let page = MarkedText(
            """
            <html><script>var g_ck = '‹aaaa|token-1›'; NOW.session_id="‹bbbb|secret-1›";\
            window.x = {"g_ck":"‹aaaa|token-1›", token_type: 'Bearer'};</script>
            <input type="hidden" name="sysparm_ck" id='sysparm_ck' value="‹cccc&amp;|token-2›">\
            <INPUT TYPE=password VALUE=‹dddd|password-1›>
            <input name="user_name" value="john"><p>password: '‹open|password-2›' is a word</p></html>
            """)
        expect(page, "text/html;charset=UTF-8")
        expect(
            MarkedText("<x><user_password>‹a|password-3›</user_password><token/></x>"), "application/xml")
        expect(
            MarkedText(
                "<TextArea rows=2 name=\"incident.u_password\">‹b|password-4›</textarea><textarea name=x>c</textarea>"),
            "text/html")
        let token = String(repeating: "5f3a9b1c", count: 9)
        expect(
            MarkedText(
                "<a href=\"/x.do?sysparm_ck=‹\(token)|token-3›&a=1\"><a href='/x.do?a=1&amp;sysparm_ck=‹\(token)|token-3›'>"
                    + "<script>x=1;sysparm_ck=g_ck;y=1</script>"), "text/html")
        let written = MarkedText("<input type=\"password\" value=\"‹bb|password-5›\"> <p>1 < 2</p>\n")
        expectEqual(redaction.redactOutput([UInt8](written.sent)).text, written.kept)
    }

    /// A page in UTF-16 is redacted like one in UTF-8.
    @Test(arguments: [("text/html", true, true), ("text/html;charset=utf-16be", false, false)])
    func secretsOfWidePages(type: String, isLittle: Bool, isMarked: Bool) {
        func wide(_ text: String) -> [UInt8] {
            ((isMarked ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
                let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
                return isLittle ? [low, high] : [high, low]
            }
        }
        let page = MarkedText(
            "<p>Ω💩</p><script>var g_ck = '‹aaaa|token-1›';</script><input type=password value=\"‹bb|password-1›\">")
        let once = redaction.redactBody(wide(page.sent), type: type)
        expectEqual(once, wide(page.kept))
        expectEqual(redaction.redactBody(once, type: type), once)
        // An odd byte at the end is not a character.
        expectEqual(redaction.redactBody(wide(page.sent) + [0x3E], type: type), wide(page.kept) + [0x3E])
        let script = MarkedText("<script>var g_ck = '‹aaaa|token-1›';</script>")
        if isMarked { expectEqual(redaction.redactOutput(wide(script.sent)), wide(script.kept)) }
    }

    @Test(
        arguments: MarkedText.lines(
            """
            table create sys_user user_password=‹hunter2|password-1› name=x
            x password="‹a b c|password-1›" y
            x 'password=‹a b c|password-1›' y
            login --token ‹abc|token-1› --user password
            login --token=‹abc|token-1›
            rest GET /x -H 'Authorization: Bearer ‹a.b|authorization-1›'
            rest POST /x '{"password":"‹p q|password-1›"}'
            connect https://john:‹pw|password-1›@dev.example.com/
            table list incident -q short_descriptionLIKEpassword
            echo 'unclosed password=x
            table create x u_api_token=‹ab1|token-1› name=x
            table list x -q u_password=‹ab1|password-1›
            table list x -q u_passwordSTARTSWITH‹ab1|password-1›
            table list x -q 'u_password=‹a b|password-1›^active=true' -n 1
            table list x --query=active=true^user_password=‹ab1|password-1›^state=1
            table list x -qu_password=‹ab1|password-1›^state=1
            set q='u_password=‹ab1|password-1›^state=1'
            rest POST /oauth_token.do --body 'grant_type=password&username=a&password=‹ab1|password-1›' --type text/x
            rest POST /x --body=password=‹ab1|password-1›&a=b
            rest POST /x --body 'my password & mine'
            table create x u_password=‹ab1^state=1|password-1›
            table create x description='my password = ab1'
            """) + [MarkedText("")])
    func secretsInCommandLines(_ line: MarkedText) {
        expectEqual(redaction.redactLine(line.sent), line.kept)
        expectEqual(redaction.redactLine(line.kept), line.kept)
    }

    @Test func otherTextIsUnchanged() {
        let odd = [UInt8](#"{"a": 1.50e+3 ,"é":"\ud800","token":"x", "dup":1,"dup":2}"#) + [0xFF, 10, 10]
        var expected = odd
        let place = expected.firstPlace(of: [UInt8]("x\""))!
        expected.replaceSubrange(place..<place + 1, with: [UInt8]("REDACTED-token-1"))
        expectEqual(redaction.redactBody(odd, type: "application/json"), expected)
    }

    /// The value of a field of a URL ends at `#`, that of an assignment at `^`: each round finds a longer one.
    @Test(arguments: [1, 3, 40])
    func redactingTwiceIsTheSameAsOnce(links: Int) {
        let body = [UInt8](#"["https://a.example/x?token=a\#(String(repeating: "#b^c", count: links))", "text"]"#)
        let once = redaction.redactBody(body, type: "application/json")
        expectEqual(redaction.redactBody(once, type: "application/json"), once)
        let shown = redaction.masked(body, type: "application/json")
        for text in [once, shown] { expectEqual(text.firstPlace(of: [UInt8]("#b")), nil) }
        // A text that changes too often is withheld.
        expectEqual((once == [UInt8]("REDACTED-text".utf8)), (links == 40))
    }

    @Test func placeholdersAreRecognised() {
        for text in ["REDACTED", "REDACTED-header", "REDACTED-cookie-12"] { #expect(Placeholder.isWhole(text.utf8)) }
        for text in [
            "REDACTED-", "REDACTED-1", "REDACTEDx", "xREDACTED-cookie-1", "REDACTED-cookie-1x", "REDACTED-cookie-",
        ] { #expect(!Placeholder.isWhole(text.utf8), "\(text)") }
        expectEqual(
            Placeholder.unnumbered("a=REDACTED-cookie-1; REDACTED-header,REDACTED-x-2y REDACTED-"),
            "a=REDACTED; REDACTED,REDACTEDy REDACTED-")
        expectEqual(["Set-Cookie!", "42"].map(Placeholder.text), ["REDACTED-setcookie", "REDACTED-secret"])
    }
}

/// Headers of answers are kept unless their name or value says that they are secrets.
struct ResponseHeaderRedactionTests {
    @Test(arguments: [
        ("X-Next-Page", "2"), ("X-RateLimit-Remaining", "17"), ("Warning", "299 - \"deprecated\""),
        ("X-Request-Id", "0f8fad5b-d9cb-469f-a165-70867728950e"), ("CF-RAY", "8a2f3b4c5d6e7f80-FRA"),
        ("Access-Control-Expose-Headers", "X-Next-Page, X-Auth-Token"), ("Access-Control-Allow-Credentials", "true"),
        ("X-Served-By", "cache-fra19145-FRA"), ("X-Token-Expires", "3600"), ("X-Powered-By", "PHP/8.1"),
        ("Content-Security-Policy", "default-src 'self'; connect-src https://h.example.com"), ("X-Trace", "caf\u{E9}"),
    ])
    func harmlessFieldIsKept(name: String, value: String) {
        let redaction = Redaction(secrets: SecretBook())
        let answer = HTTPResponse(status: 200, headers: HeaderFields([HeaderField(name, value)]))
        expectEqual(redaction.redact(answer).headers[name], value)
        expectEqual(redaction.takeWithheldHeaders(), [])
    }

    @Test func withheldFieldsAreNamedOnce() {
        let redaction = Redaction(secrets: SecretBook())
        let answer = HTTPResponse(
            status: 200,
            headers: [
                "X-Cursor": "Zk3v9QpX1mLr8TbWs2Yd", "X-Acme-Token": "q1w2e3r4", "X-UserToken-Response": "t0ken",
                "Set-Cookie": "a=b1c2; Path=/", "X-Debug": "user=anna; token=a1b2c3d4",
            ])
        let kept = redaction.redact(answer)
        expectEqual(kept.headers["X-Cursor"], "REDACTED-header")
        expectEqual(kept.headers["X-Acme-Token"], "REDACTED-token-1")
        expectEqual(kept.headers["X-Debug"], "user=anna; token=REDACTED-token-3")
        expectEqual(redaction.redact(kept), kept)
        expectEqual(redaction.takeWithheldHeaders(), ["X-Cursor", "X-Acme-Token"])
        _ = redaction.redact(answer)
        expectEqual(redaction.takeWithheldHeaders(), [])
    }
}
