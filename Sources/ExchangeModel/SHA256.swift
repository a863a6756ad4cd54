import CNettle

/// SHA-256 as FIPS 180-4 describes it, by Nettle.
///
/// Instances tell the SHA-256 of every attachment, and clients compare it.
package enum SHA256 {
    /// The digest of bytes as 64 hexadecimal digits in lower case.
    package static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest of bytes: 32 bytes.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            cnettle_sha256(bytes, bytes.count, digest.baseAddress)
            count = 32
        }
    }
}
