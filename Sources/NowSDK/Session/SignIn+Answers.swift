import ExchangeModel

extension SignIn {
    /// Notes an answer that is no refusal, and returns the secrets it brought. Cookies that belong to a session thrown
    /// away in the meantime are not kept: the one who signs out and in as another user would carry on the session of the one before.
    mutating func accepted(
        _ response: HTTPResponse, from url: HTTPURL, with auth: RequestAuthorization, at now: Timestamp
    ) -> [String] {
        guard auth.generation == self[auth.realm].generation else {
            var discarded = CookieJar()
            return discarded.store(response.headers, from: url, at: now)
        }
        if SignIn.lostSession(response, auth) {
            var discarded = CookieJar()
            let met = discarded.store(response.headers, from: url, at: now)
            self[auth.realm].forget()
            return met
        }
        let met = self[auth.realm].store(response.headers, from: url, at: now)
        switch auth.means {
        case .nothing: break
        case .session: self[auth.realm].wasUsed()
        case .credential(let number):
            if number == self.number { learn(response, from: url, auth, tokenEnds: nil, at: now) }
        case .token(let number):
            if let tokens, tokens.number == number {
                learn(response, from: url, auth, tokenEnds: tokens.tokens.ends, at: now)
            }
        }
        return met
    }

    private mutating func learn(
        _ response: HTTPResponse, from url: HTTPURL, _ auth: RequestAuthorization, tokenEnds: Timestamp?,
        at now: Timestamp
    ) {
        // The cookies of an answer that knows no user are those of a guest's session.
        guard response.headers["X-Is-Logged-In"] != "false" else { return }
        let isAcceptance = SignIn.isAcceptance(response, from: url)
        if self[auth.realm].hasSession(at: now) {
            self[auth.realm].open(RealmSession.Session(user: auth.user, opened: now, tokenEnds: tokenEnds))
            if case .code = secondFactor { secondFactor = .wanted }
        } else if isAcceptance {
            // Not before: with a password that no one has looked at yet, one request at a time is enough.
            self[auth.realm].isSessionless = true
        }
        if isAcceptance { noteSuccess() }
    }

    /// Whether an answer shows that what was sent is good. A failing instance, one that is too busy, one that says it
    /// knows no user, and one that sends to a login page, show nothing.
    static func isAcceptance(_ response: HTTPResponse, from url: HTTPURL) -> Bool {
        response.status < 500 && response.status != 401 && response.status != 429
            && response.headers["X-Is-Logged-In"] != "false" && !sendsToLogin(response, from: url)
    }

    /// Whether an answer redirects to a page where users sign in, or to another origin, where that page often is.
    private static func sendsToLogin(_ response: HTTPResponse, from url: HTTPURL) -> Bool {
        guard 300..<400 ~= response.status, let location = response.headers["Location"] else { return false }
        guard let target = url.resolving(location), target.origin == url.origin else { return true }
        return LoginPages.contains(target)
    }

    /// Whether an answer refuses what a request was signed in with. A 401 that knows the user and wants no token beside
    /// the cookies is not about the sign-in: what answers behind it may have written something before.
    static func isRefusal(_ response: HTTPResponse) -> Bool {
        response.status == 401
            && (response.headers["X-Is-Logged-In"] != "true" || response.headers["X-UserToken-Response"] != nil
                || wantsCode(response))
    }

    /// Whether an answer to cookies is a guest's: the instance has forgotten the session and does not mind. Of pages
    /// more is told by `SignedOut.Sign`.
    static func lostSession(_ response: HTTPResponse, _ auth: RequestAuthorization) -> Bool {
        auth.means == .session && response.status != 401 && response.headers["X-Is-Logged-In"] == "false"
    }

    /// Whether a request may go out again, signed in otherwise. What a guest was answered is no reason to write a
    /// second time: no one knows what the first did. A page that was asked for to sign in is the answer as it is.
    static func mayHelpToRepeat(
        _ request: HTTPRequest, _ auth: RequestAuthorization, after outcome: AuthOutcome, _ attempts: SignInAttempts
    ) -> Bool {
        if outcome.sign != nil { return outcome.mayHelp && request.isReading && attempts.mayAskForPageAgain }
        if isRefusal(outcome.response) { return auth.means != .nothing }
        return auth.realm == .api && lostSession(outcome.response, auth) && request.isReading
    }

    /// Notes a 401. Of many requests refused at once only the first changes anything.
    ///
    /// `mayRepeat` is whether the request may still go out again with the token that the answer brings.
    mutating func refused(_ response: HTTPResponse, _ auth: RequestAuthorization, mayRepeat: Bool, at now: Timestamp) {
        switch auth.means {
        case .nothing: break
        case .session:
            guard auth.generation == self[auth.realm].generation else { return }
            if mayRepeat, let token = response.headers["X-UserToken-Response"] {
                self[auth.realm].userToken = token
                return
            }
            if let ends = self[auth.realm].session?.tokenEnds, ends <= now { noteThatSessionsEndWithTokens() }
            self[auth.realm].forget()
        case .credential(let number):
            guard number == self.number, case .held(let credential) = standing else { return }
            if SignIn.wantsCode(response), case .basic = credential {
                if case .code = secondFactor { refuseCode() }
                secondFactor = .wanted
                self[auth.realm].isSessionless = false
                return
            }
            if auth.generation == self[auth.realm].generation { self[auth.realm].forget() }
            lose(.rejected(user: credential.user, nil))
        case .token(let number):
            guard tokens?.number == number else { return }
            if auth.generation == self[auth.realm].generation { self[auth.realm].forget() }
            self[auth.realm].isSessionless = false
            refuseToken()
        }
    }

    /// Whether a 401 says that user and password are right, and the code beside them wrong or missing.
    static func wantsCode(_ response: HTTPResponse) -> Bool { response.headers["X-MFA_TOKEN"] != nil }
}

extension SignIn {
    /// Notes an answer that shows no signed-in user, and returns the secrets it brought, and whether the same request may
    /// fare better now. Of many answers at once only the first changes anything.
    ///
    /// Cookies are thrown away, and a token is renewed where that is possible, since the session may have ended because of
    /// it. A token or a credential that pages turn away although it is as fresh as can be stays: the REST interfaces may
    /// well take it. Only a password that nothing has taken yet may as well be wrong.
    ///
    /// - Parameter isFresh: whether the request went out with a token that came for its sake.
    mutating func signedOut(
        _ sign: SignedOut.Sign, _ response: HTTPResponse, from url: HTTPURL, with auth: RequestAuthorization,
        isFresh: Bool,
        at now: Timestamp
    ) -> (met: [String], mayHelp: Bool) {
        let isFirst = auth.generation == self[auth.realm].generation
        var mayHelp = true
        switch auth.means {
        case .nothing: mayHelp = false
        case .session:
            guard isFirst else { break }
            if let ends = self[auth.realm].session?.tokenEnds, ends <= now { noteThatSessionsEndWithTokens() }
            self[auth.realm].forget()
            if mayRenew { wantAnotherToken() }
        case .credential(let number):
            guard number == self.number, case .held(let credential) = standing else { break }
            mayHelp = false
            if sign.mayBeThePage { return (accepted(response, from: url, with: auth, at: now), false) }
            if isFirst { self[auth.realm].forget() }
            if case .basic = credential, !isAccepted { lose(.rejected(user: credential.user, nil)) }
        case .token(let number):
            guard tokens?.number == number else { break }
            mayHelp = mayRenew && !isFresh
            if !mayHelp, sign.mayBeThePage { return (accepted(response, from: url, with: auth, at: now), false) }
            if isFirst { self[auth.realm].forget() }
            if mayHelp { wantAnotherToken() } else { notePagesAreClosed() }
        }
        var discarded = CookieJar()
        return (discarded.store(response.headers, from: url, at: now), mayHelp)
    }

    /// Whether another token is to be had without asking the user, and might open pages: the current one is not known to
    /// be turned away by them although it was new.
    private var mayRenew: Bool {
        guard let tokens, tokens.number != closedToken, case .held(.oauth(let credential)) = standing else {
            return false
        }
        return tokens.tokens.refresh != nil || credential.grant.asksAnew
    }
}
