import ExchangeModel
import Testing

/// The digest is XXH64, so it is the same everywhere; these are published values.
@Suite struct StableHashTests {
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("as", 0x1C33_0FB2_D66B_E179),
            ("asd", 0x631C_37CE_72A9_7393),
            ("asdf", 0x4158_72F5_99CE_A71E), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02A2_E854_70D6_FD96),
        ] as [(String, UInt64)])
    func theDigestIsThePublishedOne(text: String, digest: UInt64) {
        #expect(StableHash.of(text) == Int64(bitPattern: digest))
        #expect(StableHash.of(Array(text.utf8)) == Int64(bitPattern: digest))
    }

    @Test func everyLengthAndEveryByteCounts() {
        let bytes = (0..<100).map { UInt8($0) }
        var seen: Set<Int64> = []
        for count in 0...bytes.count { seen.insert(StableHash.of(Array(bytes[..<count]))) }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x80
            seen.insert(StableHash.of(changed))
        }
        #expect(seen.count == 201)
    }
}
