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
    func mayRedirect(to address: String) -> Bool {
        redirects.contains { registered in
            if address == registered { return true }
            guard let one = HTTPURL(address), let other = HTTPURL(registered) else { return false }
            return one.scheme == "http" && other.scheme == "http" && one.host == other.host
                && ["127.0.0.1", "localhost", "::1", "[::1]"].contains(one.host) && one.path == other.path
                && one.query == other.query
        }
    }

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

    /// The tokens of one kind.
    struct Tokens {
        /// How many there are at most; beyond that those that ended go, and then all.
        private static let most = 4096
        private(set) var byText: [String: Token] = [:]
        private var latest: [Grant: String] = [:]

        func token(_ text: String, at now: Timestamp) -> Token? { byText[text].flatMap { $0.ends > now ? $0 : nil } }

        /// The token of a grant: the one that lives, unless a new one is wanted, or a new one of so many seconds. Tokens
        /// look like those of instances: 86 letters, digits, dashes and underscores.
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

    /// How long access tokens live, in seconds, whatever their application says; nil leaves it to the application.
    let lifetime: Int64?
    var access = Tokens()
    var refresh = Tokens()

    /// Ends a token of either kind. With a refresh token all access tokens of its grant end. Gives the access tokens that
    /// ended.
    mutating func revoke(_ text: String) -> Set<String> {
        let grant = refresh.remove(text)?.grant
        let ended = access.byText.values.filter { grant == nil ? $0.text == text : $0.grant == grant }.map(\.text)
        for text in ended { _ = access.remove(text) }
        return Set(ended)
    }
}
