import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// Texts that look like the canaries and contain no secret. Redaction and audit leave them as they are, because a tape
/// without its data is useless.
struct InnocentTextTests {
    private static let text = "text/plain", json = "application/json", xml = "application/xml", html = "text/html"
    private static let form = "application/x-www-form-urlencoded", yaml = "application/yaml"
    private static let script = "application/javascript", multipart = "multipart/form-data; boundary=XX"

    private static let texts: [(type: String, text: String)] = [
        // Sentences.
        (text, "Password: must have 8 characters, token: required. Passwort: vergessen?"),
        (text, "password reset for INC0010001; password: reset, Password: Required"),
        (text, "Token: INC0010001, password: 2024-01-31, PIN: 42, secret: none"),
        (text, "Reset your password: https://h.example.com/reset or write to password: help@example.com"),
        (text, "The password 'must not' be empty, and 'password' is a word."),
        (text, "password: $PASSWORD, token: ${TOKEN}, secret: {{secret}}, password: %PW%, password: @file"),
        (text, "password = required\ntoken = getToken()\n"),
        (text, "We use Basic authentication and Bearer tokens. Basic realm=x, bearer of news."),
        (text, "Cookie: accept all of them. API key: required. The key: abc12345"),
        (text, "This machine needs password reset; log in and login as user password wrong"),
        (text, "session=42 ticket=INC0010001 sig=none signature=release-2024"),
        (text, "10:30 opened: INC0010001 code: 7, session: closed, ticket: CHG0030001"),
        // Statements and files.
        (text, "INSERT INTO task (code,session) VALUES ('abc12345','x9y8z7w6');"),
        (text, "INSERT INTO t (name,password) SELECT name, 'x' FROM u; values are fine (a, b)"),
        (text, "ALTER USER anna IDENTIFIED EXTERNALLY; GRANT ALL BY 'anna1'"),
        (text, "dn: cn=a1b2,dc=example\nuid: ab12cd\nobjectClass: top\n"),
        (text, "DB_HOST=h1\nDB_PORT=5432\nPASSWORD_MIN_LENGTH=8\n"),
        (text, "[db]\nuser = sa1\nport = 5432\n"),
        (text, "AccountName=abc123;EndpointSuffix=core.example.net"),
        (text, "sk-learn-is-a-library-of-2024-for-machines, AKIA is a prefix, ghp_short, xoxb-"),
        (
            text,
            "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYD\n-----END CERTIFICATE-----"
        ),
        (text, "xhr.setRequestHeader(\"Accept\", \"a1b2c3d4\"); headers.set('X-Total', '12ab34cd')"),
        (text, "headers.append('Authorization', 'Bearer ' + token); f('password', 'x1y2z3w4')"),
        (yaml, "user: sa1\ntoken: ~\npassword: null\nsecret: *anchor\npasswords:\n  - a1\n"),
        (yaml, "env:\n- name: COLOR\n  value: red12345\n- name: SIZE\n  value: ab12cd34\n"),
        (
            yaml,
            "password:\n  type: string\n  format: password\ntoken:\n  valueFrom:\n    secretKeyRef:\n      name: tokens1\n"
        ),
        (yaml, "pass_rate: 97.5\nfirst_pass_yield: 0.981\ntoken_budget: 12000\n"),
        // JSON.
        (
            json,
            #"{"result":[{"number":"INC0010001","code":"AB12CD34","session":"x9Y8z7W6v5","ticket":"T1a2b3c4","key":"k1L2m3N4"}]}"#
        ),
        (json, #"{"code":"aB3dEf6hIj9k","state":"2","sig":"aB3dEf6hIj9k","signature":"aB3dEf6hIj9k"}"#),
        (json, #"{"columns":["user","name"],"rows":[["a1b2c3","d4e5f6"]]}"#),
        (json, #"{"columns":["user","password"],"rows":[["a1"],["b","c3","d"]]}"#),
        (json, #"{"required":["user","password"],"tags":["Ab12cd","Ef34gh"]}"#),
        (json, #"[["user","name"],["a1b2c3","d4e5f6"]]"#), (json, #"["password","a1b2c3d4"]"#),
        (json, #"{"names":["password","user"],"color":["a1b2c3","d4e5f6"]}"#),
        (json, #"{"label":"Password","value":"user_password"}"#), (json, #"{"label":"Token","value":"3"}"#),
        (json, #"{"label":"Password reset","value":"a1b2c3d4"}"#), (json, #"{"label":"Color","value":"a1b2c3d4"}"#),
        (json, #"[{"op":"replace","path":"/short_description","value":"a1b2c3d4"}]"#),
        (json, #"{"path":"password","value":"a1b2c3d4"}"#),
        (json, #"{"auths":{"h":{"auth":"none"}},"auth":"dXNlcg=="}"#),
        (json, #"{"comments":"It's the user's 'quoted' word (see 'this'), by 'Anna'."}"#),
        // Markup.
        (xml, "<p><name>color</name><value>a1b2c3</value></p>"),
        (
            xml,
            "<dict><key>user</key><string>a1b2c3</string><key>password</key><key>n</key><string>d4e5f6</string></dict>"
        ),
        (xml, "<list><string>password</string><string>a1b2c3</string></list>"),
        (xml, "<add key=\"color\" value=\"a1b2c3\"/><set path=\"/db/host\" value=\"a1b2c3\"/>"),
        (html, "<dl><dt>Password</dt><dd>must have 8 characters</dd><dt>User</dt><dd>ab12cd</dd></dl>"),
        (html, "<table><tr><th>Password</th><td>Never expires</td></tr></table>"),
        (html, "<button name=\"action\" value=\"a1b2c3\">Reset password</button>"),
        (html, "<div><label>Password</label> must have 8 characters <input name=a value=b1c2d3></div>"),
        // Forms and scripts.
        (form, "state=2&session=3&ticket=INC0010001&sig=&name=color&value=a1b2c3"),
        (form, "session=0123456789abcdef0123456789abcdef&ticket=release-2024"),
        (
            multipart,
            "--XX\r\nContent-Disposition: form-data; name=color; filename=\"name=token\"\r\n\r\na1b2\r\n--XX--\r\n"
        ),
        (multipart, "--XX\r\nContent-Disposition: form-data; name=session\r\n\r\n42\r\n--XX--\r\n"),
        (script, "gs.info('token: ' + token); var who = 'Anna1234';"),
        (text, "gs.info('password=' + pw + ' for ' + name, 'x1y2z3'); f(\"Password: \", p, \", next1\")"),
        (script, "h.set('Authorization', 'Bearer ' + token); h.set('Accept', 'a1b2c3d4'); password: process.env.PW"),
    ]

    @Test(arguments: texts.indices)
    func textWithoutSecretIsKept(_ number: Int) {
        let (type, text) = Self.texts[number]
        let bytes = Array(text.utf8)
        let redaction = Redaction(secrets: SecretBook())
        expectEqual(redaction.redactBody(bytes, type: type).text, text)
        expectEqual(redaction.edits(in: bytes, at: .body(bytes, type: type)), [])
        if type == Self.text {
            let document = #"{"work_notes":\#(JSON.string(text).compact)}"#
            expectEqual(redaction.redactBody(Array(document.utf8), type: Self.json).text, document)
        }
    }

    @Test(arguments: [
        "https://h.example.com/x?code=7&state=2", "https://h.example.com/task.do?code=AB12CD34",
        "https://h.example.com/x?ticket=INC0010001&session=3", "https://h.example.com/x?sig=none&signature=v2",
        "https://h.example.com/nav_to.do?session=0123456789abcdef0123456789abcdef",
        "https://h.example.com/oauth_entity_list.do?code=red",
    ])
    func addressWithoutSecretIsKept(_ address: String) {
        let redaction = Redaction(secrets: SecretBook())
        expectEqual(redaction.redact(HTTPURL(address)!).description, address)
        expectEqual(
            redaction.redact(HTTPResponse(status: 302, headers: ["Location": address])).headers["Location"], address)
    }

    @Test(arguments: ["OK", "Not Found", "Password required", "Invalid token: required", "Use Basic authentication"])
    func reasonWithoutSecretIsKept(_ reason: String) {
        expectEqual(Redaction(secrets: SecretBook()).redact(HTTPResponse(status: 200, reason: reason)).reason, reason)
    }

    @Test(arguments: [
        "table create incident short_description='Password: must be reset' code=AB12CD34 session=x9Y8z7W6",
        "rest GET /x | docker run -p 8080:80 image",
        "rest GET /x | kubectl create configmap c --from-literal=color=ab12cd",
        "rest GET /x | aws configure set region eu-central-1", "rest GET /x | http -a anna https://h.example.com",
        "set note = 'ask for ticket INC0010001'", "rest GET /x -H 'Accept: a/b'", "git log -p", "docker ps -a",
        "table list sys_user -f name,user_password", "rest GET '/x?ticket=INC0010001&session=3'",
        "table list incident -u admin:Zq9x",
    ])
    func lineWithoutSecretIsKept(_ line: String) {
        expectEqual(Redaction(secrets: SecretBook()).redactLine(line), line)
    }
}
