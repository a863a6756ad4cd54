import ExchangeModel
import Testing

@testable import TapeDeck

/// Headers of answers are kept unless their name or value says that they are secrets.
@Suite struct ResponseHeaderRedactionTests {
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
        #expect(redaction.redact(answer).headers[name] == value)
        #expect(redaction.takeWithheldHeaders() == [])
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
        #expect(kept.headers["X-Cursor"] == "REDACTED-header")
        #expect(kept.headers["X-Acme-Token"] == "REDACTED-token-1")
        #expect(kept.headers["X-Debug"] == "user=anna; token=REDACTED-token-3")
        #expect(redaction.redact(kept) == kept)
        #expect(redaction.takeWithheldHeaders() == ["X-Cursor", "X-Acme-Token"])
        _ = redaction.redact(answer)
        #expect(redaction.takeWithheldHeaders() == [])
    }
}
