package import ExchangeModel
import Synchronization

/// The outermost transport of every stack: signs requests to one instance in, keeps its session and follows redirects.
///
/// Credentials are sent while no session serves, cookies alone once one does. A 401 throws the cookies away and the
/// request goes out once more; a second 401 is the answer. Redirects are followed here, each hop an exchange of its own.
/// Requests to other origins pass as they are, and so do requests that bring an `Authorization` line of their own.
///
/// Nothing it decides depends on the value of a cookie or of a secret, so a replay takes the same turns as the recording.
package final class AuthenticatingTransport: Transport {
    /// The instance that requests are signed in to.
    package let instance: Instance
    private let next: any Transport
    private let credentials: any CredentialSource
    private let secrets: SecretBook
    private let clock: any Clock
    private let gate = SignInGate()
    private let state = Mutex(SignIn())

    /// `clock` decides when cookies end; it must be the clock of the command that sends, so that a replay agrees.
    package init(
        instance: Instance, next: any Transport, credentials: any CredentialSource, secrets: SecretBook,
        clock: any Clock
    ) {
        self.instance = instance
        self.next = next
        self.credentials = credentials
        self.secrets = secrets
        self.clock = clock
    }

    /// Signs in as needed, sends, and follows redirects. The answer may be of any status, a second 401 included.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var trail = RedirectTrail()
        var current = request
        while true {
            try trail.enter(current, cookies: cookieLine(for: current.url))
            let response = try await exchange(current)
            guard let following = try trail.next(after: response, to: current) else { return response }
            current = following
        }
    }

    /// Whether and as whom requests are signed in at this moment.
    package var status: SignInStatus {
        let now = clock.now
        return state.withLock { state in
            let session = state.liveSession(at: now)
            var user = session?.user
            if case .held(let credential) = state.standing { user = user ?? credential.user }
            var isRejected = false
            if case .rejected = state.standing { isRejected = true }
            return SignInStatus(
                user: user, hasSession: session != nil,
                sessionEnds: session == nil ? nil : state.jar.end(of: SignIn.slidingCookie), isRejected: isRejected)
        }
    }

    /// Forgets the session and the credential; the next request asks for one anew.
    package func signOut() {
        state.withLock { state in
            state.forgetSession()
            state.standing = .unasked
        }
    }

    private func cookieLine(for url: HTTPURL) -> String? {
        guard url.origin == instance.origin.origin else { return nil }
        let now = clock.now
        return state.withLock { $0.jar.line(for: url, at: now) }
    }

    /// One hop, with the second attempt that a 401 earns.
    private func exchange(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.url.origin == instance.origin.origin, request.headers["Authorization"] == nil else {
            return try await next.send(request)
        }
        let mayAsk = request.purpose != .completion
        var proof = try await prove(mayAsk: mayAsk)
        let first = try await perform(request, proof)
        guard first.status == 401, proof.signIn != .nothing else { return first }
        proof = try await prove(mayAsk: mayAsk)
        // Going without proof cannot help a request that was refused with one.
        return proof.signIn == .nothing ? first : try await perform(request, proof)
    }

    /// How the next request is signed in, and whether it holds the gate meanwhile.
    private struct Turn {
        var signIn: SignIn.Proof
        var holdsGate: Bool
    }

    /// Decides how to sign in. A request that is to open the session holds the gate until it is answered, so that those
    /// behind it find the session; the credential is asked for inside the gate, hence once.
    private func prove(mayAsk: Bool) async throws(TransportFailure) -> Turn {
        if let proof = readyProof { return Turn(signIn: proof, holdsGate: false) }
        guard await gate.enter() else { throw TransportFailure(.cancelled, "The request was called off.") }
        if let proof = readyProof {
            gate.leave()
            return Turn(signIn: proof, holdsGate: false)
        }
        do {
            let credential = try await heldCredential(mayAsk: mayAsk)
            guard credential == .anonymous else { return Turn(signIn: .credential(credential), holdsGate: true) }
        } catch {
            gate.leave()
            throw error
        }
        gate.leave()
        return Turn(signIn: .nothing, holdsGate: false)
    }

    private var readyProof: SignIn.Proof? {
        let now = clock.now
        return state.withLock { $0.readyProof(at: now) }
    }

    /// The credential at hand, else the one its source gives. Its secrets are written down before anything is sent.
    private func heldCredential(mayAsk: Bool) async throws(TransportFailure) -> Credential {
        let reason: CredentialRequest.Reason
        switch state.withLock({ $0.standing }) {
        case .held(let credential): return credential
        case .unasked: reason = .first
        case .rejected(let user): reason = .rejected(user: user)
        }
        let credential: Credential
        do {
            credential = try await credentials.credential(
                for: CredentialRequest(instance: instance, reason: reason, mayAsk: mayAsk))
        } catch let failure as TransportFailure {
            throw failure
        } catch is CancellationError {
            throw TransportFailure(.cancelled, "The request was called off.")
        } catch {
            throw TransportFailure(.signIn, "No credential for \(instance.name) could be obtained.", cause: error)
        }
        for secret in credential.secrets { secrets.write(secret.text, as: secret.label) }
        // Who declines after a rejection is asked again by the next request; who declines at first is a guest.
        if credential != .anonymous || reason == .first {
            state.withLock { $0.standing = .held(credential) }
        }
        return credential
    }

    /// Sends a request signed in so, and learns from the answer.
    private func perform(_ request: HTTPRequest, _ turn: Turn) async throws(TransportFailure) -> HTTPResponse {
        defer { if turn.holdsGate { gate.leave() } }
        var signed = request
        let sent = clock.now
        let (cookies, generation) = state.withLock { ($0.jar.line(for: request.url, at: sent), $0.generation) }
        if let cookies, signed.headers["Cookie"] == nil { signed.headers.append("Cookie", cookies) }
        if case .credential(let credential) = turn.signIn, let line = credential.header {
            signed.headers.append(line.name, line.value)
        }
        signed.principal = turn.signIn.user
        let response = try await next.send(signed)
        if response.status == 401 {
            state.withLock { $0.refused(turn.signIn, generation: generation) }
        } else {
            let received = clock.now
            let met = state.withLock {
                $0.accepted(
                    response, from: request.url, with: turn.signIn, generation: generation, at: received)
            }
            for secret in met { secrets.write(secret, as: "cookie") }
        }
        return response
    }
}
