package import ExchangeModel
import Synchronization

/// The outermost transport of every stack: authenticates requests to one instance, keeps its sessions and follows
/// redirects.
///
/// A credential or token is sent until there is a session, then cookies alone. REST and pages have separate sessions.
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

    private func cookieLine(for url: HTTPURL) -> String? {
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
        if SignIn.isRejection(response) {
            if let token = response.headers["X-UserToken-Response"] { secrets.write(token, as: "token") }
            state.withLock { $0.refused(response, auth, mayRepeat: mayRepeat, at: received) }
        } else if let sign = SignedOut.Sign(of: response, to: request, with: auth) {
            let isFresh = auth.means == attempts.freshToken.map { .token(number: $0) }
            outcome.sign = sign
            outcome.user = auth.user
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
    /// Whether the request can be sent again with another sign-in.
    var canRetry = false
    /// The user the request was sent as, if known.
    var user: String?
    var kind: SignInKind?
}

extension HTTPRequest {
    /// Whether the request only reads, so that it can be sent again.
    var isReadOnly: Bool { method == .get || method == .head }
}
