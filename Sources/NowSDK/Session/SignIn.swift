import ExchangeModel

/// What an instance and its client know of each other: the credential, its tokens, the cookies, the sessions.
struct SignIn: Sendable {
    /// What is known about the credential.
    enum Standing: Sendable {
        case unasked
        case held(Credential)
        /// The instance did not accept the last one, which was this user's; why, where it said so in words.
        case rejected(user: String?, TransportFailure?)
        /// What was held is over and cannot be renewed; it was this user's.
        case expired(user: String?, TransportFailure)
    }

    /// The tokens at hand.
    struct Tokens: Sendable {
        var tokens: OAuthTokens
        let number: Int
        /// The instance did not accept the access token.
        var isRefused = false
    }

    /// What is known of the second factor.
    enum SecondFactor: Sendable {
        case unwanted
        /// The instance wants a code with the next proof.
        case wanted
        /// The code to send: no session has taken it over yet.
        case code(Secret)
    }

    private(set) var standing = Standing.unasked
    /// Grows with every credential and with signing out.
    private(set) var number = 0
    /// Grows whenever tokens are revoked: what was asked for before gets no new ones.
    private(set) var revocations = 0
    /// The sort of credential that was held last.
    private(set) var kind: SignInKind?
    private(set) var tokens: Tokens?
    private var tokenNumber = 0
    /// The token that pages turned away although it was new; there is no use in another for their sake.
    private(set) var closedToken: Int?
    var secondFactor = SecondFactor.unwanted
    /// Whether the source was told that the credential is good.
    var isAccepted = false
    /// How often in a row something was refused.
    private(set) var refusals = 0
    /// The instance was seen to end a session with its token (`…post.token.expiration.cookie_auth.disabled`).
    private var sessionsEndWithTokens = false
    private var api = RealmSession()
    private var pages = RealmSession()

    /// One half of the instance.
    subscript(realm: SignInRealm) -> RealmSession {
        get { realm == .api ? api : pages }
        _modify {
            switch realm {
            case .api: yield &api
            case .pages: yield &pages
            }
        }
    }

    /// The session of one half, if it serves at that moment.
    func liveSession(in realm: SignInRealm, at now: Timestamp) -> RealmSession.Session? {
        self[realm].liveSession(at: now, endsWithToken: sessionsEndWithTokens)
    }

    /// How a request can be signed in without asking anybody; nil when somebody must be asked, or waited for.
    func readyPass(for url: HTTPURL, at now: Timestamp) -> SignInPass? {
        let realm = SignInRealm(path: url.path)
        let own = self[realm]
        if let session = own.liveSession(at: now, endsWithToken: sessionsEndWithTokens) {
            return SignInPass(
                means: .session, user: session.user, line: nil, realm: realm, cookies: own.jar.line(for: url, at: now),
                generation: own.generation, userToken: own.userToken)
        }
        guard case .held(let credential) = standing, credential == .anonymous || own.isSessionless else { return nil }
        return pass(for: url, at: now)
    }

    /// How a request is signed in by the credential or the token at hand; nil when there is none that may be sent.
    func pass(for url: HTTPURL, at now: Timestamp, isFresh: Bool = false) -> SignInPass? {
        guard case .held(let credential) = standing else { return nil }
        let means: SignInPass.Means
        let line: HeaderField?
        switch credential {
        case .anonymous: (means, line) = (.nothing, nil)
        case .oauth:
            guard let tokens, !tokens.isRefused, isFresh || tokens.tokens.serves(at: now) else { return nil }
            means = .token(number: tokens.number)
            line = HeaderField("Authorization", "Bearer " + tokens.tokens.access.text)
        case .basic(let user, let password):
            switch secondFactor {
            case .wanted: return nil
            case .unwanted: line = credential.header
            // The code stands behind the password (documented for inbound REST); the header only tells that it is wanted.
            case .code(let code): line = Credential.basic(user: user, password: password.followed(by: code)).header
            }
            means = .credential(number: number)
        case .bearer, .apiKey, .certificate: (means, line) = (.credential(number: number), credential.header)
        }
        let realm = SignInRealm(path: url.path)
        let own = self[realm]
        return SignInPass(
            means: means, user: credential.user, line: line, realm: realm, cookies: own.jar.line(for: url, at: now),
            generation: own.generation, userToken: nil)
    }

    /// How a request goes out as a guest's.
    func guestPass(for url: HTTPURL, at now: Timestamp) -> SignInPass {
        let realm = SignInRealm(path: url.path)
        let own = self[realm]
        return SignInPass(
            means: .nothing, user: nil, line: nil, realm: realm, cookies: own.jar.line(for: url, at: now),
            generation: own.generation, userToken: nil)
    }

    /// A source gave a credential.
    mutating func hold(_ credential: Credential) {
        number += 1
        standing = .held(credential)
        kind = credential.kind
        tokens = nil
        closedToken = nil
        secondFactor = .unwanted
        isAccepted = false
        api.isSessionless = false
        pages.isSessionless = false
    }

    /// Tokens came for the credential.
    mutating func hold(_ given: OAuthTokens) {
        tokenNumber += 1
        tokens = Tokens(tokens: given, number: tokenNumber)
    }

    /// A refresh token is not to be sent again.
    mutating func dropRefreshToken() { tokens?.tokens.refresh = nil }

    /// The credential is of no use any more.
    mutating func lose(_ standing: Standing) {
        self.standing = standing
        tokens = nil
        secondFactor = .unwanted
        api.isSessionless = false
        pages.isSessionless = false
        if case .rejected = standing { refusals += 1 }
    }

    /// The code of the second factor was not accepted.
    mutating func refuseCode() { refusals += 1 }

    /// The access token is not accepted, or the token that is a credential of its own.
    mutating func refuseToken() {
        tokens?.isRefused = true
        if case .held(.bearer(_, let user)) = standing { lose(.rejected(user: user, nil)) }
    }

    /// Pages want another token; the one at hand is not sent again.
    mutating func wantAnotherToken() { tokens?.isRefused = true }

    /// Pages turn the token at hand away, although it is new.
    mutating func notePagesAreClosed() { closedToken = tokens?.number }

    /// Something was accepted.
    mutating func noteSuccess() { refusals = 0 }

    /// Sessions were seen to end with the token that opened them.
    mutating func noteThatSessionsEndWithTokens() { sessionsEndWithTokens = true }

    /// Forgets everything, because its tokens are to be revoked.
    mutating func forgetRevoked() {
        revocations += 1
        forgetEverything()
    }

    /// Forgets everything, what was learned included.
    mutating func forgetEverything() {
        api.forget()
        pages.forget()
        hold(.anonymous)
        standing = .unasked
        kind = nil
        refusals = 0
        sessionsEndWithTokens = false
    }
}
