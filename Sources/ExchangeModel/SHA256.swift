/// SHA-256 as FIPS 180-4 describes it.
///
/// Instances tell the SHA-256 of every attachment, and clients compare it. No library in use has one: SQLite brings
/// none, and `StableHash` is an index, not a digest. It is fed no secrets.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The digest of bytes as 64 hexadecimal digits in lower case.
    package static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest of bytes: 32 bytes.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        let whole = bytes.count / 64 * 64
        var tail = Array(bytes[whole...])
        tail.append(0x80)
        while tail.count % 64 != 56 { tail.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: (UInt64(bytes.count) &* 8) >> UInt64(shift)))
        }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            bytes.withUnsafeBytes { digest.absorb($0, count: whole, schedule) }
            tail.withUnsafeBytes { digest.absorb($0, count: tail.count, schedule) }
        }
        return digest.state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// Takes in blocks of 64 bytes; `w` is room for the message schedule.
    private mutating func absorb(
        _ bytes: UnsafeRawBufferPointer, count: Int, _ w: UnsafeMutableBufferPointer<UInt32>
    ) {
        SHA256.constants.withUnsafeBufferPointer { k in
            state.withUnsafeMutableBufferPointer { state in
                var offset = 0
                while offset < count {
                    SHA256.compress(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 64]), w, k, state)
                    offset += 64
                }
            }
        }
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, _ w: UnsafeMutableBufferPointer<UInt32>, _ k: UnsafeBufferPointer<UInt32>,
        _ state: UnsafeMutableBufferPointer<UInt32>
    ) {
        var t = 0
        while t < 16 {
            w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: t * 4, as: UInt32.self))
            t += 1
        }
        while t < 64 {
            let (x, y) = (w[t - 15], w[t - 2])
            let s0 = rotate(x, 7) ^ rotate(x, 18) ^ x >> 3
            let s1 = rotate(y, 17) ^ rotate(y, 19) ^ y >> 10
            w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
            t += 1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        t = 0
        while t < 64 {
            let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[t] &+ w[t]
            let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
            t += 1
        }
        let sums = (a, b, c, d, e, f, g, h)
        state[0] &+= sums.0
        state[1] &+= sums.1
        state[2] &+= sums.2
        state[3] &+= sums.3
        state[4] &+= sums.4
        state[5] &+= sums.5
        state[6] &+= sums.6
        state[7] &+= sums.7
    }

    private static func rotate(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
