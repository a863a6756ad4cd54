import Database
import ExchangeModel
import Notation

/// A signed JWT (assertion, RFC 7519), not verified yet.
struct SignedAssertion {
    let algorithm: SignatureAlgorithm
    /// The key id, if there is one.
    let keyID: String?
    let issuer: String
    let subject: String
    let audience: [String]
    /// Times are in seconds since 1970.
    let expires: Int64
    let issued: Int64?
    let notBefore: Int64?
    let identifier: String?
    let signature: [UInt8]
    let message: [UInt8]

    /// Nil if the text is not a JWT, or its algorithm is unknown.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = SignedAssertion.object(parts[0]),
            let claims = SignedAssertion.object(parts[1]), let signature = Base64.decode(parts[2]),
            let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init),
            let issuer = claims["iss"]?.string, let subject = claims["sub"]?.string, !subject.isEmpty,
            let expires = SignedAssertion.moment(claims["exp"])
        else { return nil }
        self.algorithm = algorithm
        self.issuer = issuer
        self.subject = subject
        self.expires = expires
        self.signature = signature
        keyID = header["kid"]?.string
        audience =
            claims["aud"].map { $0.kind == .array ? $0.elements.compactMap(\.string) : [$0.string].compactMap { $0 } }
            ?? []
        issued = SignedAssertion.moment(claims["iat"])
        notBefore = SignedAssertion.moment(claims["nbf"])
        identifier = claims["jti"]?.string
        message = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    private static func object(_ part: Substring.UTF8View) -> JSONNode? {
        guard let bytes = Base64.decode(part), let root = try? JSONDocument(bytes).root, root.kind == .object else {
            return nil
        }
        return root
    }

    /// Whole seconds; JWTs may have fractions (RFC 7519, 2).
    private static func moment(_ node: JSONNode?) -> Int64? {
        guard let digits = node?.number else { return nil }
        return Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded(.down)) }
    }
}

/// Verifies assertions with the rules of `oauth_jwt`: issuer and audience are the application, one of its keys verifies
/// the signature, the times are valid within the clock skew, and the subject is a user.
struct AssertionCheck {
    let store: RecordStore
    let now: Timestamp

    /// The sys_id of the assertion's user, and its expiration. Nil if the assertion is rejected.
    func user(
        of assertion: SignedAssertion, from application: OAuthApplication
    ) throws -> (userID: String, ends: Timestamp)? {
        guard let rules = application.assertions, assertion.issuer == application.clientID,
            assertion.audience.contains(application.clientID),
            isTimely(assertion, skew: min(max(rules.skew, 0), 86_400)),
            !rules.onceOnly || assertion.identifier?.isEmpty == false,
            try isSigned(assertion, by: application), let userID = try user(assertion.subject, by: rules.userColumn)
        else { return nil }
        return (userID, Timestamp(seconds: assertion.expires).advanced(bySeconds: rules.skew))
    }

    private func isTimely(_ assertion: SignedAssertion, skew: Int64) -> Bool {
        let latest = now.advanced(bySeconds: skew).seconds, earliest = now.advanced(bySeconds: -skew).seconds
        return assertion.expires > earliest && assertion.issued ?? latest <= latest
            && assertion.notBefore ?? latest <= latest
    }

    /// Whether one of the application's keys verifies the signature. The client secret is a shared key too.
    private func isSigned(_ assertion: SignedAssertion, by application: OAuthApplication) throws -> Bool {
        let keys = try keys(of: application).filter {
            $0.kid.isEmpty || assertion.keyID == nil || $0.kid == assertion.keyID
        }
        guard assertion.algorithm != .hs256 else {
            return (keys.compactMap(\.shared) + [application.secret].compactMap { $0 }).contains { secret in
                HMACSHA256.verify(assertion.signature, of: assertion.message, key: Array(secret.utf8))
            }
        }
        return keys.contains { key in
            guard let verifier = try? VerifyingKey(pem: key.pem), verifier.algorithm == assertion.algorithm else {
                return false
            }
            return verifier.verify(assertion.signature, of: assertion.message)
        }
    }

    private func keys(of application: OAuthApplication) throws -> [(kid: String, shared: String?, pem: String)] {
        guard let maps = store.schema["jwt_verifier_map"], let certificates = store.schema["sys_certificate"] else {
            return []
        }
        try store.fill([maps.name, certificates.name])
        return try store.connection.rows(
            """
            SELECT m."kid", m."shared_key", c."pem_certificate" FROM \(maps.storage) AS m
            LEFT JOIN \(certificates.storage) AS c ON c."sys_id" = m."sys_certificate" AND c."active" = 1
            WHERE m."sys_class_name" = 'jwt_verifier_map' AND m."oauth_jwt" = ?
            """, [.text(application.sysID)]
        ) {
            (
                kid: $0.text(0), shared: ObfuscatedText.text(of: $0.text(1)).flatMap { $0.isEmpty ? nil : $0 },
                pem: $0.text(2)
            )
        }
    }

    private func user(_ subject: String, by name: String) throws -> String? {
        guard let table = store.schema["sys_user"], let column = table[name], !column.isJournal, !column.type.isSecret
        else { return nil }
        try store.fill([table.name])
        let found = try store.connection.rows(
            "SELECT \"sys_id\" FROM \(table.storage) WHERE \(column.sqlName) = ? AND \"active\" = 1 LIMIT 2",
            [.text(subject)]
        ) { $0.text(0) }
        return found.count == 1 ? found[0] : nil
    }
}

/// The identifiers (`jti`) of used assertions: each is accepted once during its validity.
struct RedeemedAssertions {
    private var ends: [String: Timestamp] = [:]
    /// The maximum number; beyond it, expired ones are removed, and then no more are accepted.
    private static let most = 4096

    /// Marks an assertion as used. False if it was used before.
    mutating func take(_ identifier: String, of clientID: String, until end: Timestamp, at now: Timestamp) -> Bool {
        if ends.count >= RedeemedAssertions.most {
            ends = ends.filter { $0.value > now }
            if ends.count >= RedeemedAssertions.most { return false }
        }
        let key = clientID + " " + identifier
        if let known = ends[key], known > now { return false }
        ends[key] = end
        return true
    }
}
