/// How a signed statement is signed. The raw values are the names of the header's `alg` (RFC 7518, 3.1).
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSA after PKCS #1, version 1.5, over SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 over SHA-256: 32 bytes of r and 32 of s.
    case es256 = "ES256"
    /// HMAC over SHA-256, with a secret that both sides know.
    case hs256 = "HS256"
}
