package import ExchangeModel
import Notation

/// A statement of who a user is, signed by an application that the instance trusts with that (RFC 7523).
///
/// An instance wants the client id as issuer and as audience, the user as subject in the column its registry names, an
/// end, and an id that it has not seen; the key's id tells it which of several certificates to verify with. (The vendor's
/// page of the grant calls the audience the token endpoint; the form that sets it up and the article with an example,
/// KB2683759, say the client id.)
package struct JWTAssertion: Sendable, Hashable {
    package let clientID: String
    package let user: String
    /// When it is made; whole seconds count.
    package let issued: Timestamp
    /// When it ends; whole seconds count.
    package let ends: Timestamp
    /// Good once.
    package let id: String
    package let keyID: String?

    /// How many seconds a statement holds by default: time for clocks that differ a little, and little time for
    /// the one who finds it later.
    package static let usualLife: Int64 = 300

    /// A statement made now, with an id of random bytes, 16 of them or more.
    package init(
        clientID: String, user: String, at now: Timestamp, seconds: Int64 = usualLife, random bytes: [UInt8],
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

    /// The statement as it is sent (RFC 7515, 3.1). It is a secret while it holds.
    ///
    /// Fails with `.unusableKey` when the key cannot sign.
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

/// What statements are signed with.
package enum JWTKey: Sendable {
    /// The application's private key; the instance has the certificate.
    case key(SigningKey)
    /// The application's secret, which the instance has as well.
    case shared(Secret)

    /// Reads a private key from its PEM text. Fails with `.unusableKey`.
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

    /// Signs a text. Fails with `.unusableKey`.
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
