package import ExchangeModel
import Notation

/// A JWT that asserts who the user is, signed by an application that the instance trusts (RFC 7523).
///
/// The issuer and the audience are the client id, the subject is the user in the column that the instance's registry
/// names, and `jti` must be new. `kid` selects one of several certificates. (The vendor's page on the grant calls the
/// audience the token endpoint; the setup form and the example in KB2683759 say the client id.)
package struct JWTAssertion: Sendable, Hashable {
    package let clientID: String
    package let user: String
    /// Issue time, in whole seconds.
    package let issued: Timestamp
    /// Expiry time, in whole seconds.
    package let ends: Timestamp
    /// The `jti`; an instance accepts it once.
    package let id: String
    package let keyID: String?

    /// The default lifetime in seconds: tolerates clock skew, but leaves little time to misuse a stolen assertion.
    package static let defaultLifetime: Int64 = 300

    /// An assertion issued now, with an id of at least 16 random bytes.
    package init(
        clientID: String, user: String, at now: Timestamp, seconds: Int64 = defaultLifetime, random bytes: [UInt8],
        keyID: String? = nil
    ) {
        precondition(bytes.count >= 16, "an id is made of 16 bytes or more")
        self.clientID = clientID
        self.user = user
        issued = now
        ends = now.advanced(bySeconds: seconds)
        id = Base64.encodeForURL(bytes)
        self.keyID = keyID
    }

    /// The signed JWT (RFC 7515, 3.1), a secret until it expires.
    ///
    /// Throws `.unusableKey` if the key cannot sign.
    package func signed(with key: JWTKey) throws(SignInError) -> Secret {
        var header = [JSON.Member("alg", .string(key.algorithm.rawValue)), JSON.Member("typ", "JWT")]
        if let keyID { header.append(JSON.Member("kid", .string(keyID))) }
        let claims: JSON = [
            "iss": .string(clientID), "sub": .string(user), "aud": .string(clientID),
            "iat": .number(String(issued.seconds)), "exp": .number(String(ends.seconds)), "jti": .string(id),
        ]
        let text =
            Base64.encodeForURL(JSON.object(header).compactBytes) + "." + Base64.encodeForURL(claims.compactBytes)
        return Secret(text + "." + Base64.encodeForURL(try key.sign(Array(text.utf8))))
    }
}

/// The signing key of an assertion.
package enum JWTKey: Sendable {
    /// The application's private key; the instance has the certificate.
    case key(SigningKey)
    /// The client secret, which the instance also knows.
    case shared(Secret)

    /// Parses a PEM private key. Throws `.unusableKey`.
    package init(pem: Secret) throws(SignInError) {
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

    /// Throws `.unusableKey`.
    func sign(_ text: [UInt8]) throws(SignInError) -> [UInt8] {
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
