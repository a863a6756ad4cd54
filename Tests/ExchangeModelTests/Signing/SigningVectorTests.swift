import Testing

@testable import ExchangeModel

/// Signatures that others published.
struct SigningVectorTests {
    /// RFC 6979, A.2.5: the private key of the example, as PEM, and what it signs with SHA-256.
    @Test(arguments: [
        (
            "sample",
            """
            EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716\
            F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
            """
        ),
        (
            "test",
            """
            F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367\
            019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083
            """
        ),
    ])
    func anECSignatureIsThatOfTheStandard(text: String, signature: String) throws {
        let secret = hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
        let der: [UInt8] =
            [0x30, 49, 2, 1, 1, 4, 32] + secret + [0xA0, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let key = try SigningKey(pem: pem("EC PRIVATE KEY", der))
        #expect(try key.sign(Array(text.utf8)) == hex(signature))
        #expect(key.verifyingKey.verify(hex(signature), of: Array(text.utf8)))
    }

    /// RFC 4231, 4.2 to 4.4 and 4.7 (a key longer than a block).
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func aCodeIsThatOfTheStandard(key: [UInt8], message: [UInt8], code: String) {
        #expect(HMACSHA256.code(of: message, key: key) == hex(code))
        #expect(HMACSHA256.verify(hex(code), of: message, key: key))
        #expect(!HMACSHA256.verify(hex(code), of: message + [0], key: key))
        #expect(!HMACSHA256.verify(Array(hex(code).dropLast()), of: message, key: key))
        #expect(!HMACSHA256.verify([], of: message, key: key))
    }
}

func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func pem(_ label: String, _ der: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: der.count, by: 3) {
        let group = der[start..<min(start + 3, der.count)]
        let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for digit in 0..<4 { text.append(digit <= group.count ? alphabet[number >> (18 - 6 * digit) & 63] : "=") }
    }
    return "-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n"
}
