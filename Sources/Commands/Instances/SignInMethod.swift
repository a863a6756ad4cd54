package import NowSDK
package import Workbench

/// A kind of sign-in: its flags, names in help and messages, and what its credential is made of.
package struct SignInMethod: Sendable {
    package let flags: SignInFlags
    let summary: String
    var note = ""
    /// What must be known for the credential, in the order of asking; nil sends the request as a guest.
    package let questions: @Sendable (SignInChoice, CredentialRequest.Reason) -> [SignInQuestion]?
    package let credential: @Sendable (SignInChoice, SignInAnswers) throws -> Credential
    /// How tokens are requested; nil if the credential is sent itself.
    package var tokens: Tokens?
    /// The part of `whoami` about what each request carries, for kinds without a session.
    var proof = ""
    let whyNoPage: String
    var withoutPage: @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword }
    /// The problem for a 401; the second argument is the instance's own message.
    let rejected: @Sendable (SignInProblems, String) -> Problem
    package var kept: @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] }

    package struct Tokens: Sendable {
        /// Whether a refresh token can sign in again.
        package var usesRefreshToken = true
        /// Whether a grant can be used only once, so a rejected one is not sent again.
        package var isSingleUse = false
        /// Whether a new grant needs no interaction with the user.
        package var renewsItself = false
    }

    var kind: SignInKind { flags.kind }
}

/// What the executable finds out for a sign-in: it knows where secrets are and how to ask for them.
package enum SignInQuestion: Sendable, Hashable {
    /// The user's secret.
    case secret(SecretEntry.Kind)
    /// A user's name and password, typed.
    case userAndPassword
    /// The application, with its secret if it has one. With `asks`, the user is prompted if no place has it.
    case application(asks: Bool)
    /// The secret of an application that has no other proof.
    case applicationSecret
    /// The user's consent in a browser.
    case consent
    /// A JWT signed for the user.
    case signedJWT
    /// Whether the files of the client certificate can be used.
    case certificate
    /// The session of a browser in which the user signs in, as a copied request.
    case browserSession
}

/// The answers to the questions of a sign-in.
package struct SignInAnswers: Sendable {
    package var user: String?
    package var secret: Secret?
    package var application: OAuthClientID?
    package var grant: OAuthGrant?
    let instance: Instance
    let say: @Sendable (String) -> Void

    package init(at instance: Instance, say: @escaping @Sendable (String) -> Void) {
        self.instance = instance
        self.say = say
    }
}

extension SignInKind {
    package var method: SignInMethod { SignInMethod.all.first { $0.kind == self } ?? .guest }
}

extension SignInMethod {
    static let oauthPassword = oauth(
        SignInFlags(
            .oauthPassword, [.user, .clientID, .scope, .from, .clientFrom], needed: [.clientID], secret: "password",
            wantsUser: true), "a token for the user's password", [.secret(.password), .application(asks: true)],
        kept: { choice, instance in choice.user.map { [SecretEntry(.password, of: $0, at: instance)] } ?? [] })

    static let oauthCode = oauth(
        SignInFlags(
            .oauthCode, [.user, .clientID, .scope, .from, .clientFrom], needed: [.clientID], secret: "client secret"),
        "a token that the user agrees to in a browser", [.application(asks: false), .consent],
        tokens: Tokens(isSingleUse: true), withoutPage: { ["\($0.again) signs in again."] })

    static let oauthClient = oauth(
        SignInFlags(
            .oauthClient, [.clientID, .scope, .from, .clientFrom], needed: [.clientID], secret: "client secret"),
        "a token for an application in its own name", [.applicationSecret], tokens: Tokens(usesRefreshToken: false))

    static let oauthJWT = oauth(
        SignInFlags(
            .oauthJWT, [.user, .clientID, .scope, .from, .clientFrom, .key], needed: [.clientID],
            secret: "client secret", wantsUser: true), "a token for a signed JWT that names the user",
        note: " The application's secret signs it where no --key is named (HS256).",
        [.application(asks: true), .signedJWT], tokens: Tokens(isSingleUse: true, renewsItself: true))

    private static func oauth(
        _ flags: SignInFlags, _ summary: String, note: String = "", _ questions: [SignInQuestion],
        tokens: Tokens = Tokens(),
        withoutPage: @escaping @Sendable (SignInProblems) -> [String] = { $0.browserOrPassword },
        kept: @escaping @Sendable (SignInChoice, Instance) -> [SecretEntry] = { _, _ in [] }
    ) -> SignInMethod {
        SignInMethod(
            flags: flags, summary: summary, note: note, questions: { _, _ in questions },
            credential: { choice, answers in
                let application = answers.application ?? OAuthClientID(choice.clientID ?? "", secret: nil)
                let grant = answers.grant ?? answers.secret.map { .password($0) } ?? .clientCredentials
                let user = flags.all.contains(.user) ? choice.user : nil
                return .oauth(OAuthCredential(application, grant, user: user, scope: choice.scope))
            },
            tokens: tokens, proof: withToken, whyNoPage: tokenWithoutPages, withoutPage: withoutPage,
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
            })
    }

    package static let all: [SignInMethod] = [
        .browser, .paste, .basic, .oauthPassword, .oauthCode, .oauthClient, .oauthJWT, .token, .apiKey, .certificate,
        .guest,
    ]

    static let basic = SignInMethod(
        flags: SignInFlags(.basic, [.user, .from], secret: "password", wantsUser: true),
        summary: "user name and password with the first request",
        questions: { choice, reason in
            if choice.user != nil { return [.secret(.password)] }
            return reason == .first ? nil : [.userAndPassword]
        },
        credential: { choice, answers in
            guard let user = answers.user ?? choice.user, let password = answers.secret else { return .anonymous }
            return .basic(user: user, password: password)
        },
        proof: ": the password goes with each request",
        whyNoPage:
            "The password may be wrong, or valid for APIs only: where people sign in by a single sign-on, pages often "
            + "take no password.",
        withoutPage: { $0.asking("\($0.command) --from ask asks for the password again.") + [$0.byBrowser] },
        rejected: { problems, said in
            guard problems.choice.user != nil else { return problems.noUserSignedIn(said) }
            return problems.lockOut(
                Problem(
                    .refused, "\(problems.name) does not accept the password of \(problems.who): \(said).",
                    notes: [
                        "An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a "
                            + "user who may not sign in with a password.",
                        // Since the release Australia, glide.authenticate.basic_auth.restriction.enforce; ServiceNowDocs,
                        // platform-security/authentication/basic-auth-restriction.md: the answer does not name it.
                        "Many instances refuse passwords for APIs that the browser accepts, also those of administrators "
                            + "(Basic authentication restriction).",
                    ],
                    hints: problems.asking(
                        "\(problems.command)\(problems.withUser) --from ask asks for the password again.")
                        + [problems.byBrowser]))
        },
        kept: { choice, instance in choice.user.map { [SecretEntry(.password, of: $0, at: instance)] } ?? [] })

    static let token = SignInMethod(
        flags: SignInFlags(.token, [.user, .from], secret: "token"), summary: "an existing access token",
        questions: { _, _ in [.secret(.token)] },
        credential: { choice, answers in answers.secret.map { .bearer(token: $0, user: choice.user) } ?? .anonymous },
        proof: withToken, whyNoPage: tokenWithoutPages,
        rejected: { problems, said in
            Problem(
                .refused, "\(problems.name) does not accept the token: \(said).",
                notes: ["An existing access token cannot be renewed here: it may have expired or been revoked."],
                hints: problems.isNonInteractive
                    ? ["help sign-in: where another may come from"]
                    : ["\(problems.another) --from ask asks for another."])
        },
        kept: { choice, instance in [SecretEntry(.token, of: choice.user ?? "", at: instance)] })

    static let apiKey = SignInMethod(
        flags: SignInFlags(.apiKey, [.user, .from], secret: "API key"), summary: "an API key of the instance",
        questions: { _, _ in [.secret(.apiKey)] },
        credential: { choice, answers in answers.secret.map { .apiKey($0, user: choice.user) } ?? .anonymous },
        proof: ": the key goes with each request", whyNoPage: "An API key is for APIs, not for pages.",
        rejected: { problems, said in
            Problem(
                .refused, "\(problems.name) does not accept the API key: \(said).",
                notes: ["A key opens only those APIs whose access policy has an authentication profile for keys."],
                hints: problems.asking("\(problems.another) --from ask asks for another.") + [
                    "An administrator lists them with table list api_key -f name,active,expires."
                ])
        },
        kept: { choice, instance in [SecretEntry(.apiKey, of: choice.user ?? "", at: instance)] })

    static let certificate = SignInMethod(
        flags: SignInFlags(.certificate, [.user, .certificate, .key], needed: [.certificate]),
        summary: "a client certificate", questions: { _, reason in reason == .first ? [.certificate] : nil },
        credential: { choice, _ in .certificate(user: choice.user) }, proof: ": the connection is the proof",
        whyNoPage: "The certificate may be valid for APIs only.",
        rejected: { problems, said in
            Problem(
                .refused, "\(problems.name) does not accept this client certificate: \(said).",
                notes: [
                    "The instance must have the certificate (table sys_user_certificate), and its user must be active."
                ], hints: ["openssl x509 -in CERTIFICATE -noout -subject -enddate shows whose it is, and until when."])
        })

    static let guest = SignInMethod(
        flags: SignInFlags(.guest, []), summary: "nothing", questions: { _, _ in nil },
        credential: { _, _ in .anonymous }, whyNoPage: "No user is signed in.", rejected: { $0.noUserSignedIn($1) })

    static let withToken = ": the token goes with each request"
    static let tokenWithoutPages =
        "The token may be valid for APIs only, or pages reject its user: without a role, locked, or "
        + "with a second factor to set up."
}
