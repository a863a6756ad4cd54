package import ExchangeModel
import Synchronization

extension AuthenticatingTransport {
    /// Gets an access token with the refresh token, or with the credential if it can be used again. If neither works,
    /// the credential is discarded, and the reason is thrown unless another credential may be tried.
    ///
    /// The caller holds the gate, so a token is renewed once however many requests wait for it.
    func fetchTokens(
        _ credential: OAuthCredential, _ known: SignIn, _ attempts: inout SignInAttempts
    ) async throws(TransportFailure) {
        let held = known.tokens
        var failure: TransportFailure?
        if let refresh = held?.tokens.refresh {
            switch try await grant(credential.with(.refreshToken(refresh))) {
            case .success(var given):
                // Most instances keep the refresh token for its 100 days and do not repeat it.
                given.refresh = given.refresh ?? refresh
                return await keep(given, in: known, for: credential, &attempts)
            case .failure(let rejection):
                failure = rejection
                state.withLock { if $0.number == known.number { $0.dropRefreshToken() } }
            }
        }
        if held == nil || credential.grant.isReusable {
            switch try await grant(credential) {
            case .success(var given):
                if case .refreshToken(let refresh) = credential.grant { given.refresh = given.refresh ?? refresh }
                return await keep(given, in: known, for: credential, &attempts)
            case .failure(let rejection):
                attempts.refusedCredentials += 1
                let isExpired = if case .refreshToken = credential.grant { true } else { false }
                invalidate(
                    isExpired
                        ? .expired(user: credential.user, rejection) : .rejected(user: credential.user, rejection),
                    known)
                guard attempts.mayUseAnotherCredential else { throw rejection }
                return
            }
        }
        if let held, held.isRejected, held.tokens.serves(at: clock.now) {
            return invalidate(.rejected(user: credential.user, failure), known)
        }
        let ended = TransportFailure(
            .signIn, "The access token for \(instance.name) has expired and cannot be renewed.",
            cause: SignInError.noSecret("The access token has expired and there is no refresh token."))
        invalidate(.expired(user: credential.user, failure ?? ended), known)
    }

    /// Requests tokens. A rejection is returned; failures to send are thrown.
    private func grant(
        _ credential: OAuthCredential
    ) async throws(TransportFailure) -> Result<OAuthTokens, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await tokenClient.tokens(for: credential))
        } catch {
            guard let failure = error.cause as? SignInError, failure.rejects(credential.grant) else { throw error }
            return .failure(error)
        }
    }

    /// Stores new tokens, unless the user signed out in between, and tells the source if there is something new to
    /// save.
    private func keep(
        _ given: OAuthTokens, in known: SignIn, for credential: OAuthCredential, _ attempts: inout SignInAttempts
    ) async {
        let (number, hasNewTokens) = state.withLock { state -> (Int?, Bool) in
            guard state.number == known.number else { return (nil, false) }
            let hasNewTokens = !state.isAccepted || given.refresh != known.tokens?.tokens.refresh
            state.hold(given)
            state.isAccepted = true
            return (state.tokens?.number, hasNewTokens)
        }
        guard let number else { return }
        attempts.freshToken = number
        if hasNewTokens { await credentials.accepted(.oauth(credential), tokens: given, at: instance) }
    }

    private func invalidate(_ credentialState: SignIn.CredentialState, _ known: SignIn) {
        state.withLock { if $0.number == known.number { $0.invalidate(credentialState) } }
    }
}

extension SignInError {
    /// Whether the grant must not be sent again: it was rejected, or it is a password that got a 401 of another form,
    /// which counts toward the account lockout all the same.
    fileprivate func rejects(_ grant: OAuthGrant) -> Bool {
        switch (self, grant) {
        case (.grantRefused, _), (.unreadableTokenAnswer(.page(_, 401)), .password),
            (.unreadableTokenAnswer(.status(401)), .password):
            true
        default: false
        }
    }
}

extension AuthenticatingTransport {
    /// Signs out locally and at the instance: revokes the refresh token and an access token that is still valid, and
    /// ends a browser's session. Local state is always cleared; the first failure to revoke is thrown.
    ///
    /// Requests waiting to sign in at that time fail as `.cancelled`, because their new tokens would not be revoked.
    /// Later requests sign in again.
    package func revoke() async throws(TransportFailure) {
        // A renewal in progress would get a token that is never revoked.
        guard await gate.enter() else {
            signOut()
            throw AuthenticatingTransport.cancelledError
        }
        defer { gate.leave() }
        let now = clock.now, logout = HTTPRequest(.get, instance.url("/logout.do"))
        let (tokens, ending) = state.withLock { state in
            defer { state.clearRevoked() }
            return (state.revocableTokens(at: now), state.endingBrowserSession(logout, at: now))
        }
        var failure: TransportFailure?
        if let ending {
            do throws(TransportFailure) { _ = try await next.send(ending) } catch { failure = error }
        }
        for token in tokens {
            do throws(TransportFailure) {
                try await tokenClient.revoke(token)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// How often tokens have been revoked. A request remembers the count at which it was sent.
    var revocations: Int { state.withLock { $0.revocations } }

    /// Waits for the turn to sign in. Throws if the request is cancelled or was sent before tokens were revoked.
    func enterGate(since revocations: Int) async throws(TransportFailure) {
        guard await gate.enter() else { throw AuthenticatingTransport.cancelledError }
        guard self.revocations == revocations else {
            gate.leave()
            throw AuthenticatingTransport.cancelledError
        }
    }
}

extension SignIn {
    /// The request that ends a browser's session; nil if there is none.
    fileprivate func endingBrowserSession(_ logout: HTTPRequest, at now: Timestamp) -> HTTPRequest? {
        guard case .held(.session) = credentialState else { return nil }
        return auth(for: logout.url, at: now)?.signed(logout)
    }

    fileprivate func revocableTokens(at now: Timestamp) -> [Secret] {
        guard let held = tokens else {
            // Saved by an earlier run and not used in this one.
            if case .held(.oauth(let credential)) = credentialState, case .refreshToken(let refresh) = credential.grant
            {
                return [refresh]
            }
            return []
        }
        let access = held.isRejected || !held.tokens.serves(at: now) ? nil : held.tokens.access
        return [held.tokens.refresh, access].compactMap { $0 }
    }
}
