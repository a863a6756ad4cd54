package import ExchangeModel
import Synchronization

extension AuthenticatingTransport {
    /// Signs out here and at the instance: the refresh token and an access token that still holds are revoked. What is
    /// known here is forgotten in any case; the first failure to revoke is thrown.
    ///
    /// Requests that wait for their turn to sign in meanwhile end as `.cancelled`: they would bring tokens that nobody
    /// revokes. Those sent later sign in anew.
    package func revoke() async throws(TransportFailure) {
        // A renewal under way would bring a token that nobody revokes.
        guard await gate.enter() else {
            signOut()
            throw AuthenticatingTransport.calledOff
        }
        defer { gate.leave() }
        let now = clock.now
        let tokens = state.withLock { state in
            defer { state.forgetRevoked() }
            return state.revocableTokens(at: now)
        }
        var trouble: TransportFailure?
        for token in tokens {
            do throws(TransportFailure) {
                try await tokenClient.revoke(token)
            } catch {
                trouble = trouble ?? error
            }
        }
        if let trouble { throw trouble }
    }

    /// How often tokens were revoked so far; a request brings along what it was when it was sent.
    var revocations: Int { state.withLock { $0.revocations } }

    /// Waits for the turn to sign in. Fails for whoever is called off, and for what was sent before tokens were revoked.
    func enterGate(since revocations: Int) async throws(TransportFailure) {
        guard await gate.enter() else { throw AuthenticatingTransport.calledOff }
        guard self.revocations == revocations else {
            gate.leave()
            throw AuthenticatingTransport.calledOff
        }
    }
}

extension SignIn {
    /// What the instance would still accept.
    fileprivate func revocableTokens(at now: Timestamp) -> [Secret] {
        guard let held = tokens else {
            // Remembered from an earlier run and not used in this one.
            if case .held(.oauth(let credential)) = standing, case .refreshToken(let refresh) = credential.grant {
                return [refresh]
            }
            return []
        }
        let access = held.isRefused || !held.tokens.serves(at: now) ? nil : held.tokens.access
        return [held.tokens.refresh, access].compactMap { $0 }
    }
}
