import Notation
import Testing

@Suite struct Base64Tests {
    /// The test vectors of RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func theVectorsOfTheSpecificationComeOut(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(plain.utf8) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
        #expect(Base64.decode(encoded.utf8.filter { $0 != UInt8(ascii: "=") }) == Array(plain.utf8))
    }

    @Test func everyByteComesBackInBothAlphabets() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Base64.decode(Base64.digits(of: bytes, .usual)) == bytes)
        #expect(Base64.decode(Base64.digits(of: bytes, .url)) == bytes)
        #expect(!Base64.digits(of: bytes, .url).contains(UInt8(ascii: "/")))
    }

    @Test(arguments: ["Z", "Zm9vY", "Zm9v!", "Zm 9v", "Zm9v\n"])
    func whatIsNoneIsNotDecoded(_ text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }
}
