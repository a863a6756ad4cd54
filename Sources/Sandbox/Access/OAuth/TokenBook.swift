import ExchangeModel

/// The access and refresh tokens that were given out.
struct TokenBook {
    /// What a token lets its bearer do.
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
    /// The latest of each grant.
    private var accessByGrant: [Grant: String] = [:]
    private var refreshByGrant: [Grant: String] = [:]
    /// How many tokens of a kind there are at most; beyond that those that ended go, and then all.
    private static let most = 4096

    init(lifetime: Int64?) { self.lifetime = lifetime }

    /// The living access token of that text.
    func accessToken(_ text: String, at now: Timestamp) -> Token? { access[text].flatMap { $0.ends > now ? $0 : nil } }

    /// The living refresh token of that text.
    func refreshToken(_ text: String, at now: Timestamp) -> Token? {
        refresh[text].flatMap { $0.ends > now ? $0 : nil }
    }

    /// The access token of a grant: the one that lives, unless a new one is wanted, or a new one of so many seconds.
    mutating func accessToken(
        for grant: Grant, lifetime seconds: Int64, isNew: Bool = false, at now: Timestamp, random: inout SeededRandom
    ) -> Token {
        if !isNew, let text = accessByGrant[grant], let token = accessToken(text, at: now) { return token }
        if access.count >= TokenBook.most { TokenBook.makeRoom(&access, &accessByGrant, at: now) }
        let token = Token(
            text: TokenBook.text(&random), grant: grant, ends: now.advanced(bySeconds: lifetime ?? seconds))
        access[token.text] = token
        accessByGrant[grant] = token.text
        return token
    }

    /// The refresh token of a grant: the one that lives, or a new one of so many seconds.
    mutating func refreshToken(
        for grant: Grant, lifetime seconds: Int64, at now: Timestamp, random: inout SeededRandom
    ) -> Token {
        if let text = refreshByGrant[grant], let token = refreshToken(text, at: now) { return token }
        if refresh.count >= TokenBook.most { TokenBook.makeRoom(&refresh, &refreshByGrant, at: now) }
        let token = Token(text: TokenBook.text(&random), grant: grant, ends: now.advanced(bySeconds: seconds))
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
