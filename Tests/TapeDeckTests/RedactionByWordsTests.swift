import ExchangeModel
import Testing

@testable import TapeDeck

/// Short secrets under names that nobody listed: their words say what they are, wherever a name stands beside a value.
@Suite struct RedactionByWordsTests {
    private let redaction = Redaction(secrets: SecretBook())

    private func body(_ text: String, _ type: String) -> String {
        String(decoding: redaction.redactBody(Array(text.utf8), type: type), as: UTF8.self)
    }

    @Test func inJSON() {
        let text =
            #"{"u_password":"ab1","apiToken":"cd2","u_client_secret":{"value":"ef3","display_value":"ef3"},"x_api_key":45,"token_type":"Bearer","has_password":"yes","password_needs_reset":"true","db_password":true,"description":"My password is ab1, the token: cd2"}"#
        #expect(
            body(text, "application/json")
                == #"{"u_password":"REDACTED-password-1","apiToken":"REDACTED-token-1","u_client_secret":{"value":"REDACTED-secret-1","display_value":"REDACTED-secret-1"},"x_api_key":"REDACTED-key-1","token_type":"Bearer","has_password":"yes","password_needs_reset":"true","db_password":true,"description":"My password is ab1, the token: cd2"}"#
        )
        #expect(
            body(#"{"name":"smtp.password","value":"ab1"}"#, "application/json")
                == #"{"name":"smtp.password","value":"REDACTED-password-1"}"#)
        let text2 = #"{"name":"Reset my password","value":"tomorrow"}"#
        #expect(body(text2, "application/json") == text2)
    }

    @Test func aReferenceToARecordOfCredentialsStays() {
        let text =
            #"{"credential":{"link":"https://h/api/now/table/discovery_credentials/0123456789abcdef0123456789abcdef","value":"0123456789abcdef0123456789abcdef"},"u_credentials":"ab1"}"#
        #expect(
            body(text, "application/json") == text.replacing("\"ab1\"", with: "\"REDACTED-credential-1\""))
        #expect(
            body(#"{"u_token":"0123456789abcdef0123456789abcdef"}"#, "application/json")
                == #"{"u_token":"REDACTED-token-1"}"#)
    }

    @Test func aSchemaStillNamesItsColumns() {
        let text =
            #"{"result":{"columns":{"user_password":{"name":"user_password","label":"Password","type":"password","value":"ab1","choices":[{"value":"x"}]},"u_token":"cd2"}}}"#
        #expect(
            body(text, "application/json")
                == text.replacing("ab1", with: "REDACTED-password-1").replacing("cd2", with: "REDACTED-token-1"))
        // A secret that is spelled like a known name goes from its own place only.
        #expect(
            body(#"{"password":"user_password","name":"user_password"}"#, "application/json")
                == #"{"password":"REDACTED-password-2","name":"user_password"}"#)
    }

    @Test func inFormsQueriesPartsAndHeaders() {
        #expect(
            body("u_db_password=a%20b&token_type=x&user%5Bapi_key%5D=cd", "application/x-www-form-urlencoded")
                == "u_db_password=REDACTED-password-1&token_type=x&user%5Bapi_key%5D=REDACTED-key-1")
        let parts = "--b\r\nContent-Disposition: form-data; name=\"u_api_token\"\r\n\r\nab1\r\n--b--\r\n"
        #expect(body(parts, "multipart/form-data; boundary=b") == parts.replacing("ab1", with: "REDACTED-token-1"))
        let request = HTTPRequest(
            .get, HTTPURL("http://h/x?my_api_token=ab1&q=1&sysparm_query=u_api_tokenSTARTSWITHcd2%5Eactive=true")!,
            headers: ["X-My-Api-Key": "ef3", "Accept": "a/b"])
        let redacted = redaction.redact(request)
        #expect(
            redacted.url.query
                == "my_api_token=REDACTED-token-1&q=1&sysparm_query=u_api_tokenSTARTSWITHREDACTED-token-2%5Eactive=true"
        )
        #expect(redacted.headers == ["X-My-Api-Key": "REDACTED-key-2", "Accept": "a/b"])
        #expect(redaction.redact(redacted) == redacted)
    }

    @Test(arguments: [
        ("table create x u_api_token=ab1 name=x", "table create x u_api_token=REDACTED-token-1 name=x"),
        ("table list x -q u_password=ab1", "table list x -q u_password=REDACTED-password-1"),
        ("table list x -q u_passwordSTARTSWITHab1", "table list x -q u_passwordSTARTSWITHREDACTED-password-1"),
        (
            "table list x -q 'u_password=a b^active=true' -n 1",
            "table list x -q 'u_password=REDACTED-password-1^active=true' -n 1"
        ),
        (
            "table list x --query=active=true^user_password=ab1^state=1",
            "table list x --query=active=true^user_password=REDACTED-password-1^state=1"
        ),
        ("table list x -qu_password=ab1^state=1", "table list x -qu_password=REDACTED-password-1^state=1"),
        ("set q='u_password=ab1^state=1'", "set q='u_password=REDACTED-password-1^state=1'"),
        (
            "rest POST /oauth_token.do --body 'grant_type=password&username=a&password=ab1' --type text/x",
            "rest POST /oauth_token.do --body 'grant_type=password&username=a&password=REDACTED-password-1' --type text/x"
        ),
        ("rest POST /x --body=password=ab1&a=b", "rest POST /x --body=password=REDACTED-password-1&a=b"),
        ("rest POST /x --body 'my password & mine'", "rest POST /x --body 'my password & mine'"),
        // Elsewhere a value is a whole, whatever it holds.
        ("table create x u_password=ab1^state=1", "table create x u_password=REDACTED-password-1"),
        ("table create x description='my password = ab1'", "table create x description='my password = ab1'"),
    ])
    func inLines(_ line: String, _ expected: String) {
        #expect(redaction.redactLine(line) == expected)
        #expect(redaction.redactLine(expected) == expected)
    }
}
