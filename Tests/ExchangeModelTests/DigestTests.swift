import TestSupport
import Testing

@testable import ExchangeModel

struct SHA256Tests {
    /// The examples of FIPS 180-4, and lengths around the block size.
    @Test(arguments: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        ("a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        ("a", 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        ("a", 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        ("a", 120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
        ("a", 128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
        ("a", 1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ("a", 100000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
    ])
    func digestsMatchTestVectors(text: String, times: Int, digest: String) {
        expectEqual(SHA256.hex(Array(String(repeating: text, count: times).utf8)), digest)
    }
}

/// The digest is XXH64; these are published test vectors.
struct StableHashTests {
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("as", 0x1C33_0FB2_D66B_E179),
            ("asd", 0x631C_37CE_72A9_7393),
            ("asdf", 0x4158_72F5_99CE_A71E), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02A2_E854_70D6_FD96),
        ] as [(String, UInt64)])
    func digestMatchesTestVectors(text: String, digest: UInt64) {
        expectEqual(StableHash.of(text), Int64(bitPattern: digest))
        expectEqual(StableHash.of(Array(text.utf8)), Int64(bitPattern: digest))
    }

    @Test func digestDependsOnLengthAndEveryByte() {
        let bytes = (0..<100).map { UInt8($0) }
        var seen: Set<Int64> = []
        for count in 0...bytes.count { seen.insert(StableHash.of(Array(bytes[..<count]))) }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x80
            seen.insert(StableHash.of(changed))
        }
        expectEqual(seen.count, 201)
    }
}

struct HMACTests {
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
    func codeMatchesTestVectors(key: [UInt8], message: [UInt8], code: String) {
        expectEqual(HMACSHA256.code(of: message, key: key), hex(code))
        #expect(HMACSHA256.verify(hex(code), of: message, key: key))
        #expect(!HMACSHA256.verify(hex(code), of: message + [0], key: key))
        #expect(!HMACSHA256.verify(Array(hex(code).dropLast()), of: message, key: key))
        #expect(!HMACSHA256.verify([], of: message, key: key))
    }
}
