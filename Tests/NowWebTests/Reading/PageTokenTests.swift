import NowWeb
import Testing

@Suite struct PageTokenTests {
    private static let token = String(repeating: "0123456789abcdef", count: 4) + "01234567"

    @Test(arguments: [
        "<script>var g_ck = '$';</script>", "window.g_ck=\"$\"", "x={\"g_ck\":\"$\"}", "var g_ck\n =\n '$'",
        "g_ck; var my_g_ck = 'no'; g_ck = ''; g_ck = '$'", "<input type=hidden name=\"sysparm_ck\" value=\"$\">",
        "<input value = '$' id=sysparm_ck>", "<INPUT name='sysparm_ck' data-value='' value='$'/>",
        "sysparm_ck <input name=sysparm_ck\nvalue=\"$\">", "\u{0}var g_ck = '$'",
    ])
    func aTokenIsFound(_ page: String) {
        #expect(PageToken.find(in: Self.bytes(page)) == Self.token)
    }

    @Test(arguments: [
        "", "g_ck", "sysparm_ck", "g_ck =", "g_ck = '", "g_ck = '$", "g_ck = '$\"", "my_g_ck = '$'", "$g_ck = '$'",
        "g_ck = 'abc'", "g_ck = '${'", "g_ck = '$$$$$'", "<input name=sysparm_ck><input value='$'>",
        "<input name=sysparm_ck value=$>",
    ])
    func whatIsNoneIsNotTaken(_ page: String) {
        #expect(PageToken.find(in: Self.bytes(page)) == nil)
    }

    @Test func aPageOfNamesWithoutTokensIsReadInOneGo() {
        let page = String(repeating: "g_ck = 'sysparm_ck value=", count: 10_000)
        #expect(PageToken.find(in: Array(page.utf8)) == nil)
    }

    private static func bytes(_ page: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in page.utf8 { if byte == UInt8(ascii: "$") { bytes += token.utf8 } else { bytes.append(byte) } }
        return bytes
    }
}
