import Database
import ExchangeModel
import Notation

struct OAuthApplication: Sendable {
    private let record: [String: SQLValue]

    init?(_ clientID: String, in store: RecordStore) throws {
        guard let table = store.schema["oauth_entity"], !clientID.isEmpty else { return nil }
        try store.fill([table.name])
        let sql = "SELECT \"sys_id\", \"client_id\" FROM \(table.storage) WHERE \"client_id\" = ? AND \"active\" = 1"
        let found = try store.connection.rows(sql, [.text(clientID)]) { (sysID: $0.text(0), clientID: $0.text(1)) }
        // Columns compare case-insensitively.
        guard let sysID = found.first(where: { $0.clientID == clientID })?.sysID,
            let record = try store.record(sysID, in: table)
        else { return nil }
        self.record = record
    }

    var sysID: String { record.text("sys_id") }
    var name: String { record.text("name") }
    var clientID: String { record.text("client_id") }
    /// Nil for a public client.
    var secret: String? { isPublic ? nil : ObfuscatedText.text(of: record.text("client_secret")) }
    /// A public client has no secret and uses PKCE.
    var isPublic: Bool { record["public_client"] == .integer(1) }
    /// Lifetimes of its tokens, in seconds. Default: half an hour for access tokens, a hundred days for refresh tokens.
    var accessLifetime: Int64 { number("access_token_lifespan") ?? 1800 }
    var refreshLifetime: Int64 { number("refresh_token_lifespan") ?? 8_640_000 }
    var userID: String { record.text("user") }
    var takesAssertions: Bool { record.text("sys_class_name") == "oauth_jwt" }
    var userColumn: String { record.text("user_field").isEmpty ? "user_name" : record.text("user_field") }
    var takesOnce: Bool { record["enable_jti_verification"] == .integer(1) }
    var skew: Int64 { min(Int64((record["clock_skew"] ?? .null).text) ?? 300, 86_400) }

    private func number(_ name: String) -> Int64? {
        Int64((record[name] ?? .null).text).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether a code may be sent to a redirect URI. For loopback addresses any port is allowed (RFC 8252, 7.3).
    func mayRedirect(to address: String) -> Bool {
        record.text("redirect_url").split { $0 == "," || $0 == " " || $0 == "\n" }.map(String.init).contains {
            if address == $0 { return true }
            guard let one = HTTPURL(address), let other = HTTPURL($0) else { return false }
            return one.scheme == "http" && other.scheme == "http" && one.host == other.host
                && ["127.0.0.1", "localhost", "::1", "[::1]"].contains(one.host) && one.path == other.path
                && one.query == other.query
        }
    }
}

/// What was issued and ends at a time, by its text. When there is too much, what has ended is dropped, then everything.
struct ExpiringTexts<Value: Sendable>: Sendable {
    private static var most: Int { 4096 }
    private(set) var values: [String: (value: Value, ends: Timestamp)] = [:]

    func find(_ text: String, at now: Timestamp) -> (value: Value, ends: Timestamp)? {
        values[text].flatMap { $0.ends > now ? $0 : nil }
    }

    mutating func insert(_ text: String, _ value: Value, until end: Timestamp, at now: Timestamp) {
        if values.count >= Self.most { values = values.filter { $0.value.ends > now } }
        if values.count >= Self.most { values = [:] }
        values[text] = (value, end)
    }

    mutating func take(_ text: String, at now: Timestamp) -> Value? {
        defer { values[text] = nil }
        return find(text, at: now)?.value
    }
}

struct SandboxGrant: Sendable, Hashable {
    let userID: String
    let clientID: String
    let scope: String
}

struct OAuthCode: Sendable {
    static let lifetime: Int64 = 300

    let grant: SandboxGrant
    /// The redirect URI as in the request.
    let redirect: String
    let challenge: String?
}

struct TokenStore {
    struct Token: Sendable, Hashable {
        let text: String
        let grant: SandboxGrant
        let ends: Timestamp
    }

    struct Tokens {
        fileprivate var known = ExpiringTexts<SandboxGrant>()

        func token(_ text: String, at now: Timestamp) -> Token? {
            known.find(text, at: now).map { Token(text: text, grant: $0.value, ends: $0.ends) }
        }

        /// The token of a grant: the current one, or a new one with that lifetime in seconds. Tokens have 86 letters,
        /// digits, dashes and underscores, as on instances.
        mutating func token(
            for grant: SandboxGrant, lifetime: Int64, isNew: Bool = false, at now: Timestamp, random: inout SeededRandom
        ) -> Token {
            let present = known.values.filter { $0.value.value == grant }.max { $0.value.ends < $1.value.ends }
            if !isNew, let present, let token = token(present.key, at: now) { return token }
            let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
            let text = String(decoding: (0..<86).map { _ in signs[random.below(64)] }, as: UTF8.self)
            let end = now.advanced(bySeconds: lifetime)
            known.insert(text, grant, until: end, at: now)
            return Token(text: text, grant: grant, ends: end)
        }
    }

    /// The lifetime of access tokens in seconds, overriding the applications'; nil for no override.
    let lifetime: Int64?
    var access = Tokens()
    var refresh = Tokens()

    /// Revokes an access or refresh token. With a refresh token all access tokens of its grant are revoked. Returns the
    /// revoked access tokens.
    mutating func revoke(_ text: String, at now: Timestamp) -> Set<String> {
        let grant = refresh.known.take(text, at: now)
        let ended = access.known.values.filter { $0.key == text || $0.value.value == grant }.map(\.key)
        for text in ended { _ = access.known.take(text, at: now) }
        return Set(ended)
    }
}

struct SignedAssertion {
    private let header: JSONNode
    private let claims: JSONNode
    let signature: [UInt8]
    let message: [UInt8]

    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = SignedAssertion.object(parts[0]),
            let claims = SignedAssertion.object(parts[1]), let signature = Base64.decode(parts[2])
        else { return nil }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        message = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    private static func object(_ part: Substring.UTF8View) -> JSONNode? {
        guard let bytes = Base64.decode(part), let root = try? JSONDocument(bytes).root, root.kind == .object else {
            return nil
        }
        return root
    }

    var algorithm: SignatureAlgorithm? { header["alg"]?.string.flatMap(SignatureAlgorithm.init) }
    var keyID: String? { header["kid"]?.string }
    var audience: [String] {
        guard let audience = claims["aud"] else { return [] }
        return (audience.kind == .array ? Array(audience.elements) : [audience]).compactMap(\.string)
    }

    func text(_ claim: String) -> String? { claims[claim]?.string }

    /// Whole seconds since 1970; JWTs may have fractions (RFC 7519, 2).
    func moment(_ claim: String) -> Int64? {
        guard let digits = claims[claim]?.number else { return nil }
        return Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded(.down)) }
    }
}

/// Verifies assertions with the rules of `oauth_jwt`: issuer and audience are the application, one of its keys verifies
/// the signature, the times are valid within the clock skew, and the subject is a user.
struct AssertionCheck {
    let store: RecordStore
    let now: Timestamp

    func user(
        of assertion: SignedAssertion, from application: OAuthApplication
    ) throws -> (userID: String, ends: Timestamp)? {
        let earliest = now.advanced(bySeconds: -application.skew).seconds
        let latest = now.advanced(bySeconds: application.skew).seconds
        guard application.takesAssertions, assertion.text("iss") == application.clientID,
            assertion.audience.contains(application.clientID), let end = assertion.moment("exp"), end > earliest,
            ["iat", "nbf"].allSatisfy({ assertion.moment($0) ?? latest <= latest }),
            !application.takesOnce || assertion.text("jti")?.isEmpty == false,
            try isSigned(assertion, by: application), let subject = assertion.text("sub"), !subject.isEmpty,
            let userID = try user(subject, by: application.userColumn)
        else { return nil }
        return (userID, Timestamp(seconds: end).advanced(bySeconds: application.skew))
    }

    /// Whether one of the application's keys verifies the signature. The client secret is a shared key too.
    private func isSigned(_ assertion: SignedAssertion, by application: OAuthApplication) throws -> Bool {
        guard let maps = store.schema["jwt_verifier_map"], let certificates = store.schema["sys_certificate"],
            let algorithm = assertion.algorithm
        else { return false }
        try store.fill([maps.name, certificates.name])
        let keys = try store.connection.rows(
            """
            SELECT m."kid", m."shared_key", c."pem_certificate" FROM \(maps.storage) AS m
            LEFT JOIN \(certificates.storage) AS c ON c."sys_id" = m."sys_certificate" AND c."active" = 1
            WHERE m."sys_class_name" = 'jwt_verifier_map' AND m."oauth_jwt" = ?
            """, [.text(application.sysID)]
        ) { (kid: $0.text(0), shared: ObfuscatedText.text(of: $0.text(1)), pem: $0.text(2)) }
        .filter { $0.kid.isEmpty || assertion.keyID == nil || $0.kid == assertion.keyID }
        guard algorithm != .hs256 else {
            return (keys.map(\.shared) + [application.secret]).compactMap { $0 }.contains { secret in
                HMACSHA256.verify(assertion.signature, of: assertion.message, key: Array(secret.utf8))
            }
        }
        return keys.contains { key in
            guard let verifier = try? VerifyingKey(pem: key.pem), verifier.algorithm == algorithm else { return false }
            return verifier.verify(assertion.signature, of: assertion.message)
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
