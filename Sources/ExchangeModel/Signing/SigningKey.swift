/// A private key that signs. It prints as `[secret]` however it is printed.
package struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The public half.
    package let verifyingKey: VerifyingKey
    private let numbers: PrivateNumbers
    private let hogweed: Hogweed

    /// Reads the first private key in a PEM text: `PRIVATE KEY` (PKCS #8), `RSA PRIVATE KEY` (PKCS #1) or
    /// `EC PRIVATE KEY`. RSA keys have 1024 to 8192 bits; the curve is P-256. A key that is locked with a passphrase is
    /// refused with `.encrypted`.
    package init(pem text: String) throws(SigningError) {
        guard let block = PEMBlock.all(in: text).first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
            throw SigningError(
                .noKey,
                "There is no private key in the text: it holds no block that begins with -----BEGIN PRIVATE KEY-----.")
        }
        guard !block.isEncrypted, block.label != "ENCRYPTED PRIVATE KEY" else {
            throw SigningError(
                .encrypted, "The private key is locked with a passphrase; only one without is read.")
        }
        guard let bytes = block.bytes else {
            throw SigningError(.damaged, "What stands between the lines of the private key is not Base64.")
        }
        switch block.label {
        case "PRIVATE KEY": numbers = try PrivateNumbers(info: bytes[...])
        case "RSA PRIVATE KEY": numbers = try PrivateNumbers(rsa: bytes[...])
        case "EC PRIVATE KEY": numbers = try PrivateNumbers(elliptic: bytes[...])
        default:
            throw SigningError(
                .unsupported, "The private key is not in a form that is read: PKCS #8, PKCS #1 and EC are.")
        }
        hogweed = try Hogweed()
        guard let known = hogweed.publicNumbers(of: numbers) else { throw PrivateNumbers.damaged }
        verifyingKey = try VerifyingKey(known, hogweed)
    }

    /// What its signatures are: RS256 or ES256.
    package var algorithm: SignatureAlgorithm { verifyingKey.algorithm }

    /// Signs a message, the same one always the same way. Fails with `.damaged` when the parts of the key do not belong
    /// together.
    package func sign(_ message: [UInt8]) throws(SigningError) -> [UInt8] {
        guard let signature = hogweed.sign(SHA256.digest(message), with: numbers) else {
            throw SigningError(.damaged, "The parts of the private key do not belong together.")
        }
        return signature
    }

    /// `[secret]`.
    package var description: String { "[secret]" }
    /// `[secret]`.
    package var debugDescription: String { "[secret]" }
    /// Shows nothing inside.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
