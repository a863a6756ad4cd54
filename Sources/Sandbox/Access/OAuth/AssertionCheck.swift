import Database
import ExchangeModel

/// Checks signed assertions as `oauth_jwt` has it: the application is issuer and audience, the signature is one of its
/// keys', the moment is right within the skew of clocks, and the subject is a user.
struct AssertionCheck {
    let store: RecordStore
    /// Wire time.
    let now: Timestamp

    /// The sys_id of the user that the assertion speaks for, and when it ends. Nil when it is not believed.
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

    /// Whether one of the application's keys verifies the signature. The application's own secret is a shared key too.
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
                kid: $0.text(0), shared: HiddenText.text(of: $0.text(1)).flatMap { $0.isEmpty ? nil : $0 },
                pem: $0.text(2)
            )
        }
    }

    /// The one user whose column says that.
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
