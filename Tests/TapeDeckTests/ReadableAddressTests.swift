import ExchangeModel
import Testing

@testable import TapeDeck

/// URLs in messages are readable and can be pasted back.
@Suite struct ReadableAddressTests {
    @Test(arguments: [
        ("http://h/a%3Db", "http://h/a%3Db"), ("http://h/?", "http://h/?"), ("http://h/?a", "http://h/?a"),
        ("http://h/p%20q?q=active%3Dtrue%5EORstate%3d1", "http://h/p%20q?q=active=true^ORstate=1"),
        ("http://h/?n=%C3%85sa%20B%26C+D%2BE%23F%25G", "http://h/?n=Åsa%20B%26C+D%2BE%23F%25G"),
        ("http://h/?n=%E6%9D%B1%E4%BA%AC%F0%9F%98%80%E2%82%AC", "http://h/?n=東京😀€"),
        ("http://h/?n=O%27Neill&m=%22x%22%5C%3Cy%3E%60", "http://h/?n=O'Neill&m=%22x%22%5C%3Cy%3E%60"),
        (
            "http://h/?n=%1B%5B2J%0A%7F%C2%9B%E2%80%AE%E2%80%A8%C2%A0x",
            "http://h/?n=%1B[2J%0A%7F%C2%9B%E2%80%AE%E2%80%A8%C2%A0x"
        ),
        ("http://h/?n=%EF%BB%BF%E2%80%8B%F3%A0%81%81%EE%80%80", "http://h/?n=%EF%BB%BF%E2%80%8B%F3%A0%81%81%EE%80%80"),
        ("http://h/?n=a%CC%88%3D%CC%B8", "http://h/?n=a\u{308}=%CC%B8"),
        ("http://h/?n=%FF%41&m=%C3", "http://h/?n=%FF%41&m=%C3"),
        ("http://h/?n=%&m=%zz%F&o=%%411%+4", "http://h/?n=%&m=%zz%F&o=%%411%+4"),
        ("http://h/?n=å%C3%A5ß", "http://h/?n=ååß"),
    ])
    func queryIsDecodedWhereSafe(url: String, shown: String) { #expect(ReadableAddress.of(url) == shown) }

    @Test func pastedURLIsEquivalent() throws {
        for value in ["a&b=c#d+e f%g%41", "ÅsaLIKE東京^ORx|{y}[z]", "\"'\\<>`\u{0}\u{1B}\u{202E}", "a\u{308}=\u{338}"] {
            let url = HTTPURL(
                "http://h/t?first=1&q=" + PercentCoding.encode(value) + "&last=" + PercentCoding.encode(value))
            let written = try #require(url).description
            let read = try #require(HTTPURL(ReadableAddress.of(written)))
            #expect(read.queryFields.map(\.name) == ["first", "q", "last"])
            #expect(read.queryFields.map { Array($0.value.utf8) } == ["1", value, value].map { Array($0.utf8) })
        }
    }
}
