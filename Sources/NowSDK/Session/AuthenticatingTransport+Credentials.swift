import ExchangeModel
import Synchronization

extension AuthenticatingTransport {
    /// How the request that holds the gate is signed in: with what is at hand, else with what can be had. It is
    /// `.nothing` when the source gives no credential, or may not be asked.
    func pass(
        for url: HTTPURL, mayAsk: Bool, _ effort: inout SignInEffort
    ) async throws(TransportFailure) -> SignInPass {
        while true {
            let now = clock.now
            let (known, ready) = state.withLock { [effort] state in
                (
                    state,
                    state.pass(
                        for: url, at: now,
                        isFresh: effort.freshToken.map { $0 == state.tokens?.number } ?? false)
                )
            }
            if let ready { return ready }
            let isOAuth = if case .held(.oauth) = known.standing { true } else { false }
            guard isOAuth || effort.mayTurnToSource else { return known.guestPass(for: url, at: now) }
            switch known.standing {
            case .unasked:
                _ = try await ask(.first, mayAsk: mayAsk, number: known.number)
            case .rejected(let user, let trouble):
                guard try await !ask(.rejected(user: user), mayAsk: mayAsk, number: known.number) else { continue }
                if let trouble { throw trouble }
                return known.guestPass(for: url, at: now)
            case .expired(let user, let trouble):
                guard try await ask(.expired(user: user), mayAsk: mayAsk, number: known.number) else { throw trouble }
            case .held(.oauth(let credential)):
                try await fetchTokens(credential, known, &effort)
            case .held(let credential):
                try await askForCode(credential, number: known.number, mayAsk: mayAsk, &effort)
            }
        }
    }

    /// Asks the source for a credential. Its secrets are written down before anything is sent. False when it declines:
    /// who declines after a refusal is asked again by the next request; who declines at first is a guest.
    private func ask(
        _ reason: CredentialRequest.Reason, mayAsk: Bool, number: Int
    ) async throws(TransportFailure) -> Bool {
        let request = CredentialRequest(instance: instance, reason: reason, mayAsk: mayAsk)
        let credential = try await asking { [credentials] in try await credentials.credential(for: request) }
        for secret in credential.secrets { secrets.write(secret.text, as: secret.label) }
        if credential == .anonymous, reason != .first { return false }
        // Whoever signed out meanwhile did not mean this credential.
        state.withLock { if $0.number == number { $0.hold(credential) } }
        return true
    }

    /// Whether a request that was refused as a guest's may go out again, because there is a credential now.
    func replaceGuest(
        _ pass: SignInPass, after heard: HeardAnswer, of request: HTTPRequest, since revocations: Int,
        _ effort: inout SignInEffort
    ) async throws(TransportFailure) -> Bool {
        guard pass.means == .nothing, effort.mayReplaceGuest, request.purpose != .completion,
            SignIn.isRefusal(heard.response)
        else { return false }
        effort.mayReplaceGuest = false
        try await enterGate(since: revocations)
        defer { gate.leave() }
        let (standing, number) = state.withLock { ($0.standing, $0.number) }
        // An earlier request in the queue may have signed in, or its user may have declined.
        guard case .held(let held) = standing else { return false }
        guard held == .anonymous else { return true }
        let wanted = CredentialRequest(instance: instance, reason: .rejected(user: nil))
        let given = try await asking { [credentials] in try await credentials.credentialForGuest(wanted) }
        guard let given else { return false }
        for secret in given.secrets { secrets.write(secret.text, as: secret.label) }
        state.withLock { if $0.number == number { $0.hold(given) } }
        return true
    }

    /// Asks the source for the code of the second factor.
    private func askForCode(
        _ credential: Credential, number: Int, mayAsk: Bool, _ effort: inout SignInEffort
    ) async throws(TransportFailure) {
        let user = credential.user
        let name = instance.name
        guard effort.mayAskForCode else { throw AuthenticatingTransport.refusedCode(user, at: name) }
        let request = CredentialRequest(
            instance: instance, reason: effort.codes == 0 ? .first : .rejected(user: user), mayAsk: mayAsk)
        let code = try await asking { [credentials] in try await credentials.passcode(for: request) }
        guard let code, !code.text.isEmpty else {
            if effort.codes > 0 { throw AuthenticatingTransport.refusedCode(user, at: name) }
            throw TransportFailure(
                .signIn, "\(name) wants the code of the second factor, and there is none.",
                cause: SignInTrouble.passcodeWanted(user: user))
        }
        effort.codes += 1
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
            cause: SignInTrouble.passcodeRefused(user: user))
    }

    /// Asks the source for something; its errors become failures of this transport.
    private func asking<Answer: Sendable>(
        _ question: @Sendable () async throws -> Answer
    ) async throws(TransportFailure) -> Answer {
        do {
            return try await question()
        } catch let failure as TransportFailure {
            throw failure
        } catch is CancellationError {
            throw AuthenticatingTransport.calledOff
        } catch {
            throw TransportFailure(.signIn, "No credential for \(instance.name) could be obtained.", cause: error)
        }
    }
}
