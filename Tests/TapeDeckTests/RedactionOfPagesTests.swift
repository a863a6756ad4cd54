import ExchangeModel
import Testing

@testable import TapeDeck

@Suite struct RedactionOfPagesTests {
    /// In two bytes for each character, a page says the same.
    @Test(arguments: [("text/html", true, true), ("text/html;charset=utf-16be", false, false)])
    func secretsOfWidePages(type: String, isLittle: Bool, isMarked: Bool) {
        func wide(_ text: String) -> [UInt8] {
            let units = (isMarked ? [0xFEFF] : []) + Array(text.utf16)
            return units.flatMap { unit in
                let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
                return isLittle ? [low, high] : [high, low]
            }
        }
        let page = "<p>Ω💩</p><script>var g_ck = 'aaaa';</script><input type=password value=\"bb\">"
        let expected =
            "<p>Ω💩</p><script>var g_ck = 'REDACTED-token-1';</script><input type=password value=\"REDACTED-password-1\">"
        let redaction = Redaction(secrets: SecretBook())
        let once = redaction.redactBody(wide(page), type: type)
        #expect(once == wide(expected))
        #expect(redaction.redactBody(once, type: type) == once)
        // An odd byte at the end is none of a character.
        #expect(redaction.redactBody(wide(page) + [0x3E], type: type) == wide(expected) + [0x3E])
    }

    @Test func secretsOfAPageThatIsWrittenAsItCame() {
        let redaction = Redaction(secrets: SecretBook())
        let page = Array("<input type=\"password\" value=\"bb\"> <p>1 < 2</p>\n".utf8)
        #expect(
            redaction.redactOutput(page)
                == Array("<input type=\"password\" value=\"REDACTED-password-1\"> <p>1 < 2</p>\n".utf8))
    }

    @Test func aWidePageThatIsWrittenAsItCame() {
        func wide(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        let redaction = Redaction(secrets: SecretBook())
        #expect(
            redaction.redactOutput(wide("<script>var g_ck = 'aaaa';</script>"))
                == wide("<script>var g_ck = 'REDACTED-token-1';</script>"))
    }

    @Test func theTokenInAddresses() {
        let token = String(repeating: "5f3a9b1c", count: 9)
        let redaction = Redaction(secrets: SecretBook())
        let kept = "<script>x=1;sysparm_ck=g_ck;y=1</script>"
        let page = "<a href=\"/x.do?sysparm_ck=\(token)&a=1\"><a href='/x.do?a=1&amp;sysparm_ck=\(token)'>" + kept
        #expect(
            redaction.redactBody(Array(page.utf8), type: "text/html")
                == Array(page.replacing(token, with: "REDACTED-token-1").utf8))
    }
}
