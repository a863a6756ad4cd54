package import NowSDK

/// A kind of sign-in: its flags, names in help and messages, and how to get its credential.
package struct SignInMethod: Sendable {
    package let kind: SignInKind
    package let summary: String
    package var note = ""
    /// The flags that apply to the kind, besides `--sign-in` itself.
    package let flags: [FlagDefinition]
    package var needed: [FlagDefinition] = []
    /// What `--from` gives. When the kind changes to one with another secret, the place is dropped.
    var secret = ""
    /// Whether a user must be named, because the instance cannot tell in advance.
    var wantsUser = false
    /// Whether a refresh token can sign in again.
    package var usesRefreshToken = false
    /// Whether a grant can be used only once, so a rejected one is not sent again.
    package var isSingleUse = false
    /// Whether a new grant needs no interaction with the user.
    package var renewsItself = false
    /// The part of `whoami` about what each request carries, for kinds without a session.
    package var proof = ""
    let whyNoPage: String
    var withoutPage: @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword }
    /// The problem for a 401; the second argument is the instance's own message.
    let rejected: @Sendable (SignInProblems, String) -> Problem
    package var kept: @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] }
    /// The credential; nil sends the request as a guest.
    package let credential: @Sendable (any CredentialSteps, CredentialRequest) async throws -> Credential?

    static func purpose(of flag: FlagDefinition) -> String {
        switch flag {
        case .clientID: "--client-id ID names the application, as the instance's application registry does."
        default: "--certificate FILE is the client certificate, PEM; --key FILE its key unless the same file holds it."
        }
    }
}

/// What the executable provides to get a credential.
package protocol CredentialSteps: Sendable {
    var choice: SignInChoice { get }
    /// The secret of a user or application, from the chosen place, the keyring or a prompt. Nil if the user was
    /// prompted again and gave none.
    func secret(_ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest) async throws -> Secret?
    func typedSignIn(_ request: CredentialRequest) async throws -> Credential?
    /// Checks the files of the client certificate, and that the instance uses https.
    func checkCertificate(for request: CredentialRequest) throws
    /// The credential for requesting a token; nil to continue without one.
    func oauth(
        for request: CredentialRequest,
        _ grant: @Sendable (_ clientID: String, CredentialRequest) async throws -> OAuthCredential?
    ) async throws -> Credential?
    func clientSecret(_ clientID: String, for request: CredentialRequest) async throws -> Secret?
    /// The application, with its secret if it has one. With `asks`, the user is prompted if no place has it.
    func client(_ clientID: String, for request: CredentialRequest, asks: Bool) async throws -> OAuthClientID
    func authorized(_ clientID: String, for request: CredentialRequest) async throws -> OAuthCredential?
    func signedAssertion(_ clientID: String, for request: CredentialRequest) async throws -> OAuthCredential?
}

extension SignInKind {
    package var method: SignInMethod { .of(self) }
    package var wantsUser: Bool { method.wantsUser }
}

extension SignInMethod {
    static let oauthPassword = oauth(
        .oauthPassword, "a token for the user's password",
        flags: [.user, .clientID, .scope, .from, .clientFrom],
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
        flags: [.user, .clientID, .scope, .from, .clientFrom],
        isSingleUse: true, withoutPage: { ["\($0.again) signs in again."] }
    ) { steps, id, request in try await steps.authorized(id, for: request) }

    static let oauthClient = oauth(
        .oauthClient, "a token for an application in its own name",
        flags: [.clientID, .scope, .from, .clientFrom], usesRefreshToken: false
    ) { steps, id, request in
        guard let secret = try await steps.clientSecret(id, for: request) else { return nil }
        return OAuthCredential(OAuthClientID(id, secret: secret), .clientCredentials, scope: steps.choice.scope)
    }

    static let oauthJWT = oauth(
        .oauthJWT, "a token for a signed JWT that names the user",
        note: " The application's secret signs it where no --key is named (HS256).",
        flags: [.user, .clientID, .scope, .from, .clientFrom, .key], wantsUser: true,
        isSingleUse: true, renewsItself: true
    ) { steps, id, request in try await steps.signedAssertion(id, for: request) }

    private static func oauth(
        _ kind: SignInKind, _ summary: String, note: String = "", flags: [FlagDefinition],
        secret: String = "client secret",
        wantsUser: Bool = false, usesRefreshToken: Bool = true, isSingleUse: Bool = false, renewsItself: Bool = false,
        withoutPage: @escaping @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword },
        kept: @escaping @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] },
        _ grant:
            @escaping @Sendable (
                any CredentialSteps, _ clientID: String, CredentialRequest
            ) async throws -> OAuthCredential?
    ) -> SignInMethod {
        SignInMethod(
            kind: kind, summary: summary, note: note, flags: flags, needed: [.clientID], secret: secret,
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

extension SignInMethod {
    package static let all: [SignInMethod] = [
        .basic, .oauthPassword, .oauthCode, .oauthClient, .oauthJWT, .token, .apiKey, .certificate, .guest,
    ]

    static func of(_ kind: SignInKind) -> SignInMethod { all.first { $0.kind == kind } ?? .guest }

    static let basic = SignInMethod(
        kind: .basic, summary: "user name and password with the first request", flags: [.user, .from],
        secret: "password", wantsUser: true, proof: ": the password goes with each request",
        whyNoPage:
            "The password may be wrong, or valid for APIs only: where people sign in by a single sign-on, pages often "
            + "take no password.",
        withoutPage: {
            $0.asking("\($0.command) --from ask asks for the password again.") + [$0.byBrowser]
        },
        rejected: { problems, said in
            guard problems.choice.user != nil else { return problems.noUserSignedIn(said) }
            return problems.lockOut(
                Problem(
                    .refused, "\(problems.name) does not accept the password of \(problems.who): \(said).",
                    notes: [
                        "An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a "
                            + "user who may not sign in with a password."
                    ],
                    hints: problems.asking(
                        "\(problems.command)\(problems.withUser) --from ask asks for the password again.")
                        + [problems.byBrowser]))
        },
        kept: { choice, instance in choice.user.map { [SecretEntry(.password, of: $0, at: instance)] } ?? [] },
        credential: { steps, request in
            guard let user = steps.choice.user else {
                return request.reason == .first ? nil : try await steps.typedSignIn(request)
            }
            return try await steps.secret(.password, of: user, for: request).map { .basic(user: user, password: $0) }
        })

    static let token = SignInMethod(
        kind: .token, summary: "an existing access token", flags: [.user, .from], secret: "token",
        proof: withToken, whyNoPage: tokenWithoutPages,
        rejected: { problems, said in
            Problem(
                .refused, "\(problems.name) does not accept the token: \(said).",
                notes: ["An existing access token cannot be renewed here: it may have expired or been revoked."],
                hints: problems.isNonInteractive
                    ? ["help sign-in: where another may come from"]
                    : ["\(problems.another) --from ask asks for another."])
        },
        kept: { choice, instance in [SecretEntry(.token, of: choice.user ?? "", at: instance)] },
        credential: { steps, request in
            let user = steps.choice.user
            return try await steps.secret(.token, of: user, for: request).map { .bearer(token: $0, user: user) }
        })

    static let apiKey = SignInMethod(
        kind: .apiKey, summary: "an API key of the instance", flags: [.user, .from], secret: "API key",
        proof: ": the key goes with each request", whyNoPage: "An API key is for APIs, not for pages.",
        rejected: { problems, said in
            Problem(
                .refused, "\(problems.name) does not accept the API key: \(said).",
                notes: ["A key opens only those APIs whose access policy has an authentication profile for keys."],
                hints: problems.asking("\(problems.another) --from ask asks for another.") + [
                    "table list api_key -f name,active,expires shows an administrator which there are."
                ])
        },
        kept: { choice, instance in [SecretEntry(.apiKey, of: choice.user ?? "", at: instance)] },
        credential: { steps, request in
            let user = steps.choice.user
            return try await steps.secret(.apiKey, of: user, for: request).map { .apiKey($0, user: user) }
        })

    static let certificate = SignInMethod(
        kind: .certificate, summary: "a client certificate", flags: [.user, .certificate, .key],
        needed: [.certificate], proof: ": the connection is the proof",
        whyNoPage: "The certificate may be valid for APIs only.",
        rejected: { problems, said in
            Problem(
                .refused, "\(problems.name) does not accept this client certificate: \(said).",
                notes: [
                    "The instance must have the certificate (table sys_user_certificate), and its user must be active."
                ],
                hints: ["openssl x509 -in CERTIFICATE -noout -subject -enddate shows whose it is, and until when."])
        },
        credential: { steps, request in
            guard request.reason == .first else { return nil }
            try steps.checkCertificate(for: request)
            return .certificate(user: steps.choice.user)
        })

    static let guest = SignInMethod(
        kind: .guest, summary: "nothing", flags: [], whyNoPage: "No user is signed in.",
        rejected: { $0.noUserSignedIn($1) }, credential: { _, _ in nil })
}

extension SignInMethod {
    static let withToken = ": the token goes with each request"
    static let tokenWithoutPages =
        "The token may be valid for APIs only, or pages reject its user: without a role, locked, or "
        + "with a second factor to set up."
}
