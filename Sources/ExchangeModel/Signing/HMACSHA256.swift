import CNettle

/// Message authentication by a shared secret (RFC 2104, with SHA-256), by Nettle.
package enum HMACSHA256 {
    /// The code of a message under a key of any length: 32 bytes.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            cnettle_hmac_sha256(key, key.count, message, message.count, code.baseAddress)
            count = 32
        }
    }

    /// Whether it is the code of the message under that key. How long that takes tells nothing about the code.
    package static func verify(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        code.count == 32 && cnettle_equal(code, self.code(of: message, key: key), 32) == 1
    }
}
