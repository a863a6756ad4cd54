import ExchangeModel
import Synchronization

extension AuthenticatingTransport {
    /// The result of a request's turn at the gate.
    enum GateResult: Sendable {
        case answer(HTTPResponse)
        /// No credential is available and none was rejected: the request may be sent unauthenticated.
        case asGuest(RequestAuthorization)
    }

    /// Signs in and sends the request while all others wait: they then use the session that the response opens.
    /// `rejection` is the previous rejection of this request.
    ///
    /// The order of attempts is: the current token, a renewed token, the credential, one other credential.
    func signInAndSend(
        _ request: HTTPRequest, after rejection: AuthOutcome?, _ attempts: inout SignInAttempts
    ) async throws(TransportFailure) -> GateResult {
        let mayAsk = request.purpose != .completion
        var rejection = rejection
        while true {
            // Completion never prompts for a credential after a rejection.
            if rejection != nil, !mayAsk { attempts.mayUseSource = false }
            let auth = try await auth(for: request.url, mayAsk: mayAsk, &attempts)
            guard auth.means != .nothing else {
                if let rejection { return .answer(try answer(rejection, to: request)) }
                try rejectUnauthenticatedWrite(request)
                return .asGuest(auth)
            }
            let outcome = try await perform(request, auth, mayRepeat: false, attempts)
            let response = outcome.response
            if outcome.sign != nil {
                guard SignIn.mayRetry(request, auth, after: outcome, attempts) else {
                    return .answer(try answer(outcome, to: request))
                }
                attempts.note(auth.means, outcome)
                rejection = outcome
                continue
            }
            guard SignIn.isRejection(response) else {
                await reportSuccess(response, from: request.url, auth)
                return .answer(response)
            }
            rejection = outcome
            // User and password are right; only the multi-factor code is missing.
            if requiresCode { continue }
            attempts.note(auth.means)
            if !attempts.mayUseAnotherCredential { return .answer(response) }
            if !attempts.mayUseAnotherToken {
                reject(auth)
                return .answer(response)
            }
        }
    }

    /// After a final rejection, a read is sent unauthenticated, so that the instance's own error is reported. A write
    /// is not: an instance that admits guests would carry it out.
    private func rejectUnauthenticatedWrite(_ request: HTTPRequest) throws(TransportFailure) {
        guard request.method != .get, request.method != .head,
            state.withLock({ if case .rejected = $0.credentialState { true } else { false } })
        else { return }
        let message = "\(instance.name) did not accept the last sign-in, and a change is not sent unauthenticated."
        throw TransportFailure(.signIn, message, cause: SignInError.noSecret(message))
    }

    /// Tells the source that its credential was accepted, the first time.
    private func reportSuccess(_ response: HTTPResponse, from url: HTTPURL, _ auth: RequestAuthorization) async {
        guard SignIn.isAcceptance(response, from: url), case .credential(let number) = auth.means else { return }
        let credential = state.withLock { state -> Credential? in
            guard state.number == number, !state.isAccepted, case .held(let credential) = state.credentialState else {
                return nil
            }
            state.isAccepted = true
            return credential
        }
        if let credential { await credentials.accepted(credential, tokens: nil, at: instance) }
    }

    /// A new token was rejected, so the grant it was issued for is useless.
    private func reject(_ auth: RequestAuthorization) {
        state.withLock { state in
            guard case .token(let number) = auth.means, state.tokens?.number == number else { return }
            state.invalidate(.rejected(user: auth.user, nil))
        }
    }

    private var requiresCode: Bool {
        state.withLock { state in
            if case .held = state.credentialState, case .wanted = state.secondFactor { true } else { false }
        }
    }
}

extension AuthenticatingTransport {
    /// How the request that holds the gate is authenticated. The result is `.nothing` if the source returns no
    /// credential or may not be called.
    func auth(
        for url: HTTPURL, mayAsk: Bool, _ attempts: inout SignInAttempts
    ) async throws(TransportFailure) -> RequestAuthorization {
        while true {
            let now = clock.now
            let (known, ready) = state.withLock { [attempts] state in
                (
                    state,
                    state.auth(
                        for: url, at: now,
                        isFresh: attempts.freshToken.map { $0 == state.tokens?.number } ?? false)
                )
            }
            if let ready { return ready }
            let isOAuth = if case .held(.oauth) = known.credentialState { true } else { false }
            guard isOAuth || attempts.mayUseSource else { return known.guestAuthorization(for: url, at: now) }
            switch known.credentialState {
            case .notRequested:
                _ = try await ask(.first, mayAsk: mayAsk, number: known.number)
            case .rejected(let user, let cause):
                guard try await !ask(.rejected(user: user), mayAsk: mayAsk, number: known.number) else { continue }
                if let cause { throw cause }
                return known.guestAuthorization(for: url, at: now)
            case .expired(let user, let cause):
                guard try await ask(.expired(user: user), mayAsk: mayAsk, number: known.number) else { throw cause }
            case .held(.oauth(let credential)):
                try await fetchTokens(credential, known, &attempts)
            case .held(let credential):
                try await requestCode(credential, number: known.number, mayAsk: mayAsk, &attempts)
            }
        }
    }

    /// Requests a credential from the source and registers its secrets before anything is sent. Returns false if the
    /// source declines. After a rejection, the next request calls the source again; without one, requests are sent
    /// unauthenticated.
    private func ask(
        _ reason: CredentialRequest.Reason, mayAsk: Bool, number: Int
    ) async throws(TransportFailure) -> Bool {
        let request = CredentialRequest(instance: instance, reason: reason, mayAsk: mayAsk)
        let credential = try await callSource { [credentials] in try await credentials.credential(for: request) }
        for secret in credential.secrets { secrets.write(secret.text, as: secret.label) }
        if credential == .anonymous, reason != .first { return false }
        // The user may have signed out in between; then this credential is not used.
        state.withLock { if $0.number == number { $0.hold(credential) } }
        return true
    }

    /// Whether an unauthenticated request that was rejected can be sent again because a credential is available now.
    func replaceGuest(
        _ auth: RequestAuthorization, after outcome: AuthOutcome, of request: HTTPRequest, since revocations: Int,
        _ attempts: inout SignInAttempts
    ) async throws(TransportFailure) -> Bool {
        guard auth.means == .nothing, attempts.mayReplaceGuest, request.purpose != .completion,
            SignIn.isRejection(outcome.response)
        else { return false }
        attempts.mayReplaceGuest = false
        try await enterGate(since: revocations)
        defer { gate.leave() }
        let (credentialState, number) = state.withLock { ($0.credentialState, $0.number) }
        // An earlier request in the queue may have signed in, or its user may have declined.
        guard case .held(let held) = credentialState else { return false }
        guard held == .anonymous else { return true }
        let wanted = CredentialRequest(instance: instance, reason: .rejected(user: nil))
        let given = try await callSource { [credentials] in try await credentials.credentialForGuest(wanted) }
        guard let given else { return false }
        for secret in given.secrets { secrets.write(secret.text, as: secret.label) }
        state.withLock { if $0.number == number { $0.hold(given) } }
        return true
    }

    /// Requests a multi-factor code from the source.
    private func requestCode(
        _ credential: Credential, number: Int, mayAsk: Bool, _ attempts: inout SignInAttempts
    ) async throws(TransportFailure) {
        let user = credential.user
        let name = instance.name
        guard attempts.mayRequestCode else { throw AuthenticatingTransport.refusedCode(user, at: name) }
        let request = CredentialRequest(
            instance: instance, reason: attempts.codes == 0 ? .first : .rejected(user: user), mayAsk: mayAsk)
        let code = try await callSource { [credentials] in try await credentials.passcode(for: request) }
        guard let code, !code.text.isEmpty else {
            if attempts.codes > 0 { throw AuthenticatingTransport.refusedCode(user, at: name) }
            throw TransportFailure(
                .signIn, "\(name) needs the code of the second factor, and no code was given.",
                cause: SignInError.passcodeWanted(user: user))
        }
        attempts.codes += 1
        secrets.write(code.text, as: "passcode")
        if case .basic(let user, let password) = credential {
            for secret in Credential.basic(user: user, password: password.followed(by: code)).secrets {
                secrets.write(secret.text, as: secret.label)
            }
        }
        state.withLock { if $0.number == number { $0.secondFactor = .code(code) } }
    }

    private static func refusedCode(_ user: String?, at name: String) -> TransportFailure {
        TransportFailure(
            .signIn, "\(name) did not accept the code of the second factor.",
            cause: SignInError.passcodeRefused(user: user))
    }

    /// Calls the source and converts its errors to `TransportFailure`s.
    private func callSource<Answer: Sendable>(
        _ ask: @Sendable () async throws -> Answer
    ) async throws(TransportFailure) -> Answer {
        do {
            return try await ask()
        } catch let failure as TransportFailure {
            throw failure
        } catch is CancellationError {
            throw AuthenticatingTransport.cancelledError
        } catch {
            throw TransportFailure(.signIn, "No credential for \(instance.name) could be obtained.", cause: error)
        }
    }
}
