package import NowSDK

extension SignInMethod {
    package static let all: [SignInMethod] = [
        .basic, .oauthPassword, .oauthCode, .oauthClient, .oauthJWT, .token, .apiKey, .certificate, .guest,
    ]

    package static func of(_ kind: SignInKind) -> SignInMethod { all.first { $0.kind == kind } ?? .guest }

    static let basic = SignInMethod(
        kind: .basic, summary: "user name and password with the first request", flags: ["user", "from"],
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
        kind: .token, summary: "an existing access token", flags: ["user", "from"], secret: "token",
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
        kind: .apiKey, summary: "an API key of the instance", flags: ["user", "from"], secret: "API key",
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
        kind: .certificate, summary: "a client certificate", flags: ["user", "certificate", "key"],
        needed: ["certificate"], proof: ": the connection is the proof",
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
