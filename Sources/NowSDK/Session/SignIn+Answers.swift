import ExchangeModel

extension SignIn {
    /// Notes an answer that is no refusal, and returns the secrets it brought. Cookies that belong to a session thrown
    /// away meanwhile are not kept: whoever signs out and in as another user would carry on the session of the one before.
    mutating func accepted(
        _ response: HTTPResponse, from url: HTTPURL, with pass: SignInPass, at now: Timestamp
    ) -> [String] {
        guard pass.generation == self[pass.realm].generation else {
            var discarded = CookieJar()
            return discarded.store(response.headers, from: url, at: now)
        }
        if SignIn.lostSession(response, pass) {
            var discarded = CookieJar()
            let met = discarded.store(response.headers, from: url, at: now)
            self[pass.realm].forget()
            return met
        }
        let met = self[pass.realm].store(response.headers, from: url, at: now)
        switch pass.means {
        case .nothing: break
        case .session: self[pass.realm].wasUsed()
        case .credential(let number):
            if number == self.number { learn(response, from: url, pass, tokenEnds: nil, at: now) }
        case .token(let number):
            if let tokens, tokens.number == number {
                learn(response, from: url, pass, tokenEnds: tokens.tokens.ends, at: now)
            }
        }
        return met
    }

    private mutating func learn(
        _ response: HTTPResponse, from url: HTTPURL, _ pass: SignInPass, tokenEnds: Timestamp?, at now: Timestamp
    ) {
        // The cookies of an answer that knows nobody are those of a guest's session.
        guard response.headers["X-Is-Logged-In"] != "false" else { return }
        let isAcceptance = SignIn.isAcceptance(response, from: url)
        if self[pass.realm].hasSession(at: now) {
            self[pass.realm].open(RealmSession.Session(user: pass.user, opened: now, tokenEnds: tokenEnds))
            if case .code = secondFactor { secondFactor = .wanted }
        } else if isAcceptance {
            // Not before: with a password that nobody has looked at yet, one request at a time is enough.
            self[pass.realm].isSessionless = true
        }
        if isAcceptance { noteSuccess() }
    }

    /// Whether an answer shows that what was sent is good. A failing instance, one that is too busy, one that says it
    /// knows nobody, and one that sends to a login page, show nothing.
    static func isAcceptance(_ response: HTTPResponse, from url: HTTPURL) -> Bool {
        response.status < 500 && response.status != 401 && response.status != 429
            && response.headers["X-Is-Logged-In"] != "false" && !sendsToLogin(response, from: url)
    }

    /// Whether an answer redirects to a page where somebody signs in, or to another origin, where that page often is.
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
    static func lostSession(_ response: HTTPResponse, _ pass: SignInPass) -> Bool {
        pass.means == .session && response.status != 401 && response.headers["X-Is-Logged-In"] == "false"
    }

    /// Whether a request may go out once more, signed in otherwise. What a guest was answered is no reason to write a
    /// second time: nobody knows what the first did. A page that was asked for to sign in is the answer as it is.
    static func mayHelpToRepeat(
        _ request: HTTPRequest, _ pass: SignInPass, after heard: HeardAnswer, _ effort: SignInEffort
    ) -> Bool {
        if heard.sign != nil { return heard.mayHelp && request.isReading && effort.mayAskForPageAgain }
        if isRefusal(heard.response) { return pass.means != .nothing }
        return pass.realm == .api && lostSession(heard.response, pass) && request.isReading
    }

    /// Notes a 401. Of many requests refused at once only the first changes anything.
    ///
    /// `mayRepeat` is whether the request may still go out again with the token that the answer brings.
    mutating func refused(_ response: HTTPResponse, _ pass: SignInPass, mayRepeat: Bool, at now: Timestamp) {
        switch pass.means {
        case .nothing: break
        case .session:
            guard pass.generation == self[pass.realm].generation else { return }
            if mayRepeat, let token = response.headers["X-UserToken-Response"] {
                self[pass.realm].userToken = token
                return
            }
            if let ends = self[pass.realm].session?.tokenEnds, ends <= now { noteThatSessionsEndWithTokens() }
            self[pass.realm].forget()
        case .credential(let number):
            guard number == self.number, case .held(let credential) = standing else { return }
            if SignIn.wantsCode(response), case .basic = credential {
                if case .code = secondFactor { refuseCode() }
                secondFactor = .wanted
                self[pass.realm].isSessionless = false
                return
            }
            if pass.generation == self[pass.realm].generation { self[pass.realm].forget() }
            lose(.rejected(user: credential.user, nil))
        case .token(let number):
            guard tokens?.number == number else { return }
            if pass.generation == self[pass.realm].generation { self[pass.realm].forget() }
            self[pass.realm].isSessionless = false
            refuseToken()
        }
    }

    /// Whether a 401 says that user and password are right, and the code beside them wrong or missing.
    static func wantsCode(_ response: HTTPResponse) -> Bool { response.headers["X-MFA_TOKEN"] != nil }
}
