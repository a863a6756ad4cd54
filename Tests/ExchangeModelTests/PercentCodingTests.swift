import ExchangeModel
import Testing

/// Percent-encoding, both ways.
@Suite struct PercentCodingTests {
    @Test func onlyUnreservedCharactersStayAsTheyAre() {
        #expect(PercentCoding.encode("aZ09-._~") == "aZ09-._~")
        #expect(PercentCoding.encode("a=1^b/c d+é€😀%\n") == "a%3D1%5Eb%2Fc%20d%2B%C3%A9%E2%82%AC%F0%9F%98%80%25%0A")
        #expect(PercentCoding.encode("") == "")
    }

    @Test func decodingLeavesAloneWhatIsNoEscape() {
        #expect(PercentCoding.decode("a%3d1%5Eb+%E2%82%AC") == "a=1^b+€")
        #expect(PercentCoding.decodeForm("a%2Bb+c") == "a+b c")
        for text in ["%", "%4", "%4g", "%%", "100%", "plain"] { #expect(PercentCoding.decode(text) == text) }
        #expect(PercentCoding.decode("%%41") == "%A")
        #expect(PercentCoding.decode("%C3%28%FF") == "\u{FFFD}(\u{FFFD}")
    }

    @Test func everyByteComesBack() {
        for scalar in (0..<0x3000).compactMap(Unicode.Scalar.init) {
            let text = "x" + String(scalar) + "y"
            #expect(PercentCoding.decode(PercentCoding.encode(text)) == text)
            #expect(PercentCoding.decodeForm(PercentCoding.encode(text)) == text)
        }
    }
}
