package import ExchangeModel
import Synchronization

/// The outermost transport of every stack: signs requests to one instance in, keeps its sessions and follows redirects.
///
/// A credential or a token is sent while no session serves, cookies alone once one does; the REST interfaces and the
/// pages have a session each. A 401 to cookies discards them, to a token renews it, to a credential asks for another, to a
/// guest for the first. Then the request is sent again: a request that was refused was not carried out. A 401 with
/// `X-Is-Logged-In: true` comes from behind the sign-in and is the answer. Redirects are followed here, each hop an
/// exchange of its own.
///
/// Instances do not refuse pages with a 401: they show where to sign in (`SignedOut.Sign`). Such an answer counts as a
/// refusal too: cookies are thrown away, the token is renewed once, and a GET or HEAD goes out again; when it is
/// answered so again, and for a form, which is never sent twice, that is a failure of kind `signIn`. Login pages that
/// were asked for are answers, and so is whatever guests are shown.
///
/// Requests to other origins pass as they are, and so do requests that bring a
/// proof of their own (`Authorization`, `x-sn-apikey`).
///
/// Nothing it decides depends on the value of a cookie, a token or another secret, so a replay takes the same turns as
/// the recording.
package final class AuthenticatingTransport: Transport {
    package let instance: Instance
    let next: any Transport
    let credentials: any CredentialSource
    let secrets: SecretBook
    let clock: any Clock
    let tokenClient: OAuthClient
    let gate = AsyncGate()
    let state = Mutex(SignIn())

    /// `clock` decides when cookies and tokens end; it must be the clock of the command that sends, so that a replay
    /// agrees.
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

    /// Signs in as needed, sends, and follows redirects. The answer may be of any status, a last 401 included.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var trail = RedirectTrail()
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

    /// How, as whom and since when requests are signed in at this moment.
    package var status: SignInStatus {
        let now = clock.now
        return state.withLock { $0.status(at: now) }
    }

    /// Forgets sessions, tokens and the credential; the next request asks for one again. The instance is not told.
    package func signOut() { state.withLock { $0.forgetEverything() } }

    private func cookieLine(for url: HTTPURL) -> String? {
        guard url.origin == instance.origin.origin else { return nil }
        let now = clock.now
        return state.withLock { $0[SignInRealm(path: url.path)].jar.line(for: url, at: now) }
    }

    /// One hop, with the repetitions that a 401 earns.
    private func exchange(
        _ request: HTTPRequest, since revocations: Int
    ) async throws(TransportFailure) -> HTTPResponse {
        guard request.url.origin == instance.origin.origin, request.headers["Authorization"] == nil,
            request.headers["x-sn-apikey"] == nil
        else { return try await next.send(request) }
        var repeats = 0
        var attempts = SignInAttempts()
        var refusal: AuthOutcome?
        while true {
            if let auth = readyAuthorization(for: request.url) {
                // Going without proof cannot help a request that was refused with one.
                if auth.means == .nothing, let refusal { return try answer(refusal, to: request) }
                // Only the first refusal may ask for `X-UserToken`: who wants another each time is not satisfied so.
                let outcome = try await perform(request, auth, mayRepeat: repeats == 0, attempts)
                if try await replaceGuest(auth, after: outcome, of: request, since: revocations, &attempts) { continue }
                guard SignIn.mayHelpToRepeat(request, auth, after: outcome, attempts),
                    repeats < AuthenticatingTransport.mostRepeats
                else { return try answer(outcome, to: request) }
                refusal = outcome
                repeats += 1
                attempts.note(auth.means, outcome)
                continue
            }
            try await enterGate(since: revocations)
            // Those before in the queue may have signed in.
            guard readyAuthorization(for: request.url) == nil else {
                gate.leave()
                continue
            }
            let turn: Turn
            do {
                turn = try await signInAndSend(request, after: refusal, &attempts)
            } catch {
                gate.leave()
                throw error
            }
            gate.leave()
            switch turn {
            case .answer(let response): return response
            // Guests wait for no one.
            case .asGuest(let auth):
                let outcome = try await perform(request, auth, mayRepeat: false, attempts)
                guard try await replaceGuest(auth, after: outcome, of: request, since: revocations, &attempts) else {
                    return outcome.response
                }
            }
        }
    }

    /// How often cookies or a credential that others hold too may be refused before their 401 is the answer.
    private static let mostRepeats = 3

    static var calledOff: TransportFailure { TransportFailure(.cancelled, "The request was called off.") }

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
        if SignIn.isRefusal(response) {
            if let token = response.headers["X-UserToken-Response"] { secrets.write(token, as: "token") }
            state.withLock { $0.refused(response, auth, mayRepeat: mayRepeat, at: received) }
        } else if let sign = SignedOut.Sign(of: response, to: request, with: auth) {
            let isFresh = auth.means == attempts.freshToken.map { .token(number: $0) }
            outcome.sign = sign
            outcome.user = auth.user
            (outcome.kind, outcome.mayHelp) = state.withLock { state in
                let kind = state.kind
                let (met, mayHelp) = state.signedOut(
                    sign, response, from: request.url, with: auth, isFresh: isFresh, at: received)
                for secret in met { secrets.write(secret, as: "cookie") }
                return (kind, mayHelp)
            }
        } else {
            // Within the lock: the one who takes a cookie out of the jar finds it in the book already.
            state.withLock { state in
                for secret in state.accepted(response, from: request.url, with: auth, at: received) {
                    secrets.write(secret, as: "cookie")
                }
            }
        }
        return outcome
    }
}

/// An answer, and what it says of the sign-in that its request went out with.
struct AuthOutcome: Sendable {
    let response: HTTPResponse
    var sign: SignedOut.Sign?
    /// Whether the same request may fare better, signed in again.
    var mayHelp = false
    /// The user it went out for, as far as known.
    var user: String?
    var kind: SignInKind?
}

extension HTTPRequest {
    /// Whether it asks for something and changes nothing, so that it may go out again.
    var isReading: Bool { method == .get || method == .head }
}
