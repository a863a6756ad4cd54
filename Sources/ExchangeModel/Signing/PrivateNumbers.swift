/// What a private key is made of.
enum PrivateNumbers: Sendable {
    /// The public half, and the five numbers that make signing fast (RFC 8017, 3.2).
    case rsa(modulus: [UInt8], exponent: [UInt8], parts: [[UInt8]])
    /// A secret number for P-256: 32 bytes.
    case p256(secret: [UInt8])

    /// Reads `PrivateKeyInfo` (PKCS #8, RFC 5208, 5).
    init(info bytes: ArraySlice<UInt8>) throws(SigningError) {
        var reader = DERReader(bytes)
        guard var info = reader.nested(.sequence), info.number() != nil, var algorithm = info.nested(.sequence),
            let name = algorithm.next(.objectIdentifier), let key = info.next(.octets)
        else { throw PrivateNumbers.damaged }
        switch KeyKind(name) {
        case .rsa: try self.init(rsa: key)
        case .elliptic:
            try KeyKind.checkCurve(algorithm.next(.objectIdentifier))
            try self.init(elliptic: key, isCurveKnown: true)
        case nil: throw KeyKind.unsupported
        }
    }

    /// Reads `RSAPrivateKey` (PKCS #1, RFC 8017, A.1.2).
    init(rsa bytes: ArraySlice<UInt8>) throws(SigningError) {
        var reader = DERReader(bytes)
        guard var key = reader.nested(.sequence), let version = key.number() else { throw PrivateNumbers.damaged }
        guard version.isEmpty else {
            throw SigningError(.unsupported, "The private key is made of more than two primes.")
        }
        var numbers: [[UInt8]] = []
        // Modulus, public exponent, private exponent, the primes, their exponents, the coefficient.
        for _ in 0..<8 {
            guard let number = key.number() else { throw PrivateNumbers.damaged }
            numbers.append(number)
        }
        self = .rsa(modulus: numbers[0], exponent: numbers[1], parts: Array(numbers[3...]))
    }

    /// Reads `ECPrivateKey` (RFC 5915, 3).
    init(elliptic bytes: ArraySlice<UInt8>, isCurveKnown: Bool = false) throws(SigningError) {
        var reader = DERReader(bytes)
        guard var key = reader.nested(.sequence), key.number() == [1], let secret = key.next(.octets)
        else { throw PrivateNumbers.damaged }
        if var curve = key.nested(.firstPart) {
            try KeyKind.checkCurve(curve.next(.objectIdentifier))
        } else if !isCurveKnown {
            throw SigningError(.unsupported, "The private key does not say which curve it is for.")
        }
        guard secret.count <= 32 else { throw PrivateNumbers.damaged }
        self = .p256(secret: [UInt8](repeating: 0, count: 32 - secret.count) + secret)
    }

    static let damaged = SigningError(.damaged, "The private key cannot be read.")
}
