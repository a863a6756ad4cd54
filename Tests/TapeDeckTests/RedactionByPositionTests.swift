import ExchangeModel
import Testing

@testable import TapeDeck

@Suite struct RedactionByPositionTests {
    private let redaction = Redaction(secrets: SecretBook())

    private func body(_ text: String, _ type: String?) -> String {
        redaction.redactBody([UInt8](text), type: type).text
    }

    @Test func headersAreKeptByAllowListInBothDirections() {
        let request = HTTPRequest(
            .get, HTTPURL("http://h.example.com/")!,
            headers: [
                "Accept": "*/*", "Authorization": "Basic am9objpwdw==", "Cookie": "a=1; b=\"2=2\"; c=; a=1",
                "X-UserToken": "ab", "X-Odd": "odd", "Content-Type": "text/plain",
            ])
        #expect(
            redaction.redact(request).headers == [
                "Accept": "*/*", "Authorization": "Basic REDACTED-authorization-1",
                "Cookie": "a=REDACTED-cookie-1; b=\"REDACTED-cookie-2\"; c=; a=REDACTED-cookie-1",
                "X-UserToken": "REDACTED-token-1", "X-Odd": "REDACTED-header", "Content-Type": "text/plain",
            ])
        let response = HTTPResponse(
            status: 302,
            headers: [
                "Location": "https://u:pw@h.example.com/x?token=abc&a=1",
                "Link": "<http://h/?sysparm_ck=ck1>;rel=\"next\"",
                "X-Request-Id": "77", "X-UserToken-Response": "t", "Server": "ServiceNow", "X-Empty": "",
                "Set-Cookie":
                    "glide_user=\"U0N2Mjo=\"; Max-Age=5; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly; x=y",
                "set-cookie": "glide_user_session=; Max-Age=0; Path=/",
            ])
        #expect(
            redaction.redact(response).headers == [
                "Location": "https://u:REDACTED-password-1@h.example.com/x?token=REDACTED-token-2&a=1",
                "Link": "<http://h/?sysparm_ck=REDACTED-token-3>;rel=\"next\"", "X-Request-Id": "REDACTED-header",
                "X-UserToken-Response": "REDACTED-token-4", "Server": "ServiceNow", "X-Empty": "",
                "Set-Cookie":
                    "glide_user=\"REDACTED-cookie-3\"; Max-Age=5; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly; x=REDACTED-cookie-4",
                "set-cookie": "glide_user_session=; Max-Age=0; Path=/",
            ])
    }

    @Test(arguments: [
        (
            #"sid="ab;cd=ef;gh"; Path=/; Secure"#, #"sid="REDACTED-cookie-1"; Path=/; Secure"#
        ),
        (#"sid="ab;path=cd; Path=/"#, #"sid=REDACTED-cookie-1;path=cd; Path=/"#),
        (#"sid=ab; cd"; HttpOnly"#, #"sid=REDACTED-cookie-1; REDACTED-cookie-2; HttpOnly"#),
        ("just-a-value; SECURE;SameSite=None", "REDACTED-cookie-1; SECURE;SameSite=None"),
    ])
    func noPartOfACookieIsTakenForAnAttribute(_ line: String, _ expected: String) {
        func redacted(_ line: String) -> String? {
            redaction.redact(HTTPResponse(status: 200, headers: ["SET-cookie": line])).headers["Set-Cookie"]
        }
        #expect(redacted(line) == expected)
        #expect(redacted(expected) == expected)
    }

    @Test func aLineMayQuoteWhatALaterOneGivesAway() {
        let response = HTTPResponse(
            status: 302,
            headers: [
                "Location": "/a/0123456789abcdef0123/b", "Set-Cookie": "JSESSIONID=0123456789abcdef0123; Path=/",
            ])
        #expect(redaction.redact(response).headers["Location"] == "/a/REDACTED-cookie-1/b")
    }

    @Test func secretsBesideAPathAndInAFragment() {
        let location = "https://h.example.com/x.do;jsessionid=AB12;v=1/y?token=t#access_token=at&state=s"
        let response = HTTPResponse(status: 302, headers: ["Location": location])
        #expect(
            redaction.redact(response).headers["Location"]
                == "https://h.example.com/x.do;jsessionid=REDACTED-secret-1;v=1/y?token=REDACTED-token-1#access_token=REDACTED-token-2&state=s"
        )
        let url = redaction.redact(HTTPURL("https://h.example.com/x.do;jsessionid=AB12;v=1?a=b;c")!)
        #expect(url.description == "https://h.example.com/x.do;jsessionid=REDACTED-secret-1;v=1?a=b;c")
    }

    @Test(arguments: [
        (#"{"access_token" : "abc","n":1}"#, #"{"access_token" : "REDACTED-token-1","n":1}"#),
        (#"{"pass\u0077ord":"p\"q","a":"password"}"#, #"{"pass\u0077ord":"REDACTED-password-1","a":"password"}"#),
        (
            #"{"token":12345,"x":[{"PASSWORD":"a"},{"password":"a"}]}"#,
            #"{"token":"REDACTED-token-1","x":[{"PASSWORD":"REDACTED-password-1"},{"password":"REDACTED-password-1"}]}"#
        ),
        (
            #"{"user_password":{"display_value":"********","value":"h","n":null,"b":true}}"#,
            #"{"user_password":{"display_value":"********","value":"REDACTED-password-1","n":null,"b":true}}"#
        ),
        (
            #"{"caller_id.user_password":"x","password_needs_reset":"y"}"#,
            #"{"caller_id.user_password":"REDACTED-password-1","password_needs_reset":"y"}"#
        ),
        (
            #"{"headers":[{"name":"Authorization","value":"Basic x"},{"value":"t","name":"X-UserToken"},{"name":"Accept","value":"a"}]}"#,
            #"{"headers":[{"name":"Authorization","value":"REDACTED-authorization-1"},{"value":"REDACTED-token-1","name":"X-UserToken"},{"name":"Accept","value":"a"}]}"#
        ),
        (#"{"result":[{"token":"abc"#, #"{"result":[{"token":"REDACTED-token-1"#),
        (
            #"{"token":"a"}{"error":{"message":"Transaction cancelled"}}"#,
            #"{"token":"REDACTED-token-1"}{"error":{"message":"Transaction cancelled"}}"#
        ),
        (#"{"token":"","secret":null,"apiKey":true}"#, #"{"token":"","secret":null,"apiKey":true}"#),
        (#"["token","abc"]"#, #"["token","abc"]"#),
    ])
    func secretFieldsOfJSONAreSplicedOut(_ text: String, _ expected: String) {
        #expect(body(text, "application/json") == expected)
        #expect(body(text, nil) == expected)
        #expect(body(expected, "application/json") == expected)
    }

    @Test func secretFieldsOfFormsAndQueries() {
        #expect(
            body("user_name=a&user_password=p%40q&sysparm_ck=&code=9&x", "application/x-www-form-urlencoded")
                == "user_name=a&user_password=REDACTED-password-1&sysparm_ck=&code=REDACTED-token-1&x")
        let url = redaction.redact(HTTPURL("http://h/oauth?access_token=ab&code=3&sysparm_query=a=b")!)
        #expect(url.query == "access_token=REDACTED-token-2&code=3&sysparm_query=a=b")
    }

    @Test(arguments: [
        ("active=true^user_password=hunter2^state=1", "active=true^user_password=REDACTED-password-1^state=1"),
        (
            "a=1^ORu_x.tokenSTARTSWITHab^NQpassword!=ab",
            "a=1^ORu_x.tokenSTARTSWITHREDACTED-token-1^NQpassword!=REDACTED-token-1"
        ),
        ("user_passwordISEMPTY^description=user_password", "user_passwordISEMPTY^description=user_password"),
    ])
    func secretColumnsOfEncodedQueries(_ query: String, _ expected: String) {
        let line = "table list sys_user -q '\(query)' -n 3"
        #expect(redaction.redactLine(line) == "table list sys_user -q '\(expected)' -n 3")
        let url = HTTPURL("http://h/api?x=1&sysparm_query=\(PercentCoding.encode(query))&y=2")!
        let fields = redaction.redact(url).queryFields
        #expect(fields.map(\.value) == ["1", expected, "2"])
        let link = "<http://h/api?sysparm_query=\(PercentCoding.encode(query))>;rel=\"next\""
        let answer = redaction.redact(HTTPResponse(status: 200, headers: ["Link": link]))
        #expect(
            PercentCoding.decode(answer.headers["Link"] ?? "")
                == "<http://h/api?sysparm_query=\(expected)>;rel=\"next\"")
        #expect(redaction.redact(redaction.redact(url)) == redaction.redact(url))
    }

    @Test func secretFieldsOfMultipartBodies() {
        let type = "multipart/form-data; boundary=XX"
        let text =
            "--XX\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nopen\r\n--XX\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nkeep\r\n--XX--\r\n"
        #expect(body(text, type) == text.replacing("open", with: "REDACTED-password-1"))
        // A body that nothing closes is read to its end.
        let unclosed = "--XX\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nshut\r\n"
        #expect(body(unclosed, type) == unclosed.replacing("shut", with: "REDACTED-password-2"))
    }

    @Test func secretsOfPages() {
        let page = """
            <html><script>var g_ck = 'aaaa'; NOW.session_id="bbbb";window.x = {"g_ck":"aaaa", token_type: 'Bearer'};</script>
            <input type="hidden" name="sysparm_ck" id='sysparm_ck' value="cccc&amp;"><INPUT TYPE=password VALUE=dddd>
            <input name="user_name" value="john"><p>password: 'open' is a word</p></html>
            """
        let expected = """
            <html><script>var g_ck = 'REDACTED-token-1'; NOW.session_id="REDACTED-secret-1";window.x = {"g_ck":"REDACTED-token-1", token_type: 'Bearer'};</script>
            <input type="hidden" name="sysparm_ck" id='sysparm_ck' value="REDACTED-token-2"><INPUT TYPE=password VALUE=REDACTED-password-1>
            <input name="user_name" value="john"><p>password: 'REDACTED-password-2' is a word</p></html>
            """
        #expect(body(page, "text/html;charset=UTF-8") == expected)
        #expect(body(expected, "text/html") == expected)
        #expect(
            body("<x><user_password>a</user_password><token/></x>", "application/xml")
                == "<x><user_password>REDACTED-password-3</user_password><token/></x>")
        #expect(
            body("<TextArea rows=2 name=\"incident.u_password\">b</textarea><textarea name=x>c</textarea>", "text/html")
                == "<TextArea rows=2 name=\"incident.u_password\">REDACTED-password-4</textarea><textarea name=x>c</textarea>"
        )
    }

    @Test(arguments: [
        (
            "table create sys_user user_password=hunter2 name=x",
            "table create sys_user user_password=REDACTED-password-1 name=x"
        ),
        ("x password=\"a b c\" y", "x password=\"REDACTED-password-1\" y"),
        ("x 'password=a b c' y", "x 'password=REDACTED-password-1' y"),
        ("login --token abc --user password", "login --token REDACTED-token-1 --user password"),
        ("login --token=abc", "login --token=REDACTED-token-1"),
        (
            "rest GET /x -H 'Authorization: Bearer a.b'",
            "rest GET /x -H 'Authorization: Bearer REDACTED-authorization-1'"
        ),
        ("rest POST /x '{\"password\":\"p q\"}'", "rest POST /x '{\"password\":\"REDACTED-password-1\"}'"),
        ("connect https://john:pw@dev.example.com/", "connect https://john:REDACTED-password-1@dev.example.com/"),
        (
            "table list incident -q short_descriptionLIKEpassword",
            "table list incident -q short_descriptionLIKEpassword"
        ),
        ("echo 'unclosed password=x", "echo 'unclosed password=x"),
        ("", ""),
    ])
    func secretsInCommandLines(_ line: String, _ expected: String) {
        #expect(redaction.redactLine(line) == expected)
        #expect(redaction.redactLine(expected) == expected)
    }

    @Test func aTextIsCutNowhereElse() {
        let odd = [UInt8](#"{"a": 1.50e+3 ,"é":"\ud800","token":"x", "dup":1,"dup":2}"#) + [0xFF, 10, 10]
        var expected = odd
        let place = expected.firstRange(of: [UInt8]("x\""))!
        expected.replaceSubrange(place..<place + 1, with: [UInt8]("REDACTED-token-1"))
        #expect(redaction.redactBody(odd, type: "application/json") == expected)
    }

    @Test func placeholdersAreRecognised() {
        for text in ["REDACTED", "REDACTED-header", "REDACTED-cookie-12"] { #expect(Placeholder.isWhole(text.utf8)) }
        for text in [
            "REDACTED-", "REDACTED-1", "REDACTEDx", "xREDACTED-cookie-1", "REDACTED-cookie-1x", "REDACTED-cookie-",
        ] {
            #expect(!Placeholder.isWhole(text.utf8), "\(text)")
        }
        #expect(
            Placeholder.unnumbered("a=REDACTED-cookie-1; REDACTED-header,REDACTED-x-2y REDACTED-")
                == "a=REDACTED; REDACTED,REDACTEDy REDACTED-")
        #expect(Placeholder.text("Set-Cookie!") == "REDACTED-setcookie")
        #expect(Placeholder.text("42") == "REDACTED-secret")
    }
}
