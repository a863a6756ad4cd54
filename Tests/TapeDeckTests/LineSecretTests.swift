import ExchangeModel
import Testing

@testable import TapeDeck

/// Secrets learned from a command's requests and responses are redacted in the line that sent them.
@Suite struct LineSecretTests {
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
        #expect(line(typed, after: #"{"password":"X"}"#) == kept)
    }

    /// A line that was meant for another program is in the history, too.
    @Test(arguments: [
        ("curl -u admin:Zq9x https://h.example.com/", "curl -u admin:REDACTED-password-1 https://h.example.com/"),
        ("  /usr/bin/mysql -pZq9x db", "  /usr/bin/mysql -pREDACTED-password-1 db"),
        ("table list incident -u admin:Zq9x", "table list incident -u admin:Zq9x"),
    ])
    func secretsOfOtherProgramsAreRedacted(_ typed: String, _ kept: String) {
        #expect(Redaction(secrets: SecretBook()).redactLine(typed) == kept)
    }

    @Test func flagsNumbersAndSecretNamesStay() {
        let typed = "table list incident -n 1 --sign-in oauth-password active=true"
        #expect(line(typed, after: #"{"token":"1","user_password":"password","pin":"true"}"#) == typed)
    }

    @Test func shortSecretIsRedactedByValueLater() {
        let redaction = Redaction(secrets: SecretBook())
        _ = redaction.redact(
            HTTPResponse(status: 200, headers: [:], body: Array(#"{"name":"db.password","value":"hunter2"}"#.utf8)))
        #expect(
            redaction.redactOutput(Array("the hunter2 of hunter21\n".utf8))
                == Array("the REDACTED-password-1 of hunter21\n".utf8))
        #expect(redaction.redactText("hunter2") == "REDACTED-password-1")
    }

    @Test func quotationMarkAfterURLIsKept() {
        let redaction = Redaction(secrets: SecretBook())
        #expect(
            redaction.redactText("  rest GET '/home.do;jsessionid=ABC' -i\n")
                == "  rest GET '/home.do;jsessionid=REDACTED-secret-1' -i\n")
    }
}
