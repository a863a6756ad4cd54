import ExchangeModel

/// The sign-in state of one instance: credential, tokens, cookies and sessions.
struct SignIn: Sendable {
    /// The state of the credential.
    enum CredentialState: Sendable {
        case notRequested
        case held(Credential)
        /// The instance rejected the last credential, which was this user's, for this reason if it gave one.
        case rejected(user: String?, TransportFailure?)
        /// The credential has expired and cannot be renewed. It was this user's.
        case expired(user: String?, TransportFailure)
    }

    struct Tokens: Sendable {
        var tokens: OAuthTokens
        let number: Int
        /// The instance rejected the access token.
        var isRejected = false
    }

    enum SecondFactor: Sendable {
        case notRequired
        case wanted
        /// The code to send, until a session has been opened with it.
        case code(Secret)
    }

    private(set) var credentialState = CredentialState.notRequested
    private(set) var number = 0
    /// Incremented when tokens are revoked: requests made before get no new tokens.
    private(set) var revocations = 0
    /// The kind of the last credential.
    private(set) var kind: SignInKind?
    private(set) var tokens: Tokens?
    private var tokenNumber = 0
    /// The token that pages rejected although it was new; another one would not help.
    private(set) var rejectedPageToken: Int?
    var secondFactor = SecondFactor.notRequired
    /// Whether the source was told that the credential is valid.
    var isAccepted = false
    private(set) var rejections = 0
    /// The instance ended a session with its token (`…post.token.expiration.cookie_auth.disabled`).
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

    /// How a request can be authenticated without the credential source; nil if the source is needed or another request
    /// must finish first.
    func readyAuthorization(for url: HTTPURL, at now: Timestamp) -> RequestAuthorization? {
        let own = self[SignInRealm(path: url.path)]
        if let session = own.liveSession(at: now, endsWithToken: sessionsEndWithTokens) {
            return authorization(.session, session.user, userToken: own.userToken, for: url, at: now)
        }
        guard case .held(let credential) = credentialState, credential == .anonymous || own.isSessionless else {
            return nil
        }
        return auth(for: url, at: now)
    }

    /// How a request is authenticated by the credential or the current token; nil if neither may be sent.
    func auth(for url: HTTPURL, at now: Timestamp, isFresh: Bool = false) -> RequestAuthorization? {
        guard case .held(let credential) = credentialState else { return nil }
        let means: RequestAuthorization.Mechanism
        let line: HeaderField?
        switch credential {
        case .anonymous: (means, line) = (.nothing, nil)
        case .oauth:
            guard let tokens, !tokens.isRejected, isFresh || tokens.tokens.serves(at: now) else { return nil }
            means = .token(number: tokens.number)
            line = HeaderField("Authorization", "Bearer " + tokens.tokens.access.text)
        case .basic(let user, let password):
            switch secondFactor {
            case .wanted: return nil
            case .notRequired: line = credential.header
            // The code is appended to the password (documented for inbound REST); the header only says that it is
            // required.
            case .code(let code): line = Credential.basic(user: user, password: password.followed(by: code)).header
            }
            means = .credential(number: number)
        case .bearer, .header, .certificate: (means, line) = (.credential(number: number), credential.header)
        case .session:
            let token = self[SignInRealm(path: url.path)].userToken
            return authorization(.credential(number: number), credential.user, userToken: token, for: url, at: now)
        }
        return authorization(means, credential.user, line, for: url, at: now)
    }

    func guestAuthorization(for url: HTTPURL, at now: Timestamp) -> RequestAuthorization {
        authorization(.nothing, nil, for: url, at: now)
    }

    private func authorization(
        _ means: RequestAuthorization.Mechanism, _ user: String?, _ line: HeaderField? = nil, userToken: String? = nil,
        for url: HTTPURL, at now: Timestamp
    ) -> RequestAuthorization {
        let realm = SignInRealm(path: url.path)
        let own = self[realm]
        return RequestAuthorization(
            means: means, user: user, line: line, realm: realm, cookies: own.jar.line(for: url, at: now),
            generation: own.generation, userToken: userToken, isSession: means == .session || browserSession != nil)
    }

    private var browserSession: WebSession? {
        if case .held(.session(let session)) = credentialState { session } else { nil }
    }

    /// A realm's session has ended. That of a browser is the credential, and serves both realms.
    private mutating func endSession(of realm: SignInRealm) {
        self[realm].forget()
        guard let session = browserSession else { return }
        self[realm == .api ? .pages : .api].forget()
        invalidate(.rejected(user: session.user, nil))
    }

    mutating func hold(_ credential: Credential, at now: Timestamp) {
        if case .session(let session) = credential {
            api.adopt(session, at: now)
            pages.adopt(session, at: now)
        }
        hold(credential)
    }

    private mutating func hold(_ credential: Credential) {
        number += 1
        credentialState = .held(credential)
        kind = credential.kind
        tokens = nil
        rejectedPageToken = nil
        secondFactor = .notRequired
        isAccepted = false
        api.isSessionless = false
        pages.isSessionless = false
    }

    mutating func hold(_ given: OAuthTokens) {
        tokenNumber += 1
        tokens = Tokens(tokens: given, number: tokenNumber)
    }

    /// The refresh token must not be sent again.
    mutating func dropRefreshToken() { tokens?.tokens.refresh = nil }

    /// The credential is no longer usable.
    mutating func invalidate(_ credentialState: CredentialState) {
        self.credentialState = credentialState
        tokens = nil
        secondFactor = .notRequired
        api.isSessionless = false
        pages.isSessionless = false
        if case .rejected = credentialState { rejections += 1 }
    }

    /// The multi-factor code was rejected.
    mutating func rejectCode() { rejections += 1 }

    /// The access token is not sent again.
    mutating func requireAnotherToken() { tokens?.isRejected = true }

    /// Pages reject the current token although it is new.
    mutating func notePagesRejectToken() { rejectedPageToken = tokens?.number }

    mutating func noteSuccess() { rejections = 0 }

    /// The instance ends sessions with the token that opened them.
    mutating func noteSessionsEndWithTokens() { sessionsEndWithTokens = true }

    /// Clears everything, because its tokens are being revoked.
    mutating func clearRevoked() {
        revocations += 1
        clear()
    }

    mutating func clear() {
        api.forget()
        pages.forget()
        hold(.anonymous)
        credentialState = .notRequested
        kind = nil
        rejections = 0
        sessionsEndWithTokens = false
    }
}

/// Counts the attempts to authenticate one request, so that they end.
struct SignInAttempts: Sendable {
    var refusedCredentials = 0
    var refusedTokens = 0
    var timesSignedOut = 0
    /// Multi-factor codes given for this request.
    var codes = 0
    /// The token requested for this request. It is sent once even if it seems expired: an instance may issue the same
    /// token again with its remaining lifetime.
    var freshToken: Int?
    var mayReplaceGuest = true
    var mayUseSource = true

    var mayUseAnotherCredential: Bool { refusedCredentials <= 1 }
    /// A rejected token is renewed once.
    var mayUseAnotherToken: Bool { refusedTokens <= 1 }
    /// A page is requested again once, or twice if a shared session ended before this request used it.
    var mayReloadPage: Bool { timesSignedOut < 2 }
    /// A wrong code is requested again twice.
    var mayRequestCode: Bool { codes < 3 }

    mutating func note(_ means: RequestAuthorization.Mechanism, _ outcome: AuthOutcome? = nil) {
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

/// How one request is authenticated, and what its rejection would refer to.
///
/// Credentials and tokens are identified by number and never compared, because on a tape all of them are the same
/// placeholder.
struct RequestAuthorization: Sendable {
    /// What authenticates the request.
    enum Mechanism: Sendable, Hashable {
        /// No credential is available.
        case nothing
        case session
        case credential(number: Int)
        case token(number: Int)
    }

    let means: Mechanism
    /// The user the request is sent as, if known.
    let user: String?
    /// The authentication header; nil if cookies or the connection authenticate.
    var line: HeaderField?
    let realm: SignInRealm
    let cookies: String?
    let generation: Int
    /// The `X-UserToken`, sent only with cookies, if the instance requires it.
    let userToken: String?
    /// Whether the cookies authenticate it.
    let isSession: Bool

    func signed(_ request: HTTPRequest) -> HTTPRequest {
        var signed = request
        if let cookies, signed.headers["Cookie"] == nil { signed.headers.append("Cookie", cookies) }
        if let line { signed.headers.append(line.name, line.value) }
        if let userToken, signed.headers["X-UserToken"] == nil { signed.headers.append("X-UserToken", userToken) }
        signed.principal = user
        return signed
    }
}

extension SignIn {
    /// Records a response that is not a rejection, and returns the new secrets in it. Cookies of a session that was
    /// discarded in the meantime are ignored: otherwise signing in as another user would continue the old session.
    mutating func accepted(
        _ response: HTTPResponse, from url: HTTPURL, with auth: RequestAuthorization, at now: Timestamp
    ) -> [String] {
        guard auth.generation == self[auth.realm].generation else {
            var discarded = CookieJar()
            return discarded.store(response.headers, from: url, at: now)
        }
        if SignIn.lostSession(response, auth, from: url) {
            var discarded = CookieJar()
            let newSecrets = discarded.store(response.headers, from: url, at: now)
            endSession(of: auth.realm)
            return newSecrets
        }
        let newSecrets = self[auth.realm].store(response.headers, from: url, at: now)
        switch auth.means {
        case .nothing: break
        case .session: self[auth.realm].wasUsed()
        case .credential(let number):
            if number == self.number { updateSession(response, from: url, auth, tokenEnds: nil, at: now) }
        case .token(let number):
            if let tokens, tokens.number == number {
                updateSession(response, from: url, auth, tokenEnds: tokens.tokens.ends, at: now)
            }
        }
        return newSecrets
    }

    private mutating func updateSession(
        _ response: HTTPResponse, from url: HTTPURL, _ auth: RequestAuthorization, tokenEnds: Timestamp?,
        at now: Timestamp
    ) {
        // A response without a user carries the cookies of a guest session.
        guard response.headers["X-Is-Logged-In"] != "false" else { return }
        let isAcceptance = SignIn.isAcceptance(response, from: url)
        if browserSession == nil, self[auth.realm].hasSession(at: now) {
            self[auth.realm].open(RealmSession.Session(user: auth.user, opened: now, tokenEnds: tokenEnds))
            if case .code = secondFactor { secondFactor = .wanted }
        } else if isAcceptance {
            // Only now: while a password is unconfirmed, requests are sent one at a time.
            self[auth.realm].isSessionless = true
        }
        if isAcceptance { noteSuccess() }
    }

    /// Whether a response shows that the credentials are valid. A server error, a 429, `X-Is-Logged-In: false`, a
    /// redirect to a login page, and a page in place of an API's answer show nothing.
    static func isAcceptance(_ response: HTTPResponse, from url: HTTPURL) -> Bool {
        response.status < 500 && response.status != 401 && response.status != 429
            && response.headers["X-Is-Logged-In"] != "false" && !redirectsToLogin(response, from: url)
            && !(SignInRealm(path: url.path) == .api && response.isHTML)
    }

    /// Whether a response redirects to a login page or to another origin, where the login page often is.
    private static func redirectsToLogin(_ response: HTTPResponse, from url: HTTPURL) -> Bool {
        guard 300..<400 ~= response.status, let location = response.headers["Location"] else { return false }
        guard let target = url.resolving(location), target.origin == url.origin else { return true }
        return LoginPages.contains(target)
    }

    /// Whether a response rejects the authentication. A 401 that knows the user and requires no token is not about the
    /// sign-in: the code behind it may have written something already.
    static func isRejection(_ response: HTTPResponse) -> Bool {
        response.status == 401
            && (response.headers["X-Is-Logged-In"] != "true" || response.headers["X-UserToken-Response"] != nil
                || requiresCode(response))
    }

    /// Whether a response to cookies is a guest's: the instance has forgotten the session and does not report it. For
    /// pages, see `SignedOut.Sign`.
    static func lostSession(_ response: HTTPResponse, _ auth: RequestAuthorization, from url: HTTPURL) -> Bool {
        guard auth.isSession, response.status != 401 else { return false }
        return response.headers["X-Is-Logged-In"] == "false"
            || auth.realm == .api && SignedOut.Sign.provider(of: response, from: url) != nil
    }

    /// Whether a request may be sent again with another sign-in. A write that was answered as to a guest is not
    /// repeated, because its effect is unknown. A login page that was requested is the response.
    static func mayRetry(
        _ request: HTTPRequest, _ auth: RequestAuthorization, after outcome: AuthOutcome, _ attempts: SignInAttempts
    ) -> Bool {
        if outcome.sign != nil { return outcome.canRetry && request.isReadOnly && attempts.mayReloadPage }
        if isRejection(outcome.response) { return auth.means != .nothing }
        return auth.realm == .api && request.isReadOnly && lostSession(outcome.response, auth, from: request.url)
    }

    /// Records a 401. Of many requests rejected at once, only the first changes the state.
    ///
    /// `mayRepeat`: whether the request may be sent again with the token from the response.
    mutating func refused(_ response: HTTPResponse, _ auth: RequestAuthorization, mayRepeat: Bool, at now: Timestamp) {
        switch auth.means {
        case .nothing: break
        case .session:
            guard auth.generation == self[auth.realm].generation else { return }
            if mayRepeat, let token = response.headers["X-UserToken-Response"] {
                self[auth.realm].userToken = token
                return
            }
            if let ends = self[auth.realm].session?.tokenEnds, ends <= now { noteSessionsEndWithTokens() }
            self[auth.realm].forget()
        case .credential(let number):
            guard number == self.number, case .held(let credential) = credentialState else { return }
            if SignIn.requiresCode(response), case .basic = credential {
                if case .code = secondFactor { rejectCode() }
                secondFactor = .wanted
                self[auth.realm].isSessionless = false
                return
            }
            if mayRepeat, case .session = credential, let token = response.headers["X-UserToken-Response"] {
                self[auth.realm].userToken = token
                return
            }
            if case .session = credential { return endSession(of: auth.realm) }
            if auth.generation == self[auth.realm].generation { self[auth.realm].forget() }
            invalidate(.rejected(user: credential.user, nil))
        case .token(let number):
            guard tokens?.number == number else { return }
            if auth.generation == self[auth.realm].generation { self[auth.realm].forget() }
            self[auth.realm].isSessionless = false
            requireAnotherToken()
        }
    }

    /// Whether a 401 says that user and password are right and the multi-factor code is missing or wrong.
    static func requiresCode(_ response: HTTPResponse) -> Bool { response.headers["X-MFA_TOKEN"] != nil }

    /// Records a response that shows no signed-in user. Returns its new secrets and whether the request may be sent
    /// again. Of many responses at once, only the first changes the state.
    ///
    /// Cookies are discarded, and the token is renewed if possible, because it may have ended the session. A token or
    /// credential that is new and still rejected by pages is kept, because REST may accept it. Only an unconfirmed
    /// password may itself be wrong.
    ///
    /// - Parameter isFresh: whether the request was sent with a token requested for it.
    mutating func signedOut(
        _ sign: SignedOut.Sign, _ response: HTTPResponse, from url: HTTPURL, with auth: RequestAuthorization,
        isFresh: Bool, at now: Timestamp
    ) -> (newSecrets: [String], canRetry: Bool) {
        let isFirst = auth.generation == self[auth.realm].generation
        var canRetry = true
        switch auth.means {
        case .nothing: canRetry = false
        case .session:
            guard isFirst else { break }
            if let ends = self[auth.realm].session?.tokenEnds, ends <= now { noteSessionsEndWithTokens() }
            self[auth.realm].forget()
            if mayRenew { requireAnotherToken() }
        case .credential(let number):
            guard number == self.number, case .held(let credential) = credentialState else { break }
            if case .session = credential {
                endSession(of: auth.realm)
                break
            }
            canRetry = false
            if sign.isInconclusive { return (accepted(response, from: url, with: auth, at: now), false) }
            if isFirst { self[auth.realm].forget() }
            if case .basic = credential, !isAccepted { invalidate(.rejected(user: credential.user, nil)) }
        case .token(let number):
            guard tokens?.number == number else { break }
            canRetry = mayRenew && !isFresh
            if !canRetry, sign.isInconclusive { return (accepted(response, from: url, with: auth, at: now), false) }
            if isFirst { self[auth.realm].forget() }
            if canRetry { requireAnotherToken() } else { notePagesRejectToken() }
        }
        var discarded = CookieJar()
        return (discarded.store(response.headers, from: url, at: now), canRetry)
    }

    /// Whether a new token can be had without prompting and might open pages: it is not known that pages reject a fresh
    /// one.
    private var mayRenew: Bool {
        guard let tokens, tokens.number != rejectedPageToken, case .held(.oauth(let credential)) = credentialState
        else {
            return false
        }
        return tokens.tokens.refresh != nil || credential.grant.isReusable
    }
}
