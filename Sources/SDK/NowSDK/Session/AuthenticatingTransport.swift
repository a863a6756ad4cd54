package import ExchangeModel
import Synchronization

/// The outermost transport of every stack: authenticates requests to one instance, keeps its sessions and follows
/// redirects.
///
/// A credential or token is sent until there is a session, then cookies alone. REST and pages have separate sessions. A
/// browser's session is a credential of both, sent with every request.
/// After a 401, cookies are discarded, a token is renewed, a credential is replaced, and an unauthenticated request
/// gets one; then the request is sent again, because a rejected request was not carried out. A 401 with
/// `X-Is-Logged-In: true` comes from behind the sign-in and is returned. Each redirect is an exchange of its own.
///
/// Instances do not reject pages with a 401 but show a login page (`SignedOut.Sign`). That counts as a rejection:
/// cookies are discarded, the token is renewed once, and a GET or HEAD is sent again. If it is rejected again, or is a
/// form, which is never sent twice, the failure is of kind `signIn`. Login pages that were requested, and all pages
/// shown to guests, are returned.
///
/// Requests to other origins, and requests with their own `Authorization` header or `SecretHeader`, are passed through.
///
/// No decision depends on the value of a cookie, token or other secret, so a replay takes the same branches.
package final class AuthenticatingTransport: Transport {
    package let instance: Instance
    let next: any Transport
    let credentials: any CredentialSource
    let secrets: SecretBook
    let clock: any Clock
    let tokenClient: OAuthClient
    let gate = AsyncGate()
    let state = Mutex(SignIn())

    /// `clock` decides when cookies and tokens expire. It must be the sending command's clock, so that a replay agrees.
    package init(
        instance: Instance, next: any Transport, credentials: any CredentialSource, secrets: SecretBook,
        clock: any Clock
    ) {
        self.instance = instance
        self.next = next
        self.credentials = credentials
        self.secrets = secrets
        self.clock = clock
        tokenClient = OAuthClient(instance: instance, next: next, clock: clock, secrets: secrets)
    }

    /// Signs in as needed, sends, and follows redirects. The response may have any status, including a final 401.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var trail = RedirectChain()
        let revocations = revocations
        var current = request
        while true {
            try trail.enter(current, cookies: cookieLine(for: current.url))
            let response = try await exchange(current, since: revocations)
            guard request.followsRedirects, let following = try trail.next(after: response, to: current) else {
                return response
            }
            current = following
        }
    }

    /// The current state of the sign-in.
    package var status: SignInStatus {
        let now = clock.now
        return state.withLock { $0.status(at: now) }
    }

    /// Clears sessions, tokens and the credential. The next request requests a credential. Nothing is revoked at the
    /// instance.
    package func signOut() { state.withLock { $0.clear() } }

    func cookieLine(for url: HTTPURL) -> String? {
        guard url.origin == instance.origin.origin else { return nil }
        let now = clock.now
        return state.withLock { $0[SignInRealm(path: url.path)].jar.line(for: url, at: now) }
    }

    /// Sends one hop, and repeats it after a 401.
    private func exchange(
        _ request: HTTPRequest, since revocations: Int
    ) async throws(TransportFailure) -> HTTPResponse {
        guard request.url.origin == instance.origin.origin, request.headers["Authorization"] == nil,
            SecretHeader.all.allSatisfy({ request.headers[$0.name] == nil })
        else { return try await next.send(request) }
        var repeats = 0
        var attempts = SignInAttempts()
        var rejection: AuthOutcome?
        while true {
            if let auth = readyAuthorization(for: request.url) {
                // Sending without authentication does not help a request that was rejected with it.
                if auth.means == .nothing, let rejection { return try answer(rejection, to: request) }
                // Only the first rejection may require `X-UserToken`: an instance that requires a new one each time is
                // never satisfied.
                let outcome = try await perform(request, auth, mayRepeat: repeats == 0, attempts)
                if try await replaceGuest(auth, after: outcome, of: request, since: revocations, &attempts) { continue }
                guard SignIn.mayRetry(request, auth, after: outcome, attempts),
                    repeats < AuthenticatingTransport.maxRepeats
                else { return try answer(outcome, to: request) }
                rejection = outcome
                repeats += 1
                attempts.note(auth.means, outcome)
                continue
            }
            try await enterGate(since: revocations)
            // Earlier requests in the queue may have signed in.
            guard readyAuthorization(for: request.url) == nil else {
                gate.leave()
                continue
            }
            let gateResult: GateResult
            do {
                gateResult = try await signInAndSend(request, after: rejection, &attempts)
            } catch {
                gate.leave()
                throw error
            }
            gate.leave()
            switch gateResult {
            case .answer(let response): return response
            // Unauthenticated requests do not wait.
            case .asGuest(let auth):
                let outcome = try await perform(request, auth, mayRepeat: false, attempts)
                guard try await replaceGuest(auth, after: outcome, of: request, since: revocations, &attempts) else {
                    return outcome.response
                }
            }
        }
    }

    /// How often shared cookies or a shared credential may be rejected before the 401 is returned.
    private static let maxRepeats = 3

    static var cancelledError: TransportFailure { TransportFailure(.cancelled, "The request was cancelled.") }

    private func readyAuthorization(for url: HTTPURL) -> RequestAuthorization? {
        let now = clock.now
        return state.withLock { $0.readyAuthorization(for: url, at: now) }
    }

    func perform(
        _ request: HTTPRequest, _ auth: RequestAuthorization, mayRepeat: Bool, _ attempts: SignInAttempts
    ) async throws(TransportFailure) -> AuthOutcome {
        let response = try await next.send(auth.signed(request))
        let received = clock.now
        var outcome = AuthOutcome(response: response)
        if auth.realm == .api, !auth.isSession, let provider = SignedOut.Sign.provider(of: response, from: request.url)
        {
            let message = "\(instance.name) signs in through \(provider) (single sign-on)."
            throw TransportFailure(.signIn, message, cause: SignInError.singleSignOn(provider: provider))
        }
        if SignIn.isRejection(response) {
            if let token = response.headers["X-UserToken-Response"] { secrets.write(token, as: "token") }
            state.withLock { $0.refused(response, auth, mayRepeat: mayRepeat, at: received) }
        } else if let sign = SignedOut.Sign(of: response, to: request, with: auth) {
            let isFresh = auth.means == attempts.freshToken.map { .token(number: $0) }
            outcome.sign = sign
            outcome.user = auth.user
            outcome.provider = SignedOut.Sign.provider(of: response, from: request.url)
            (outcome.kind, outcome.canRetry) = state.withLock { state in
                let kind = state.kind
                let (newSecrets, canRetry) = state.signedOut(
                    sign, response, from: request.url, with: auth, isFresh: isFresh, at: received)
                for secret in newSecrets { secrets.write(secret, as: "cookie") }
                return (kind, canRetry)
            }
        } else {
            // Inside the lock, so that a request that reads the cookie finds its value registered as a secret.
            state.withLock { state in
                for secret in state.accepted(response, from: request.url, with: auth, at: received) {
                    secrets.write(secret, as: "cookie")
                }
            }
        }
        return outcome
    }
}

/// A response, and what it implies for the authentication that was sent.
struct AuthOutcome: Sendable {
    let response: HTTPResponse
    var sign: SignedOut.Sign?
    var provider: String?
    /// Whether the request can be sent again with another sign-in.
    var canRetry = false
    /// The user the request was sent as, if known.
    var user: String?
    var kind: SignInKind?
}

extension HTTPRequest {
    /// Whether the request only reads, so that it can be sent again.
    package var isReadOnly: Bool { method == .get || method == .head }
}

extension AuthenticatingTransport {
    /// The final result for a response. A page that was answered as to a guest becomes a failure of the sign-in, or of
    /// the submitted form, which is never sent twice. Inconclusive responses are returned.
    func answer(_ outcome: AuthOutcome, to request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard let sign = outcome.sign else { return outcome.response }
        let found = SignedOut(user: outcome.user, kind: outcome.kind, sign: sign, provider: outcome.provider)
        if request.isReadOnly {
            if sign.isInconclusive { return outcome.response }
            throw TransportFailure(
                .signIn, "\(instance.name) still shows its sign-in page after signing in again.",
                cause: SignInError.pagesClosed(found))
        }
        // After a form, an instance may redirect to another host.
        if sign == .otherOrigin { return outcome.response }
        let isCertain = sign.precedesProcessing
        throw TransportFailure(
            .signIn,
            isCertain
                ? "The session at \(instance.name) ended before the form was sent; nothing was changed."
                : "The session at \(instance.name) has ended; its answer does not say whether it took the form.",
            cause: SignInError.formNotTaken(found, isCertain: isCertain))
    }

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
            let outcome = try await perform(request, auth, mayRepeat: attempts.refusedCredentials == 0, attempts)
            let response = outcome.response
            if outcome.sign != nil {
                guard SignIn.mayRetry(request, auth, after: outcome, attempts) else {
                    return .answer(try answer(outcome, to: request))
                }
                attempts.note(auth.means, outcome)
                rejection = outcome
                continue
            }
            let isLost = request.isReadOnly && SignIn.lostSession(response, auth, from: request.url)
            guard SignIn.isRejection(response) || isLost else {
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
        guard !request.isReadOnly, state.withLock({ if case .rejected = $0.credentialState { true } else { false } })
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
                        for: url, at: now, isFresh: attempts.freshToken.map { $0 == state.tokens?.number } ?? false)
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
        let now = clock.now
        state.withLock { if $0.number == number { $0.hold(credential, at: now) } }
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
        let now = clock.now
        state.withLock { if $0.number == number { $0.hold(given, at: now) } }
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
