/// A public key that tells whether something was signed with its private half.
package struct VerifyingKey: Sendable, Hashable {
    private let numbers: PublicNumbers
    private let hogweed: Hogweed

    /// Reads the first public key, certificate or private key in a PEM text: `PUBLIC KEY`, `RSA PUBLIC KEY`,
    /// `CERTIFICATE`, or what `SigningKey` reads. RSA keys have 1024 to 8192 bits; the curve is P-256. A certificate is
    /// asked for its key alone: neither its end nor who issued it is looked at.
    package init(pem text: String) throws(SigningError) {
        for block in PEMBlock.all(in: text) {
            guard let bytes = block.bytes else {
                throw SigningError(.damaged, "What stands between the lines of the key is not Base64.")
            }
            switch block.label {
            case "PUBLIC KEY": try self.init(PublicNumbers(info: bytes[...]), Hogweed())
            case "RSA PUBLIC KEY": try self.init(PublicNumbers(rsa: bytes[...]), Hogweed())
            case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
                try self.init(PublicNumbers(certificate: bytes[...]), Hogweed())
            case let label where label.hasSuffix("PRIVATE KEY"): self = try SigningKey(pem: text).verifyingKey
            default: continue
            }
            return
        }
        throw SigningError(
            .noKey,
            "There is no public key in the text: it holds no block that begins with -----BEGIN PUBLIC KEY-----.")
    }

    init(_ numbers: PublicNumbers, _ hogweed: Hogweed) throws(SigningError) {
        guard hogweed.isUsable(numbers) else {
            switch numbers {
            case .rsa: throw SigningError(.unsupported, "The RSA key is not one of 1024 to 8192 bits.")
            case .p256: throw SigningError(.damaged, "The key's point is not on the curve P-256.")
            }
        }
        self.numbers = numbers
        self.hogweed = hogweed
    }

    /// What its signatures are: RS256 or ES256.
    package var algorithm: SignatureAlgorithm {
        switch numbers {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Whether it is a signature of the message (for ES256 64 bytes, as a JWT carries it).
    package func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        hogweed.verify(signature, of: SHA256.digest(message), with: numbers)
    }
}
