import CNettle
import Glibc

/// SHA-256 (FIPS 180-4), with Nettle.
///
/// Instances report the SHA-256 of every attachment.
package enum SHA256 {
    /// The digest as 64 lower-case hexadecimal digits.
    package static func hex(_ bytes: [UInt8]) -> String { text(digest(bytes)) }

    /// The digest of a file; nil if it cannot be read.
    package static func hex(ofFile path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var digest = [UInt8](repeating: 0, count: 32)
        return cnettle_sha256_of_file(file, &digest) == 0 ? text(digest) : nil
    }

    fileprivate static func text(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest, 32 bytes.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            cnettle_sha256(bytes, bytes.count, digest.baseAddress)
            count = 32
        }
    }
}

/// SHA-1, for the names that other programs give to files.
package enum SHA1 {
    /// The digest as hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String {
        let digest = [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            cnettle_sha1(bytes, bytes.count, digest.baseAddress)
            count = 20
        }
        return SHA256.text(digest)
    }
}

/// HMAC with SHA-256 (RFC 2104), with Nettle.
package enum HMACSHA256 {
    /// The code for a message, 32 bytes. The key may have any length.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            cnettle_hmac_sha256(key, key.count, message, message.count, code.baseAddress)
            count = 32
        }
    }

    /// Verifies a code in constant time.
    package static func verify(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        code.count == 32 && cnettle_equal(code, self.code(of: message, key: key), 32) == 1
    }
}

/// A 64-bit hash that is equal on all machines and in all runs, for indexes in cassettes.
///
/// It is not cryptographic, so matching rows are compared by value too. The function is XXH64 with seed 0.
public enum StableHash {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    /// The hash of a text's UTF-8 bytes, as the signed number that SQLite stores.
    public static func of(_ text: String) -> Int64 {
        var text = text
        return text.withUTF8 { Int64(bitPattern: digest(UnsafeRawBufferPointer($0))) }
    }

    /// The hash of bytes, as the signed number that SQLite stores.
    public static func of(_ bytes: [UInt8]) -> Int64 { bytes.withUnsafeBytes { Int64(bitPattern: digest($0)) } }

    /// Mixes the bits of a number: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    package static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var offset = 0
        var hash: UInt64
        if count >= 32 {
            var lanes = (primes.0 &+ primes.1, primes.1, UInt64(0), 0 &- primes.0)
            while offset + 32 <= count {
                lanes.0 = round(lanes.0, word(bytes, offset))
                lanes.1 = round(lanes.1, word(bytes, offset + 8))
                lanes.2 = round(lanes.2, word(bytes, offset + 16))
                lanes.3 = round(lanes.3, word(bytes, offset + 24))
                offset += 32
            }
            hash = rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12) &+ rotate(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { hash = (hash ^ round(0, lane)) &* primes.0 &+ primes.3 }
        } else {
            hash = primes.4
        }
        hash &+= UInt64(count)
        while offset + 8 <= count {
            hash = rotate(hash ^ round(0, word(bytes, offset)), 27) &* primes.0 &+ primes.3
            offset += 8
        }
        if offset + 4 <= count {
            let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            hash = rotate(hash ^ (half &* primes.0), 23) &* primes.1 &+ primes.2
            offset += 4
        }
        while offset < count {
            hash = rotate(hash ^ (UInt64(bytes[offset]) &* primes.4), 11) &* primes.0
            offset += 1
        }
        hash = (hash ^ (hash >> 33)) &* primes.1
        hash = (hash ^ (hash >> 29)) &* primes.2
        return hash ^ (hash >> 32)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        rotate(lane &+ input &* primes.1, 31) &* primes.0
    }

    private static func rotate(_ value: UInt64, _ by: UInt64) -> UInt64 { value << by | value >> (64 - by) }
}
