import ExchangeModel

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
        if SignIn.lostSession(response, auth) {
            var discarded = CookieJar()
            let newSecrets = discarded.store(response.headers, from: url, at: now)
            self[auth.realm].forget()
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
        if self[auth.realm].hasSession(at: now) {
            self[auth.realm].open(RealmSession.Session(user: auth.user, opened: now, tokenEnds: tokenEnds))
            if case .code = secondFactor { secondFactor = .wanted }
        } else if isAcceptance {
            // Only now: while a password is unconfirmed, requests are sent one at a time.
            self[auth.realm].isSessionless = true
        }
        if isAcceptance { noteSuccess() }
    }

    /// Whether a response shows that the credentials are valid. A server error, a 429, `X-Is-Logged-In: false` and a
    /// redirect to a login page show nothing.
    static func isAcceptance(_ response: HTTPResponse, from url: HTTPURL) -> Bool {
        response.status < 500 && response.status != 401 && response.status != 429
            && response.headers["X-Is-Logged-In"] != "false" && !redirectsToLogin(response, from: url)
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
    static func lostSession(_ response: HTTPResponse, _ auth: RequestAuthorization) -> Bool {
        auth.means == .session && response.status != 401 && response.headers["X-Is-Logged-In"] == "false"
    }

    /// Whether a request may be sent again with another sign-in. A write that was answered as to a guest is not
    /// repeated, because its effect is unknown. A login page that was requested is the response.
    static func mayRetry(
        _ request: HTTPRequest, _ auth: RequestAuthorization, after outcome: AuthOutcome, _ attempts: SignInAttempts
    ) -> Bool {
        if outcome.sign != nil { return outcome.canRetry && request.isReadOnly && attempts.mayReloadPage }
        if isRejection(outcome.response) { return auth.means != .nothing }
        return auth.realm == .api && lostSession(outcome.response, auth) && request.isReadOnly
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
            if auth.generation == self[auth.realm].generation { self[auth.realm].forget() }
            invalidate(.rejected(user: credential.user, nil))
        case .token(let number):
            guard tokens?.number == number else { return }
            if auth.generation == self[auth.realm].generation { self[auth.realm].forget() }
            self[auth.realm].isSessionless = false
            rejectToken()
        }
    }

    /// Whether a 401 says that user and password are right and the multi-factor code is missing or wrong.
    static func requiresCode(_ response: HTTPResponse) -> Bool { response.headers["X-MFA_TOKEN"] != nil }
}

extension SignIn {
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
        isFresh: Bool,
        at now: Timestamp
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
