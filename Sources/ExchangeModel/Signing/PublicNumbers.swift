/// What a public key is made of.
enum PublicNumbers: Sendable, Hashable {
    /// Modulus and exponent.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point of P-256, 32 bytes each of x and y.
    case p256(point: [UInt8])

    /// Reads `SubjectPublicKeyInfo` (RFC 5280, 4.1.2.7).
    init(info: ArraySlice<UInt8>) throws(SigningError) {
        var reader = DERReader(info)
        guard var info = reader.nested(.sequence), var algorithm = info.nested(.sequence),
            let name = algorithm.next(.objectIdentifier), let key = info.wholeBytes()
        else { throw PublicNumbers.damaged }
        switch KeyKind(name) {
        case .rsa: try self.init(rsa: key)
        case .elliptic:
            try KeyKind.checkCurve(algorithm.next(.objectIdentifier))
            guard key.count == 65, key.first == 4 else {
                throw SigningError(.unsupported, "The public key's point is not written in full.")
            }
            self = .p256(point: Array(key.dropFirst()))
        case nil: throw KeyKind.unsupported
        }
    }

    /// Reads `RSAPublicKey` (RFC 8017, A.1.1).
    init(rsa bytes: ArraySlice<UInt8>) throws(SigningError) {
        var reader = DERReader(bytes)
        guard var key = reader.nested(.sequence), let modulus = key.number(), let exponent = key.number() else {
            throw PublicNumbers.damaged
        }
        self = .rsa(modulus: modulus, exponent: exponent)
    }

    /// Reads the key of a certificate (RFC 5280, 4.1). Nothing else in it is looked at or checked.
    init(certificate bytes: ArraySlice<UInt8>) throws(SigningError) {
        var reader = DERReader(bytes)
        guard var certificate = reader.nested(.sequence), var body = certificate.nested(.sequence) else {
            throw SigningError(.damaged, "The certificate cannot be read.")
        }
        _ = body.next(.firstPart)
        // Serial number, algorithm, issuer, validity, subject.
        for _ in 0..<5 where !body.skip() { throw SigningError(.damaged, "The certificate cannot be read.") }
        guard let info = body.remainder(startingWith: .sequence) else {
            throw SigningError(.damaged, "The certificate cannot be read.")
        }
        try self.init(info: info)
    }

    static let damaged = SigningError(.damaged, "The public key cannot be read.")
}
