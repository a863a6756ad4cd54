import NowSDK

extension SignInMethod {
    static let oauthPassword = oauth(
        .oauthPassword, "a token for the user's password",
        flags: ["user", "client-id", "scope", "from", "client-from"],
        secret: "password", wantsUser: true,
        kept: { choice, instance in choice.user.map { [SecretEntry(.password, of: $0, at: instance)] } ?? [] }
    ) { steps, id, request in
        guard let user = steps.choice.user, let password = try await steps.secret(.password, of: user, for: request)
        else { return nil }
        let client = try await steps.client(id, for: request, asks: true)
        return OAuthCredential(client, .password(password), user: user, scope: steps.choice.scope)
    }

    static let oauthCode = oauth(
        .oauthCode, "a token that the user agrees to in a browser",
        flags: ["user", "client-id", "scope", "from", "client-from"],
        isSingleUse: true, withoutPage: { ["\($0.again) signs in again."] }
    ) { steps, id, request in try await steps.authorized(id, for: request) }

    static let oauthClient = oauth(
        .oauthClient, "a token for an application in its own name",
        flags: ["client-id", "scope", "from", "client-from"], usesRefreshToken: false
    ) { steps, id, request in
        guard let secret = try await steps.clientSecret(id, for: request) else { return nil }
        return OAuthCredential(OAuthClientID(id, secret: secret), .clientCredentials, scope: steps.choice.scope)
    }

    static let oauthJWT = oauth(
        .oauthJWT, "a token for a signed JWT that names the user",
        note: " The application's secret signs it where no --key is named (HS256).",
        flags: ["user", "client-id", "scope", "from", "client-from", "key"], wantsUser: true,
        isSingleUse: true, renewsItself: true
    ) { steps, id, request in try await steps.signedAssertion(id, for: request) }

    private static func oauth(
        _ kind: SignInKind, _ summary: String, note: String = "", flags: [String], secret: String = "client secret",
        wantsUser: Bool = false, usesRefreshToken: Bool = true, isSingleUse: Bool = false, renewsItself: Bool = false,
        withoutPage: @escaping @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword },
        kept: @escaping @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] },
        _ grant:
            @escaping @Sendable (
                any CredentialSteps, _ clientID: String, CredentialRequest
            ) async throws -> OAuthCredential?
    ) -> SignInMethod {
        SignInMethod(
            kind: kind, summary: summary, note: note, flags: flags, needed: ["client-id"], secret: secret,
            wantsUser: wantsUser, usesRefreshToken: usesRefreshToken, isSingleUse: isSingleUse,
            renewsItself: renewsItself, proof: withToken, whyNoPage: tokenWithoutPages, withoutPage: withoutPage,
            rejected: { problems, said in
                Problem(
                    .refused, "\(problems.name) gave a token and does not accept it: \(said).",
                    notes: ["The user of the token may have been locked, or its scope does not reach this address."],
                    hints: ["\(problems.again) asks for another token.", problems.withScope])
            },
            kept: { choice, instance in
                let id = choice.clientID ?? ""
                let own = [
                    SecretEntry(.refreshToken, of: choice.user ?? id, at: instance),
                    SecretEntry(.clientSecret, of: id, at: instance),
                ]
                return own + kept(choice, instance)
            },
            credential: { steps, request in
                try await steps.oauth(for: request) { try await grant(steps, $0, $1) }
            })
    }
}
