import CGnuTLS

/// The signature algorithms of JWTs. The raw values are those of the header's `alg` (RFC 7518, 3.1).
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256; the signature is r and s, 32 bytes each.
    case es256 = "ES256"
    /// HMAC with SHA-256 and a shared secret.
    case hs256 = "HS256"
}

/// A private key. It prints as `[secret]`.
package struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package let verifyingKey: VerifyingKey
    private let pem: [UInt8]

    /// Parses the first private key in a PEM text (PKCS #8, PKCS #1 or EC): RSA with 1024 to 8192 bits, or P-256.
    package init(pem text: String) throws(SigningError) {
        let pem = Array(text.utf8)
        verifyingKey = try VerifyingKey.read("private key", pem, cgnutls_read_private)
        self.pem = pem
    }

    package var algorithm: SignatureAlgorithm { verifyingKey.algorithm }

    /// Signs a message, deterministically.
    package func sign(_ message: [UInt8]) throws(SigningError) -> [UInt8] {
        let signature = [UInt8](unsafeUninitializedCapacity: CGNUTLS_SIGNATURE_ROOM) { bytes, count in
            count = cgnutls_sign(pem, pem.count, algorithm == .es256 ? 1 : 0, message, message.count, bytes.baseAddress)
        }
        guard !signature.isEmpty else { throw SigningError(.damaged, "The private key cannot sign.") }
        return signature
    }

    package var description: String { "[secret]" }
    package var debugDescription: String { "[secret]" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

package struct VerifyingKey: Sendable, Hashable {
    /// RS256 or ES256.
    package let algorithm: SignatureAlgorithm
    private let der: [UInt8]

    /// Parses a public key, a certificate's key, or the public part of a private key from a PEM text. The certificate's
    /// validity and issuer are not checked.
    package init(pem text: String) throws(SigningError) {
        let pem = Array(text.utf8)
        for read in [cgnutls_read_public, cgnutls_read_certificate] {
            do throws(SigningError) {
                self = try VerifyingKey.read("public key", pem, read)
                return
            } catch {
                guard error.kind == .noKey else { throw error }
            }
        }
        self = try VerifyingKey.read("public key", pem, cgnutls_read_private)
    }

    private init(_ algorithm: SignatureAlgorithm, _ der: [UInt8]) {
        self.algorithm = algorithm
        self.der = der
    }

    fileprivate static func read(
        _ noun: String, _ pem: [UInt8],
        _ read: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<cgnutls_public>?) -> cgnutls_result
    ) throws(SigningError) -> VerifyingKey {
        if let reason = cgnutls_open() {
            throw SigningError(
                .libraryMissing,
                "libgnutls.so.30 cannot be opened (\(String(cString: reason))). Install the Debian package libgnutls30."
            )
        }
        var key = cgnutls_public()
        switch pem.count <= Self.textLimit ? read(pem, pem.count, &key) : CGNUTLS_NO_KEY {
        case CGNUTLS_OK:
            let count = key.count
            return VerifyingKey(
                key.is_elliptic == 1 ? .es256 : .rs256, withUnsafeBytes(of: &key.der) { Array($0.prefix(count)) })
        case CGNUTLS_NO_KEY: throw SigningError(.noKey, "The text has no \(noun) in PEM form.")
        case CGNUTLS_ENCRYPTED:
            throw SigningError(.encrypted, "The \(noun) is encrypted; only an unencrypted key can be used.")
        case CGNUTLS_UNSUPPORTED:
            throw SigningError(.unsupported, "The \(noun) is neither RSA with 1024 to 8192 bits nor EC on P-256.")
        default: throw SigningError(.damaged, "The \(noun) cannot be read.")
        }
    }

    /// The limit of a PEM text in bytes. The longest key and a chain of certificates are much shorter.
    private static let textLimit = 262_144

    /// Verifies a signature (for ES256, 64 bytes as in a JWT).
    package func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        cgnutls_verify(der, der.count, message, message.count, signature, signature.count) == 1
    }
}

/// Why a key is not usable for signatures.
package typealias SigningError = KindError<SigningErrorKind>

/// The kinds of `SigningError`.
package enum SigningErrorKind: String, Sendable, Hashable, CaseIterable {
    case libraryMissing
    case noKey
    case encrypted
    /// The key's type or size is not supported.
    case unsupported
    /// The key cannot be parsed or is inconsistent.
    case damaged
}
