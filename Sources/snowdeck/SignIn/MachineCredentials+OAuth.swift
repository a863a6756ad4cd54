import ExchangeModel
import Keyring
import Notation
import NowSDK
import Shell
import Synchronization

extension MachineCredentials {
    func oauth(
        for request: CredentialRequest, _ grant: @Sendable (String, CredentialRequest) async throws -> OAuthCredential?
    ) async throws -> Credential? {
        do {
            return try await oauthCredential(for: request, grant).map { .oauth($0) }
        } catch {
            guard isUnattended(error, request.reason) else { throw error }
            return nil
        }
    }

    private func oauthCredential(
        for request: CredentialRequest, _ grant: @Sendable (String, CredentialRequest) async throws -> OAuthCredential?
    ) async throws -> OAuthCredential? {
        guard let id = choice.clientID else {
            throw TransportFailure(
                .signIn, "The sign-in \(choice.kind.rawValue) at \(request.instance.name) needs a client id.")
        }
        guard let reason = await nextReason(after: request) else { return nil }
        let request = CredentialRequest(instance: request.instance, reason: reason, mayAsk: request.mayAsk)
        if let token = try await keptToken(for: request, id) {
            let client = try await client(id, for: request, asks: false)
            state.withLock { $0.gaveKeptToken = true }
            return OAuthCredential(client, .refreshToken(token), user: choice.user, scope: choice.scope)
        }
        return try await grant(id, request)
    }

    func clientSecret(_ clientID: String, for request: CredentialRequest) async throws -> Secret? {
        try await secret(.clientSecret, of: clientID, for: request, from: clientPlace)
    }

    private var clientPlace: SecretPlace? {
        if let place = choice.clientFrom { return place }
        switch (choice.kind, choice.from) {
        // Such a place has only the password.
        case (.oauthPassword, .variable), (.oauthPassword, .command), (.oauthPassword, .descriptor): return nil
        default: return choice.from
        }
    }

    /// The application, with its secret if it has one.
    ///
    /// - Parameter asks: whether to prompt if no place has it; an empty answer means none.
    func client(_ id: String, for request: CredentialRequest, asks: Bool) async throws -> OAuthClientID {
        let wanted = WantedSecret(.clientSecret, of: id, at: request.instance)
        let name = request.instance.name
        let before = state.withLock { $0.client?.secret }
        var secret = before
        if case .rejected = request.reason {
            if asks, request.mayAsk, before != nil {
                let question = "\(wanted.title) at \(name), or Enter for the same: "
                secret = try await sources.typed(wanted, question)?.secret ?? before
            }
        } else if before == nil {
            let place = clientPlace
            if let found = try await sources.found(wanted, in: place, mayAsk: request.mayAsk) {
                note(found, wanted)
                secret = found.secret
            } else if asks || place == .ask, request.mayAsk, !sources.isNonInteractive,
                !state.withLock({ $0.hasAskedForSecret })
            {
                state.withLock { $0.hasAskedForSecret = true }
                secret = try await offered(wanted, "\(wanted.title) at \(name), or Enter for none: ")
            }
        }
        let client = OAuthClientID(id, secret: secret)
        state.withLock { $0.client = client }
        return client
    }

    /// An optional secret; nil if the user cannot be asked.
    private func offered(_ wanted: WantedSecret, _ question: String) async throws -> Secret? {
        do {
            return try await sources.typed(wanted, question)?.secret
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    private func keptToken(for request: CredentialRequest, _ id: String) async throws -> Secret? {
        guard choice.kind.method.usesRefreshToken, request.reason == .first, request.mayAsk, sources.keyring.hasBus,
            choice.from == nil || choice.from == .keyring || choice.remembers,
            !state.withLock({ $0.keptTokenIsOver })
        else { return nil }
        let wanted = tokenWanted(at: request.instance, id)
        guard let found = try await sources.kept(wanted, isNamed: false) else { return nil }
        note(found, wanted)
        return found.secret
    }

    func tokenWanted(at instance: Instance, _ id: String) -> WantedSecret {
        WantedSecret(.refreshToken, of: choice.user ?? id, at: instance)
    }

    /// The reason to proceed with after a rejection or an expiry. A rejected refresh token is removed from the keyring,
    /// and if it was the credential, the sign-in starts over. Other rejections are final unless the user can enter
    /// something else. Nil gives up.
    private func nextReason(after request: CredentialRequest) async -> CredentialRequest.Reason? {
        guard request.reason != .first, let id = choice.clientID else { return request.reason }
        let (wasGiven, wasKept) = state.withLock { state in
            defer {
                state.gaveKeptToken = false
                state.keptTokenIsOver = true
            }
            return (state.gaveKeptToken, state.kept.keys.contains { $0.kind == .refreshToken })
        }
        if wasGiven || wasKept {
            let entry = tokenWanted(at: request.instance, id).entry
            try? await sources.keyring.forget(entry)
            state.withLock { $0.kept[entry] = nil }
        }
        if wasGiven { return .first }
        if case .expired = request.reason { return .first }
        // The code or JWT was new, so a new one would be rejected, too.
        if choice.kind.method.isSingleUse, state.withLock({ $0.hasAuthorized }) { return nil }
        // A JWT can be used once. If the token of an accepted one was revoked, a new JWT gets the next token.
        return choice.kind.method.renewsItself ? .first : request.reason
    }
}

extension MachineCredentials {
    func authorized(_ id: String, for request: CredentialRequest) async throws -> OAuthCredential? {
        guard request.mayAsk else {
            let message = "\(request.instance.name) wants a sign-in in a browser, which is not possible now."
            throw TransportFailure(.signIn, message, cause: SignInError.authorizationMissing(message))
        }
        let client = try await client(id, for: request, asks: false)
        let browser = BrowserSignIn(
            instance: request.instance, clientID: id, scope: choice.scope, sources: sources, browser: sources.browser)
        let grant = try await browser.grant()
        state.withLock { $0.hasAuthorized = true }
        return OAuthCredential(client, grant, user: choice.user, scope: choice.scope)
    }

    /// Signs the JWT with the application's private key, or its secret if no key was named.
    func signedAssertion(_ id: String, for request: CredentialRequest) async throws -> OAuthCredential? {
        guard let user = choice.user else {
            throw TransportFailure(
                .signIn, "The sign-in oauth-jwt at \(request.instance.name) needs to know who signs in (--user).")
        }
        // Instances want the client secret besides the JWT.
        let client = try await client(id, for: request, asks: true)
        let key = try signingKey(client)
        let assertion = JWTAssertion(
            clientID: id, user: user, at: sources.clock.now, random: MachineEnvironment.randomBytes(16))
        let signed: Secret
        do throws(SignInError) { signed = try assertion.signed(with: key) } catch {
            switch error {
            case .unusableKey(let message), .missingKey(let message):
                throw TransportFailure(.signIn, message, cause: error)
            default: throw error
            }
        }
        sources.write(signed, as: "token")
        state.withLock { $0.hasAuthorized = true }
        return OAuthCredential(client, .assertion(signed), user: user, scope: choice.scope)
    }

    private func signingKey(_ client: OAuthClientID) throws -> JWTKey {
        if let file = choice.key {
            let pem = try KeyFiles.key(file, say: sources.say)
            do throws(SignInError) { return try JWTKey(pem: pem) } catch {
                guard case .unusableKey(let why) = error else { throw error }
                throw KeyFiles.unusable("\(TerminalText.plain(file)) is of no use: \(why)")
            }
        }
        guard let secret = client.secret else {
            throw KeyFiles.unusable(
                "A JWT is signed with a private key (--key FILE) or the application's secret.",
                hints: ["--key FILE names the key, --from PLACE the secret: help sign-in"])
        }
        return .shared(secret)
    }
}
