import Database
import ExchangeModel

/// An application that may ask for tokens: a record of `oauth_entity`, or of `oauth_jwt` below it.
struct OAuthApplication: Sendable, Hashable {
    let sysID: String
    let name: String
    let clientID: String
    /// Nil in a public application, which has none.
    let secret: String?
    /// Where codes may be sent, as the record lists them.
    let redirects: [String]
    /// Whether its secret is wanted; a public application proves itself by PKCE.
    let isPublic: Bool
    /// How long its tokens live, in seconds.
    let accessLifetime: Int64
    let refreshLifetime: Int64
    /// The sys_id of the user it is itself, for the client credentials grant; empty without one.
    let userID: String
    /// What it takes of signed assertions; nil when it takes none.
    let assertions: Assertions?

    /// How `oauth_jwt` has signed assertions checked.
    struct Assertions: Sendable, Hashable {
        /// The column of `sys_user` that `sub` names a user by.
        let userColumn: String
        let onceOnly: Bool
        /// How far clocks may differ, in seconds.
        let skew: Int64
    }

    /// Access tokens live half an hour and refresh tokens a hundred days unless an application says otherwise.
    static let usualAccessLifetime: Int64 = 1800
    static let usualRefreshLifetime: Int64 = 8_640_000

    /// Whether a code may be sent to an address. On this machine's own the port is the client's choice (RFC 8252, 7.3).
    func mayRedirect(to address: String) -> Bool { redirects.contains { RedirectAddress.matches(address, $0) } }

    /// The active application of a client id. Nil when there is none.
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
                secret: isPublic ? nil : HiddenText.text(of: row.text(3)).flatMap { $0.isEmpty ? nil : $0 },
                redirects: row.text(4).split { $0 == "," || $0 == " " || $0 == "\n" }.map(String.init),
                isPublic: isPublic, accessLifetime: seconds(6, usualAccessLifetime),
                refreshLifetime: seconds(7, usualRefreshLifetime), userID: row.text(8),
                assertions: row.text(9) == "oauth_jwt"
                    ? Assertions(
                        userColumn: row.text(10).isEmpty ? "user_name" : row.text(10), onceOnly: row.integer(11) == 1,
                        skew: Int64(row.text(12)) ?? 300) : nil)
        }.first { $0.clientID == clientID }
    }
}

/// Compares the redirect address of a request with one that an application registered.
enum RedirectAddress {
    /// The same text, or the same address of this machine with another port.
    static func matches(_ given: String, _ registered: String) -> Bool {
        if given == registered { return true }
        guard let one = HTTPURL(given), let other = HTTPURL(registered) else { return false }
        return one.scheme == "http" && other.scheme == "http" && one.host == other.host && loopback.contains(one.host)
            && one.path == other.path && one.query == other.query
    }

    private static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]
}

/// The codes that the consent page gave out and that are not redeemed yet.
struct AuthorizationCodes {
    struct Grant: Sendable, Hashable {
        let userID: String
        let clientID: String
        /// The redirect address of the request, as it was written there.
        let redirect: String
        /// The S256 challenge; nil when the client gave none.
        let challenge: String?
        let scope: String
    }

    /// How long a code may be redeemed, in seconds. Instances say five minutes.
    static let lifetime: Int64 = 300
    /// How many codes wait at most; beyond that the oldest go.
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

    /// What a code stands for. It is used up, whatever comes of it. Nil when it is unknown, used or too old.
    mutating func redeem(_ code: String, at now: Timestamp) -> Grant? {
        guard let found = grants.removeValue(forKey: code), found.ends > now else { return nil }
        return found.grant
    }
}

/// The access and refresh tokens that were given out.
struct TokenStore {
    struct Grant: Sendable, Hashable {
        let userID: String
        let clientID: String
        let scope: String
    }

    /// A token and when it ends, on wire time.
    struct Token: Sendable, Hashable {
        let text: String
        let grant: Grant
        let ends: Timestamp
    }

    /// How long access tokens live, in seconds, whatever their application says; nil leaves it to the application.
    let lifetime: Int64?
    private var access: [String: Token] = [:]
    private var refresh: [String: Token] = [:]
    private var accessByGrant: [Grant: String] = [:]
    private var refreshByGrant: [Grant: String] = [:]
    /// How many tokens of a kind there are at most; beyond that those that ended go, and then all.
    private static let most = 4096

    init(lifetime: Int64?) { self.lifetime = lifetime }

    func accessToken(_ text: String, at now: Timestamp) -> Token? { access[text].flatMap { $0.ends > now ? $0 : nil } }

    func refreshToken(_ text: String, at now: Timestamp) -> Token? {
        refresh[text].flatMap { $0.ends > now ? $0 : nil }
    }

    /// The access token of a grant: the one that lives, unless a new one is wanted, or a new one of so many seconds.
    mutating func accessToken(
        for grant: Grant, lifetime seconds: Int64, isNew: Bool = false, at now: Timestamp, random: inout SeededRandom
    ) -> Token {
        if !isNew, let text = accessByGrant[grant], let token = accessToken(text, at: now) { return token }
        if access.count >= TokenStore.most { TokenStore.makeRoom(&access, &accessByGrant, at: now) }
        let token = Token(
            text: TokenStore.text(&random), grant: grant, ends: now.advanced(bySeconds: lifetime ?? seconds))
        access[token.text] = token
        accessByGrant[grant] = token.text
        return token
    }

    /// The refresh token of a grant: the one that lives, or a new one of so many seconds.
    mutating func refreshToken(
        for grant: Grant, lifetime seconds: Int64, at now: Timestamp, random: inout SeededRandom
    ) -> Token {
        if let text = refreshByGrant[grant], let token = refreshToken(text, at: now) { return token }
        if refresh.count >= TokenStore.most { TokenStore.makeRoom(&refresh, &refreshByGrant, at: now) }
        let token = Token(text: TokenStore.text(&random), grant: grant, ends: now.advanced(bySeconds: seconds))
        refresh[token.text] = token
        refreshByGrant[grant] = token.text
        return token
    }

    /// Ends a token of either kind. With a refresh token all access tokens of its grant end. Gives the access tokens that
    /// ended.
    mutating func revoke(_ text: String) -> Set<String> {
        var ended: Set<String> = []
        if let token = refresh.removeValue(forKey: text) {
            if refreshByGrant[token.grant] == text { refreshByGrant[token.grant] = nil }
            ended = Set(access.values.filter { $0.grant == token.grant }.map(\.text))
        } else if access[text] != nil {
            ended = [text]
        }
        for text in ended {
            guard let token = access.removeValue(forKey: text) else { continue }
            if accessByGrant[token.grant] == text { accessByGrant[token.grant] = nil }
        }
        return ended
    }

    /// Tokens look like those of instances: 86 letters, digits, dashes and underscores.
    private static func text(_ random: inout SeededRandom) -> String {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return String(decoding: (0..<86).map { _ in signs[random.below(64)] }, as: UTF8.self)
    }

    private static func makeRoom(_ tokens: inout [String: Token], _ latest: inout [Grant: String], at now: Timestamp) {
        tokens = tokens.filter { $0.value.ends > now }
        if tokens.count >= most { tokens = [:] }
        latest = latest.filter { tokens[$0.value] != nil }
    }
}
