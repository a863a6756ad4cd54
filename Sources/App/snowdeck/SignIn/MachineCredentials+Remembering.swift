import Instances
import Keyring
import NowSDK
import Synchronization
import Workbench

extension MachineCredentials {
    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {
        state.withLock { state in
            state.hasAuthorized = false
            // It was accepted once, so a later rejection has another cause, and `login` may send it again.
            state.offered = nil
        }
        if let lasting = credential.lasting(with: tokens) { sources.noteAccepted(lasting, ownChoice, at: instance) }
        if sources.asksForUser, let user = credential.user { sources.lastUsers.note(user, at: instance) }
        for (wanted, secret) in worthKeeping(credential, tokens, at: instance) {
            let isKnown = state.withLock { $0.kept[wanted.entry] != nil }
            guard choice.remembers || isKnown && wanted.kind == .refreshToken else { continue }
            guard state.withLock({ $0.kept[wanted.entry] }) != secret else { continue }
            do throws(SecretStoreError) {
                try await sources.keyring.keep(secret, for: wanted.entry)
                sources.noteKept(wanted.entry)
                state.withLock { $0.kept[wanted.entry] = secret }
            } catch {
                sources.say("The \(wanted.name) was not remembered: \(error.message)")
            }
        }
    }

    /// What can sign in again next time. A refresh token is kept instead of the password.
    private func worthKeeping(_ credential: Credential, _ tokens: OAuthTokens?, at instance: Instance) -> [(
        WantedSecret, Secret
    )] {
        switch credential {
        case .anonymous, .certificate: return []
        case .basic(let user, let password):
            return [(WantedSecret(kind: .password, owner: user, instance: instance), password)]
        case .bearer(let token, let user): return [(WantedSecret(kind: .token, owner: user, instance: instance), token)]
        case .session(let session):
            return [
                (WantedSecret(kind: .session, owner: session.user, instance: instance), session.copied(at: instance))
            ]
        case .header(let header, let secret, let user):
            return [(WantedSecret(kind: header.entry, owner: user, instance: instance), secret)]
        case .oauth(let oauth):
            var kept: [(WantedSecret, Secret)] = []
            if let secret = oauth.client.secret {
                kept.append((WantedSecret(kind: .clientSecret, owner: oauth.client.id, instance: instance), secret))
            }
            if let token = tokens?.refresh {
                kept.append((tokenWanted(at: instance, oauth.client.id), token))
            } else if case .password(let password) = oauth.grant, let user = oauth.user {
                kept.append((WantedSecret(kind: .password, owner: user, instance: instance), password))
            }
            return kept
        }
    }
}

extension Credential {
    /// What signs in again without a question; nil if nothing does.
    fileprivate func lasting(with tokens: OAuthTokens?) -> Credential? {
        guard case .oauth(let oauth) = self else { return self }
        let refresh = tokens?.refresh.map { OAuthGrant.refreshToken($0) }
        guard let grant = refresh ?? (oauth.grant.isReusable ? oauth.grant : nil) else { return nil }
        return .oauth(OAuthCredential(oauth.client, grant, user: oauth.user, scope: oauth.scope))
    }
}

extension SecretSources {
    func forgetToken(of choice: SignInChoice, at instance: Instance) async throws(SecretStoreError) -> Bool {
        let kind: SecretEntry.Kind = choice.kind.isOAuth ? .refreshToken : .session
        let entry = SecretEntry(kind, of: choice.user ?? choice.clientID ?? "", at: instance)
        guard hasKept(entry), try await keyring.hasEntry(entry) else { return false }
        try await keyring.forget(entry)
        return true
    }

    func forget(_ choice: SignInChoice, at instance: Instance) async throws(SecretStoreError) -> Bool {
        var wasThere = false
        for entry in choice.kind.method.kept(choice, instance) where try await keyring.hasEntry(entry) {
            try await keyring.forget(entry)
            wasThere = true
        }
        return wasThere
    }
}
