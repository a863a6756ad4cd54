import ExchangeModel
import NowData
import NowSDK
import Workbench

/// Problems of signing in. They mention only what the tape keeps, not where a secret came from, so that a replay
/// reports the same.
package struct SignInProblems: Sendable {
    let choice: SignInChoice
    let name: String
    let command: String
    var rejectionCount = 0
    /// Whether the session uses this choice. After a failed command it does not, so hints must repeat every flag.
    var isStanding = true
    /// `--no-input`
    var isNonInteractive = false

    @Sendable static func explain(_ error: any Error, in run: isolated Run) async -> Problem? {
        let problems =
            (error as? FailedSignIn).map {
                SignInProblems(
                    choice: $0.choice, name: $0.name, command: $0.command, rejectionCount: $0.rejectionCount,
                    isStanding: false, isNonInteractive: run.host.terminal.isNonInteractive)
            }
            ?? SignInProblems(
                choice: run.signIn, name: run.shortName, command: "login",
                rejectionCount: run.connection.link?.authenticating.status.rejections ?? 0,
                isNonInteractive: run.host.terminal.isNonInteractive)
        return problems.problem((error as? any CausedError)?.cause ?? error)
    }

    func problem(_ error: any Error) -> Problem? {
        switch error {
        case RequestFailure.errorResponse(let errorResponse): problem(errorResponse)
        case RequestFailure.transport(let failure): problem(failure)
        case let failure as TransportFailure: problem(failure)
        default: nil
        }
    }

    private func problem(_ failure: TransportFailure) -> Problem? {
        if let error = failure.cause as? SignInError { return problem(error) }
        if failure.kind == .signIn, choice.kind == .oauthJWT, choice.user == nil {
            return Problem(.refused, failure.message, hints: ["\(again) --user NAME"])
        }
        return ConnectionProblems.problem(failure, with: choice, at: name)
    }

    private func problem(_ errorResponse: ErrorResponse) -> Problem? {
        switch errorResponse.kind {
        case .notSignedIn: choice.kind.method.rejected(self, "\(errorResponse)")
        case .notJSON: ConnectionProblems.page(errorResponse, name)
        case .server where errorResponse.status == 511: ConnectionProblems.portal(errorResponse, name)
        default: nil
        }
    }

    /// The user, if known: `admin`, else `the user`.
    var who: String { choice.user ?? "the user" }
    var application: String { choice.clientID.map { "the application \($0)" } ?? "the application" }
    /// The command that signs in again the same way, without places and files.
    var again: String { isStanding ? command : command + choice.withoutSources.words }
    var withUser: String { choice.user.map { " --user " + Quoting.word($0) } ?? "" }

    /// A hint whose command prompts; none with `--no-input`.
    func asking(_ hint: String) -> [String] { isNonInteractive ? [] : [hint] }

    var byBrowser: String { "\(command) --sign-in browser signs in with the browser." }
    var browserOrPassword: [String] { [byBrowser, "\(command) --sign-in basic --user NAME signs in with a password."] }

    func noUserSignedIn(_ said: String) -> Problem {
        Problem(.refused, "Not signed in to \(name): \(said).", hints: ["\(command) --user NAME", byBrowser])
    }

    var another: String { isStanding ? "\(command) --sign-in \(choice.kind.rawValue)" : again }
    var withScope: String {
        guard !isStanding else { return "\(command) --scope useraccount" }
        var choice = choice.withoutSources
        choice.scope = "useraccount"
        return command + choice.words
    }

    /// Adds that an instance locks a user out after several rejections without saying so.
    func lockOut(_ problem: Problem) -> Problem {
        guard rejectionCount > 2 else { return problem }
        var problem = problem
        problem.notes.append(
            "It was refused \(rejectionCount) times in a row: an instance locks a user after a few, and then refuses the "
                + "right password too.")
        let user = choice.user.map(Quoting.word) ?? "NAME"
        problem.hints.append("table get sys_user \(user) -f locked_out,active shows an administrator whether it did.")
        return problem
    }
}

/// A failed sign-in of a command, for its error message. The session has returned to its earlier connection by then.
struct FailedSignIn: CausedError {
    let cause: any Error
    let choice: SignInChoice
    let name: String
    let command: String
    let rejectionCount: Int
}

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
        case .singleSignOn(let provider):
            Problem(
                .refused, "\(name) signs in through \(provider) (single sign-on).",
                hints: [byBrowser, "\(command) --sign-in paste takes a request that is copied from a browser."])
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
            Problem(.refused, Self.sentence(said, or: "The private key cannot be used"), hints: Self.keyHints)
        case .unusableCertificate(let said), .certificateNeedsHTTPS(let said), .missingKey(let said):
            Problem(.refused, said, hints: Self.keyHints)
        case .noSecret(let said): Problem(.refused, said, hints: MissingSecret.places(for: choice.user))
        case .pagesClosed(let found): pagesClosed(found)
        case .formNotTaken(let found, let isCertain): formNotTaken(found, isCertain: isCertain)
        }
    }

    package static let keyHints = [
        "openssl pkey -in KEY -noout -text shows what is in the file.",
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
        case .page(let title, _) where WebPageKind(title: title) == .hibernating:
            return ConnectionProblems.hibernating(title, name)
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

    /// The problem for a rejected grant. Servers say little on purpose, so what was sent decides which hints come
    /// first.
    func problem(_ refusal: SignInError.GrantRefusal) -> Problem {
        var problem = words(refusal)
        if let ahead = refusal.clockAhead, ahead.magnitude > Self.skew {
            let skew =
                "The clock of \(name) is \(Phrase.duration(ahead)) \(ahead > 0 ? "ahead of" : "behind") this machine's"
            if refusal.grantType == OAuthGrant.assertion(Secret("")).type {
                problem.message = "\(skew), and it rejects a JWT signed at another time: \(said(refusal))."
                problem.notes.removeAll()
            } else {
                problem.notes.append(skew + ".")
            }
            problem.hints.insert("timedatectl status shows whether this machine's clock is right.", at: 0)
        }
        return problem
    }

    private var withOtherClient: String {
        guard !isStanding else { return "\(command) --client-id ID" }
        var choice = choice.withoutSources
        choice.clientID = "ID"
        return command + choice.words
    }

    /// How far clocks may differ, in seconds: what instances allow for a JWT.
    private static let skew: UInt64 = 300

    private func words(_ refusal: SignInError.GrantRefusal) -> Problem {
        let application = "the application \(refusal.clientID)", user = refusal.user ?? who
        let said = said(refusal)
        let registry = "table list oauth_entity -q client_id=\(Quoting.word(refusal.clientID)) -f name,type,active"
        if refusal.error == "invalid_client" {
            return Problem(
                .refused, "\(name) does not know \(application), or its secret is wrong: \(said).",
                hints: [registry, withOtherClient])
        }
        switch refusal.grantType {
        case "password":
            return lockOut(
                Problem(
                    .refused, "\(name) gives \(application) no token for the password of \(user): \(said).",
                    notes: [
                        "It sends the same error for a wrong password, a locked or inactive user, one with a second factor, an "
                            + "unknown client id, a wrong client secret, and where passwords get no tokens at all "
                            + "(glide.oauth.inbound.ropc.grant_type.disabled)."
                    ], hints: asking("\(again) --from ask tells whether it is the password.") + [registry]))
        case "refresh_token":
            return Problem(
                .refused, "\(name) does not renew the sign-in of \(user): \(said).",
                notes: [
                    "The refresh token may have expired (after 100 days, unless \(application) says otherwise), or been revoked."
                ], hints: ["\(again) signs in again."])
        case "client_credentials":
            return Problem(
                .refused, "\(name) gives \(application) no token in its own name: \(said).",
                notes: [
                    "It sends the same error for an unknown client id and a wrong secret, and where the application has no user or "
                        + "glide.oauth.inbound.client.credential.grant_type.enabled is not true."
                ], hints: asking("\(again) --client-from ask tells whether it is the secret.") + [registry])
        case "authorization_code":
            return Problem(
                .refused, "\(name) rejects the authorization code from \(application): \(said).",
                notes: ["A code is valid once, for a short time, with the redirect URL and the secret of its request."],
                hints: [
                    "\(again) asks for another code.",
                    "table list oauth_entity -q client_id=\(clientID) -f name,redirect_url,active",
                ])
        case OAuthGrant.assertion(Secret("")).type:
            return Problem(
                .refused, "\(name) gives \(application) no token for the signed JWT that names \(user): \(said).",
                notes: [
                    "It sends the same error for an unknown client id, a key that does not belong to the application's certificate, "
                        + "an unknown user, and a clock that is wrong."
                ],
                hints: ["table list jwt_verifier_map -f name,kid", registry])
        default:
            return Problem(.refused, "\(name) gives \(application) no token (\(refusal.grantType)): \(said).")
        }
    }

    private static func phrase(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    private func said(_ refusal: SignInError.GrantRefusal) -> String {
        let words = [refusal.explanation, refusal.error].map(Self.phrase).filter { !$0.isEmpty }
        return (words.isEmpty ? "it does not say why" : words.joined(separator: ", ")) + " (HTTP \(refusal.status))"
    }
}

extension SignInProblems {
    func pagesClosed(_ found: SignedOut) -> Problem {
        let kind = found.kind ?? choice.kind
        return Problem(
            .refused, "\(name) shows no page to \(found.user ?? who): \(Self.what(found)).",
            notes: [kind.method.whyNoPage],
            hints: kind.method.withoutPage(self) + ["whoami shows who is signed in, and how."])
    }

    func formNotTaken(_ found: SignedOut, isCertain: Bool) -> Problem {
        if isCertain {
            return Problem(
                .refused,
                "The session at \(name) ended before the form was sent: \(Self.what(found)). Nothing was changed.",
                hints: ["page reload shows the page again; then fill in the form again."])
        }
        return Problem(
            .refused, "\(name) answered the form as if no user were signed in: \(Self.what(found)).",
            notes: ["It was sent once; the response does not say whether the instance accepted it."],
            hints: ["page reload shows what is there now."])
    }

    /// What the instance did, as the second half of a sentence.
    private static func what(_ found: SignedOut) -> String {
        switch found.sign {
        case .timeout: "it says that the session has ended"
        case .loginPage: "it sends to its login page"
        case .singleSignOn: "it sends to a single sign-on" + (found.provider.map { " at " + $0 } ?? "")
        case .loginForm: "it answers with its login form"
        case .otherOrigin: "it sends to another host"
        case .guest: "it answers as it answers guests"
        }
    }
}
