import ExchangeModel
import Keyring
import NowSDK
import Shell
import Synchronization

extension MachineCredentials {
    /// What a token is asked for with; nil to go without.
    func oauthCredential(for request: CredentialRequest) async throws -> OAuthCredential? {
        guard let id = choice.clientID else {
            throw TransportFailure(
                .signIn, "The sign-in \(choice.kind.rawValue) at \(request.instance.name) needs a client id.")
        }
        guard let reason = await settled(request) else { return nil }
        let request = CredentialRequest(instance: request.instance, reason: reason, mayAsk: request.mayAsk)
        if let token = try await keptToken(for: request, id) {
            let client = try await client(id, for: request, asksFor: false)
            state.withLock { $0.gaveKeptToken = true }
            return OAuthCredential(client, .refreshToken(token), user: choice.user, scope: choice.scope)
        }
        switch choice.kind {
        case .oauthClient:
            guard let secret = try await secret(.clientSecret, of: id, for: request, from: clientPlace) else {
                return nil
            }
            return OAuthCredential(OAuthClientID(id, secret: secret), .clientCredentials, scope: choice.scope)
        case .oauthCode:
            return try await authorized(id, for: request)
        case .oauthJWT:
            return try await stated(id, for: request)
        default:
            guard let user = choice.user, let password = try await secret(.password, of: user, for: request) else {
                return nil
            }
            let client = try await client(id, for: request, asksFor: true)
            return OAuthCredential(client, .password(password), user: user, scope: choice.scope)
        }
    }

    /// Where the application's secret comes from.
    private var clientPlace: SecretPlace? {
        if let place = choice.clientFrom { return place }
        switch (choice.kind, choice.from) {
        // Such a place gives the password, and nothing else.
        case (.oauthPassword, .variable), (.oauthPassword, .command), (.oauthPassword, .descriptor): return nil
        default: return choice.from
        }
    }

    /// The application with its secret, or without one where it has none.
    ///
    /// - Parameter asksFor: whether a person is asked when no place has it; an empty answer is none.
    func client(_ id: String, for request: CredentialRequest, asksFor: Bool) async throws -> OAuthClientID {
        let wanted = WantedSecret(.clientSecret, of: id, at: request.instance)
        let name = request.instance.name
        let before = state.withLock { $0.client?.secret }
        var secret = before
        if case .rejected = request.reason {
            if asksFor, request.mayAsk, before != nil {
                let question = "\(wanted.title) at \(name), or Enter for the same: "
                secret = try await sources.typed(wanted, question)?.secret ?? before
            }
        } else if before == nil {
            let place = clientPlace
            if let found = try await sources.found(wanted, in: place, mayAsk: request.mayAsk) {
                note(found, wanted)
                secret = found.secret
            } else if asksFor || place == .ask, request.mayAsk, !sources.asksNothing,
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

    /// A secret that may as well be none. Where nobody can be asked there is none.
    private func offered(_ wanted: WantedSecret, _ question: String) async throws -> Secret? {
        do {
            return try await sources.typed(wanted, question)?.secret
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    /// The refresh token that the keyring has of an earlier sign-in.
    private func keptToken(for request: CredentialRequest, _ id: String) async throws -> Secret? {
        guard choice.kind != .oauthClient, request.reason == .first, request.mayAsk, sources.keyring.hasBus,
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

    /// What is to be done about a rejection or an expiry. A refresh token of the keyring's that is over is forgotten, and
    /// when it was all that was given, everything begins anew; other grounds are rejected for good, which only a person can
    /// change. Nil gives up.
    private func settled(_ request: CredentialRequest) async -> CredentialRequest.Reason? {
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
        // The code or the statement was made just now; what did not please lies elsewhere, and another would not mend it.
        let isOver = [.oauthJWT, .oauthCode].contains(choice.kind) && state.withLock { $0.hasAuthorized }
        if isOver { return nil }
        // A statement is good once. When the token of an accepted one was taken back, another brings the next.
        return choice.kind == .oauthJWT ? .first : request.reason
    }
}
