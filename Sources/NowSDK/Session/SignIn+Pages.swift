import ExchangeModel

extension SignIn {
    /// Notes an answer that shows nobody signed in, and returns the secrets it brought, and whether the same request may
    /// fare better now. Of many answers at once only the first changes anything.
    ///
    /// Cookies are thrown away, and a token is renewed where that is possible, since the session may have ended because of
    /// it. A token or a credential that pages turn away although it is as fresh as can be stays: the REST interfaces may
    /// well take it. Only a password that nothing has taken yet may as well be wrong.
    ///
    /// - Parameter isFresh: whether the request went out with a token that came for its sake.
    mutating func signedOut(
        _ sign: SignedOut.Sign, _ response: HTTPResponse, from url: HTTPURL, with pass: SignInPass, isFresh: Bool,
        at now: Timestamp
    ) -> (met: [String], mayHelp: Bool) {
        let isFirst = pass.generation == self[pass.realm].generation
        var mayHelp = true
        switch pass.means {
        case .nothing: mayHelp = false
        case .session:
            guard isFirst else { break }
            if let ends = self[pass.realm].session?.tokenEnds, ends <= now { noteThatSessionsEndWithTokens() }
            self[pass.realm].forget()
            if mayRenew { wantAnotherToken() }
        case .credential(let number):
            guard number == self.number, case .held(let credential) = standing else { break }
            mayHelp = false
            if sign.mayBeThePage { return (accepted(response, from: url, with: pass, at: now), false) }
            if isFirst { self[pass.realm].forget() }
            if case .basic = credential, !isAccepted { lose(.rejected(user: credential.user, nil)) }
        case .token(let number):
            guard tokens?.number == number else { break }
            mayHelp = mayRenew && !isFresh
            if !mayHelp, sign.mayBeThePage { return (accepted(response, from: url, with: pass, at: now), false) }
            if isFirst { self[pass.realm].forget() }
            if mayHelp { wantAnotherToken() } else { notePagesAreClosed() }
        }
        var discarded = CookieJar()
        return (discarded.store(response.headers, from: url, at: now), mayHelp)
    }

    /// Whether another token is to be had without asking anybody, and might open pages: the one at hand is not known to
    /// be turned away by them although it was new.
    private var mayRenew: Bool {
        guard let tokens, tokens.number != closedToken, case .held(.oauth(let credential)) = standing else {
            return false
        }
        return tokens.tokens.refresh != nil || credential.grant.asksAnew
    }
}
