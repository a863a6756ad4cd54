import NowSDK

extension SignInProblems {
    func problem(_ error: SignInError) -> Problem {
        switch error {
        case .grantRefused(let refusal): problem(refusal)
        case .unreadableTokenAnswer(let fault): problem(fault)
        case .tokenRedirected(let address):
            Problem(
                .refused, "\(name) sends the sign-in on to \(address), and nothing was sent there.",
                notes: [
                    "The server that answers is not the instance (a captive portal, a proxy), or the instance has moved."
                ],
                hints: [
                    "Open \(address) in a browser of this machine: it shows which server answers.",
                    "connect https://NAME.service-now.com",
                ])
        case .passcodeWanted(let user):
            Problem(
                .refused,
                "\(name) needs a code in addition to the password of \(user ?? who), and there is no terminal to ask for it.",
                notes: ["The user has a second factor; its code is asked for at a terminal only."],
                hints: asking("\(again) at a terminal asks for it.") + [
                    "--sign-in oauth-client --client-id ID or --sign-in api-key is for programs."
                ])
        case .passcodeRefused(let user):
            Problem(
                .refused, "\(name) does not accept the code of the second factor of \(user ?? who).",
                notes: ["A code is valid for about half a minute and needs a correct clock."],
                hints: asking("\(again) asks for the next one.") + [
                    "timedatectl status shows whether this machine's clock is right."
                ])
        case .authorizationRefused(let said):
            notAuthorized(
                "The browser returned from \(name) without a code: \(said).",
                "The user may have declined, or \(application) has another redirect URL.")
        case .authorizationMismatch(let said):
            notAuthorized(
                said, "Only the answer to this sign-in is accepted, so that no other can be passed off as it.")
        case .authorizationMissing(let said):
            Problem(
                .refused, Self.sentence(said, or: "No code came from the browser"),
                hints: asking("\(again) gives the address again; the one the browser ends at can be pasted.") + [
                    "--sign-in oauth-password needs no browser."
                ])
        case .unusableKey(let said):
            Problem(
                .refused, Self.sentence(said, or: "The private key cannot be used"),
                hints: Self.keyHints)
        case .unusableCertificate(let said), .certificateNeedsHTTPS(let said), .missingKey(let said):
            Problem(.refused, said, hints: Self.keyHints)
        case .noSecret(let said): Problem(.refused, said, hints: MissingSecret.places(for: choice.user))
        case .pagesClosed(let found): pagesClosed(found)
        case .formNotTaken(let found, let isCertain): formNotTaken(found, isCertain: isCertain)
        }
    }

    package static let keyHints = [
        "openssl pkey -in KEY -noout -text shows what the file holds.",
        "openssl pkey -in KEY -out KEY.pem writes it as PEM without a passphrase.",
    ]

    private func notAuthorized(_ message: String, _ note: String) -> Problem {
        Problem(
            .refused, message, notes: [note],
            hints: [
                "\(again) tries again.", "table list oauth_entity -q client_id=\(clientID) -f name,redirect_url,active",
            ])
    }

    /// The text itself if it is a sentence, else after an introduction.
    private static func sentence(_ said: String, or words: String) -> String {
        isSentence(said) ? said : "\(words): \(said)."
    }

    private static func isSentence(_ said: String) -> Bool { said.hasSuffix(".") }

    var clientID: String { choice.clientID.map(Quoting.word) ?? "ID" }

    private func problem(_ fault: SignInError.TokenAnswerFault) -> Problem {
        switch fault {
        case .page(_, 404), .status(404):
            return Problem(
                .refused, "\(name) has no /oauth_token.do, which gives tokens (HTTP 404).",
                notes: [
                    "The server is not an instance, or one that issues no tokens (com.snc.platform.security.oauth.is.active)."
                ],
                hints: [
                    "connect https://NAME.service-now.com", "\(command) --sign-in basic --user NAME needs no token.",
                ])
        case .page(let title, 511):
            return ConnectionProblems.portal(title, name)
        case .page(let title, let status):
            return Problem(
                .refused,
                "\(name) answered the sign-in with a web page\(ConnectionProblems.called(title)) and not with a token (HTTP \(status)).",
                notes: [ConnectionProblems.whyPage(title)], hints: ConnectionProblems.aboutPage(title))
        case .truncated:
            return Problem(
                .refused, "The answer of \(name) to the sign-in breaks off in the middle, before its token is whole.",
                hints: ["\(again) tries again.", "tape show shows the response."])
        case .notJSON(let type, let status):
            let shown = type.isEmpty ? "without a type" : "of the type \(type)"
            return Problem(
                .refused, "\(name) answered the sign-in with something \(shown), not with JSON (HTTP \(status)).",
                hints: ["tape show shows the response."])
        case .member(let member):
            return Problem(
                .refused, "The answer of \(name) to the sign-in is JSON without a usable \(member).",
                hints: ["tape show shows the response."])
        case .tokenType(let type):
            return Problem(
                .refused, "\(name) gave a token of the type \(type), and only bearer tokens can be sent.",
                hints: ["table list oauth_entity -q client_id=\(clientID) -f name,token_format,active"])
        case .status(511): return ConnectionProblems.portal("", name)
        case .status(429):
            return Problem(
                .refused, "\(name) accepts no more sign-ins at the moment (HTTP 429).",
                notes: ["Too many were sent in a short time, by this or another client of the user."],
                hints: ["\(again) tries again, in a minute or so.", "tape show shows for how long it asks to wait."])
        case .status(let status) where status >= 500:
            return Problem(
                .refused, "\(name) cannot sign anyone in at the moment (HTTP \(status)).",
                notes: ["It is overloaded, in maintenance or broken, or a proxy in front of it is."],
                hints: ["\(again) tries again.", "tape show shows the response."])
        case .status(let status):
            return Problem(
                .refused, "\(name) answered the sign-in with HTTP \(status), which is neither a token nor a refusal.",
                hints: ["tape show shows the response."])
        }
    }
}
