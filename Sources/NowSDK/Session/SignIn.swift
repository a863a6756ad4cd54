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

    /// The current tokens.
    struct Tokens: Sendable {
        var tokens: OAuthTokens
        let number: Int
        /// The instance did not accept the access token.
        var isRefused = false
    }

    enum SecondFactor: Sendable {
        case unwanted
        case wanted
        /// The code to send: no session has taken it over yet.
        case code(Secret)
    }

    private(set) var standing = Standing.unasked
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
    private(set) var refusals = 0
    /// The instance was seen to end a session with its token (`…post.token.expiration.cookie_auth.disabled`).
    private var sessionsEndWithTokens = false
    private var api = RealmSession()
    private var pages = RealmSession()

    subscript(realm: SignInRealm) -> RealmSession {
        get { realm == .api ? api : pages }
        _modify {
            switch realm {
            case .api: yield &api
            case .pages: yield &pages
            }
        }
    }

    func liveSession(in realm: SignInRealm, at now: Timestamp) -> RealmSession.Session? {
        self[realm].liveSession(at: now, endsWithToken: sessionsEndWithTokens)
    }

    /// How a request can be signed in without asking the user; nil when a user must be asked, or another request waited for.
    func readyAuthorization(for url: HTTPURL, at now: Timestamp) -> RequestAuthorization? {
        let own = self[SignInRealm(path: url.path)]
        if let session = own.liveSession(at: now, endsWithToken: sessionsEndWithTokens) {
            return authorization(.session, session.user, userToken: own.userToken, for: url, at: now)
        }
        guard case .held(let credential) = standing, credential == .anonymous || own.isSessionless else { return nil }
        return auth(for: url, at: now)
    }

    /// How a request is signed in by the credential or the current token; nil when there is none that may be sent.
    func auth(for url: HTTPURL, at now: Timestamp, isFresh: Bool = false) -> RequestAuthorization? {
        guard case .held(let credential) = standing else { return nil }
        let means: RequestAuthorization.Means
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
        return authorization(means, credential.user, line, for: url, at: now)
    }

    func guestAuthorization(for url: HTTPURL, at now: Timestamp) -> RequestAuthorization {
        authorization(.nothing, nil, for: url, at: now)
    }

    private func authorization(
        _ means: RequestAuthorization.Means, _ user: String?, _ line: HeaderField? = nil, userToken: String? = nil,
        for url: HTTPURL, at now: Timestamp
    ) -> RequestAuthorization {
        let realm = SignInRealm(path: url.path)
        let own = self[realm]
        return RequestAuthorization(
            means: means, user: user, line: line, realm: realm, cookies: own.jar.line(for: url, at: now),
            generation: own.generation, userToken: userToken)
    }

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

    /// Pages want another token; the current one is not sent again.
    mutating func wantAnotherToken() { tokens?.isRefused = true }

    /// Pages turn the current token away, although it is new.
    mutating func notePagesAreClosed() { closedToken = tokens?.number }

    mutating func noteSuccess() { refusals = 0 }

    /// Sessions were seen to end with the token that opened them.
    mutating func noteThatSessionsEndWithTokens() { sessionsEndWithTokens = true }

    /// Forgets everything, because its tokens are to be revoked.
    mutating func forgetRevoked() {
        revocations += 1
        forgetEverything()
    }

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

/// What one request has already been through to be signed in, so that nothing is tried for ever.
struct SignInAttempts: Sendable {
    var refusedCredentials = 0
    var refusedTokens = 0
    var timesSignedOut = 0
    /// Codes of the second factor that were given for this request.
    var codes = 0
    /// The token that came for this request. It is sent once, whatever the clock says: an instance gives the same token
    /// again, with what is left of its life.
    var freshToken: Int?
    var mayReplaceGuest = true
    var mayTurnToSource = true

    var mayUseAnotherCredential: Bool { refusedCredentials <= 1 }
    /// A token that was refused is renewed once.
    var mayUseAnotherToken: Bool { refusedTokens <= 1 }
    /// A page is requested again; twice where someone else's session was over before this request had it.
    var mayAskForPageAgain: Bool { timesSignedOut < 2 }
    /// A wrong code is asked for again twice.
    var mayAskForCode: Bool { codes < 3 }

    mutating func note(_ means: RequestAuthorization.Means, _ outcome: AuthOutcome? = nil) {
        if outcome?.sign != nil {
            timesSignedOut += 1
            return
        }
        switch means {
        case .nothing, .session: break
        case .credential: refusedCredentials += 1
        case .token: refusedTokens += 1
        }
    }
}

/// How one request is signed in: what is added to it, and what its refusal would be about.
///
/// Credentials and tokens are told apart by number, never by comparing them: on a tape all of them are the same stand-in.
struct RequestAuthorization: Sendable {
    /// What proves who sends.
    enum Means: Sendable, Hashable {
        /// Nothing: no credential is to be had.
        case nothing
        case session
        case credential(number: Int)
        case token(number: Int)
    }

    let means: Means
    /// The user in whose name the request goes out, as far as known.
    let user: String?
    /// The line that proves who sends; nil when cookies or the connection do.
    var line: HeaderField?
    let realm: SignInRealm
    let cookies: String?
    let generation: Int
    /// Goes with cookies alone, where the instance wants it.
    let userToken: String?

    func signed(_ request: HTTPRequest) -> HTTPRequest {
        var signed = request
        if let cookies, signed.headers["Cookie"] == nil { signed.headers.append("Cookie", cookies) }
        if let line { signed.headers.append(line.name, line.value) }
        if let userToken, signed.headers["X-UserToken"] == nil { signed.headers.append("X-UserToken", userToken) }
        signed.principal = user
        return signed
    }
}
