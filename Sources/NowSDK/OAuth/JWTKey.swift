package import ExchangeModel

/// What statements are signed with.
package enum JWTKey: Sendable {
    /// The application's private key; the instance has the certificate.
    case key(SigningKey)
    /// The application's secret, which the instance has as well.
    case shared(Secret)

    /// Reads a private key from its PEM text. Fails with `.unusableKey`.
    package init(pem: Secret) throws(SignInTrouble) {
        do {
            self = .key(try SigningKey(pem: pem.text))
        } catch {
            throw .unusableKey(error.message)
        }
    }

    /// The header's `alg`.
    package var algorithm: SignatureAlgorithm {
        switch self {
        case .key(let key): key.algorithm
        case .shared: .hs256
        }
    }

    /// Signs a text. Fails with `.unusableKey`.
    func sign(_ text: [UInt8]) throws(SignInTrouble) -> [UInt8] {
        switch self {
        case .shared(let secret): return HMACSHA256.code(of: text, key: Array(secret.text.utf8))
        case .key(let key):
            do {
                return try key.sign(text)
            } catch {
                throw .unusableKey(error.message)
            }
        }
    }
}
