import Database
import ExchangeModel
import Notation

/// An OAuth client: a record of `oauth_entity` or its child `oauth_jwt`.
struct OAuthApplication: Sendable, Hashable {
    let sysID: String
    let name: String
    let clientID: String
    /// Nil for a public client.
    let secret: String?
    /// Redirect URIs, as listed in the record.
    let redirects: [String]
    /// A public client has no secret and uses PKCE.
    let isPublic: Bool
    /// Lifetimes of its tokens, in seconds.
    let accessLifetime: Int64
    let refreshLifetime: Int64
    /// The sys_id of the user for the client credentials grant; empty if there is none.
    let userID: String
    /// The settings for JWT assertions; nil if they are not accepted.
    let assertions: Assertions?

    /// The settings of `oauth_jwt`.
    struct Assertions: Sendable, Hashable {
        /// The column of `sys_user` that `sub` is matched with.
        let userColumn: String
        let onceOnly: Bool
        /// The allowed clock skew, in seconds.
        let skew: Int64
    }

    /// Default lifetimes: half an hour for access tokens, a hundred days for refresh tokens.
    static let defaultAccessLifetime: Int64 = 1800
    static let defaultRefreshLifetime: Int64 = 8_640_000

    /// Whether a code may be sent to a redirect URI. For loopback addresses any port is allowed (RFC 8252, 7.3).
    func mayRedirect(to address: String) -> Bool {
        redirects.contains { registered in
            if address == registered { return true }
            guard let one = HTTPURL(address), let other = HTTPURL(registered) else { return false }
            return one.scheme == "http" && other.scheme == "http" && one.host == other.host
                && ["127.0.0.1", "localhost", "::1", "[::1]"].contains(one.host) && one.path == other.path
                && one.query == other.query
        }
    }

    /// The active application with a client id; nil if there is none.
    static func named(_ clientID: String, in store: RecordStore) throws -> OAuthApplication? {
        guard let table = store.schema["oauth_entity"], !clientID.isEmpty else { return nil }
        try store.fill([table.name])
        let classes = SQLFragment.list(table.classNames)
        let sql = """
            SELECT "sys_id", "name", "client_id", "client_secret", "redirect_url", "public_client",
                "access_token_lifespan", "refresh_token_lifespan", "user", "sys_class_name", "user_field",
                "enable_jti_verification", "clock_skew"
            FROM \(table.storage) WHERE "sys_class_name" IN (\(classes)) AND "client_id" = ? AND "active" = 1
            """
        return try store.connection.rows(sql, [.text(clientID)]) { row in
            func seconds(_ column: Int, _ usual: Int64) -> Int64 {
                Int64(row.text(column)).flatMap { $0 > 0 ? $0 : nil } ?? usual
            }
            let isPublic = row.integer(5) == 1
            return OAuthApplication(
                sysID: row.text(0), name: row.text(1), clientID: row.text(2),
                secret: isPublic ? nil : ObfuscatedText.text(of: row.text(3)).flatMap { $0.isEmpty ? nil : $0 },
                redirects: row.text(4).split { $0 == "," || $0 == " " || $0 == "\n" }.map(String.init),
                isPublic: isPublic, accessLifetime: seconds(6, defaultAccessLifetime),
                refreshLifetime: seconds(7, defaultRefreshLifetime), userID: row.text(8),
                assertions: row.text(9) == "oauth_jwt"
                    ? Assertions(
                        userColumn: row.text(10).isEmpty ? "user_name" : row.text(10), onceOnly: row.integer(11) == 1,
                        skew: Int64(row.text(12)) ?? 300) : nil)
        }.first { $0.clientID == clientID }
    }
}

/// Authorization codes that were issued and not redeemed yet.
struct AuthorizationCodes {
    struct Grant: Sendable, Hashable {
        let userID: String
        let clientID: String
        /// The redirect URI as in the request.
        let redirect: String
        /// The S256 challenge; nil without PKCE.
        let challenge: String?
        let scope: String
    }

    /// The lifetime of a code, in seconds: five minutes, as on instances.
    static let lifetime: Int64 = 300
    /// The maximum number of codes; the oldest are dropped.
    private static let most = 1024

    private var grants: [String: (grant: Grant, ends: Timestamp)] = [:]

    mutating func issue(_ grant: Grant, at now: Timestamp, random: inout SeededRandom) -> String {
        if grants.count >= AuthorizationCodes.most {
            grants = grants.filter { $0.value.ends > now }
            if grants.count >= AuthorizationCodes.most { grants = [:] }
        }
        let code = random.hex(86)
        grants[code] = (grant, now.advanced(bySeconds: AuthorizationCodes.lifetime))
        return code
    }

    /// The grant of a code, which is used up even if the request fails. Nil if the code is unknown, used or expired.
    mutating func redeem(_ code: String, at now: Timestamp) -> Grant? {
        guard let found = grants.removeValue(forKey: code), found.ends > now else { return nil }
        return found.grant
    }
}

/// The access and refresh tokens that were issued.
struct TokenStore {
    struct Grant: Sendable, Hashable {
        let userID: String
        let clientID: String
        let scope: String
    }

    /// A token and its end in wire time.
    struct Token: Sendable, Hashable {
        let text: String
        let grant: Grant
        let ends: Timestamp
    }

    /// The tokens of one kind.
    struct Tokens {
        /// The maximum number; beyond it expired tokens are dropped, then all.
        private static let most = 4096
        private(set) var byText: [String: Token] = [:]
        private var latest: [Grant: String] = [:]

        func token(_ text: String, at now: Timestamp) -> Token? { byText[text].flatMap { $0.ends > now ? $0 : nil } }

        /// The token of a grant: the current one, or a new one with that lifetime in seconds. Tokens have 86 letters,
        /// digits, dashes and underscores, as on instances.
        mutating func token(
            for grant: Grant, lifetime: Int64, isNew: Bool = false, at now: Timestamp, random: inout SeededRandom
        ) -> Token {
            if !isNew, let text = latest[grant], let token = token(text, at: now) { return token }
            if byText.count >= Tokens.most {
                byText = byText.filter { $0.value.ends > now }
                if byText.count >= Tokens.most { byText = [:] }
                latest = latest.filter { byText[$0.value] != nil }
            }
            let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
            let text = String(decoding: (0..<86).map { _ in signs[random.below(64)] }, as: UTF8.self)
            let token = Token(text: text, grant: grant, ends: now.advanced(bySeconds: lifetime))
            byText[text] = token
            latest[grant] = text
            return token
        }

        mutating func remove(_ text: String) -> Token? {
            guard let token = byText.removeValue(forKey: text) else { return nil }
            if latest[token.grant] == text { latest[token.grant] = nil }
            return token
        }
    }

    /// The lifetime of access tokens in seconds, overriding the applications'; nil for no override.
    let lifetime: Int64?
    var access = Tokens()
    var refresh = Tokens()

    /// Revokes an access or refresh token. With a refresh token all access tokens of its grant are revoked. Returns the
    /// revoked access tokens.
    mutating func revoke(_ text: String) -> Set<String> {
        let grant = refresh.remove(text)?.grant
        let ended = access.byText.values.filter { grant == nil ? $0.text == text : $0.grant == grant }.map(\.text)
        for text in ended { _ = access.remove(text) }
        return Set(ended)
    }
}

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
