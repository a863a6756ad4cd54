import ExchangeModel
import NowData
import NowSDK
import TapeDeck

/// Says why signing in did not succeed. Only what a tape keeps of a sign-in is spoken of, so that a replay says the same:
/// not where a secret came from.
struct SignInProblems {
    /// How it was signed in.
    let choice: SignInChoice
    /// What people type for the instance.
    let name: String
    /// The line that tries again, without flags.
    let command: String
    /// How often the instance has refused, one time after another.
    var timesRefused = 0
    /// Whether the session stands as it was chosen; a command that failed left it as it was before, and has to be told all.
    var isStanding = true
    /// Whether nobody is asked anything (`--no-input`).
    var asksNothing = false

    /// The problem that an error is, nil when it is not about signing in.
    static func explain(
        _ error: any Error, _ failed: FailedSignIn?, in session: isolated ShellSession
    ) -> Problem? {
        let problems =
            failed.map {
                SignInProblems(
                    choice: $0.choice, name: $0.name, command: $0.command, timesRefused: $0.timesRefused,
                    isStanding: false, asksNothing: session.workbench.asksNothing)
            }
            ?? SignInProblems(
                choice: session.signIn, name: session.shortName, command: "login",
                timesRefused: session.link?.authenticating.status.refusals ?? 0,
                asksNothing: session.workbench.asksNothing)
        return problems.problem(error)
    }

    /// The same for any error.
    func problem(_ error: any Error) -> Problem? {
        switch error {
        case RequestFailure.refused(let refusal): problem(refusal)
        case RequestFailure.transport(let failure): problem(failure)
        case let failure as TransportFailure: problem(failure)
        default: nil
        }
    }

    private func problem(_ failure: TransportFailure) -> Problem? {
        if let trouble = failure.cause as? SignInError { return problem(trouble) }
        if failure.kind == .signIn, choice.kind == .oauthJWT, choice.user == nil {
            return Problem(.refused, failure.message, hints: ["\(again) --user NAME"])
        }
        return ConnectionProblems.problem(failure, with: choice, at: name)
    }

    private func problem(_ refusal: InstanceRefusal) -> Problem? {
        switch refusal.kind {
        case .notSignedIn: unaccepted("\(refusal)")
        case .notJSON: ConnectionProblems.page(refusal, name)
        case .server where refusal.status == 511: ConnectionProblems.portal(refusal, name)
        default: nil
        }
    }

    /// The user, as far as known: `admin`, else `whoever signs in`.
    var who: String { choice.user ?? "whoever signs in" }
    /// The application.
    var application: String { choice.clientID.map { "the application \($0)" } ?? "the application" }
    /// The line that signs in again the same way. What names a place or a file is not among it.
    var again: String { isStanding ? command : command + choice.withoutPlaces.words }
    private var withUser: String { choice.user.map { " --user " + Quoting.word($0) } ?? "" }

    /// A hint whose line asks something; none where nobody is asked.
    func asking(_ hint: String) -> [String] { asksNothing ? [] : [hint] }

    /// The line that names the kind of sign-in in any case.
    private var another: String { isStanding ? "\(command) --sign-in \(choice.kind.rawValue)" : again }
    private var withScope: String {
        guard !isStanding else { return "\(command) --scope useraccount" }
        var choice = choice.withoutPlaces
        choice.scope = "useraccount"
        return command + choice.words
    }

    /// A 401: by the kind of sign-in, since the instance says the same of all.
    private func unaccepted(_ said: String) -> Problem {
        switch choice.kind {
        case .basic where choice.user == nil, .guest:
            return Problem(
                .refused, "Nobody is signed in at \(name): \(said).", hints: ["\(command) --user NAME"])
        case .basic:
            return lockOut(
                Problem(
                    .refused, "\(name) does not accept the password of \(who): \(said).",
                    notes: [
                        "An instance says the same of a wrong password, an unknown, locked or inactive user, and of a "
                            + "user who may not sign in with a password."
                    ],
                    hints: asking("\(command)\(withUser) --from ask asks for the password anew.") + [
                        "\(command) --sign-in oauth-code --client-id ID signs in by way of the browser."
                    ]))
        case .oauthPassword, .oauthCode, .oauthClient, .oauthJWT:
            return Problem(
                .refused, "\(name) gave a token and does not accept it: \(said).",
                notes: ["The user of the token may have been locked, or its scope does not reach this address."],
                hints: ["\(again) asks for another token.", withScope])
        case .token:
            return Problem(
                .refused, "\(name) does not accept the token: \(said).",
                notes: ["A token that somebody else got cannot be renewed here: it may have ended, or been revoked."],
                hints: asksNothing
                    ? ["help sign-in: where another may come from"]
                    : ["\(another) --from ask asks for another."])
        case .apiKey:
            return Problem(
                .refused, "\(name) does not accept the API key: \(said).",
                notes: ["A key opens only those APIs whose access policy has an authentication profile for keys."],
                hints: asking("\(another) --from ask asks for another.") + [
                    "table list api_key -f name,active,expires shows an administrator which there are."
                ])
        case .certificate:
            return Problem(
                .refused, "\(name) does not sign anybody in by this client certificate: \(said).",
                notes: [
                    "The instance has to know the certificate (table sys_user_certificate), and its user be active."
                ],
                hints: ["openssl x509 -in CERTIFICATE -noout -subject -enddate shows whose it is, and until when."])
        }
    }

    /// An instance locks a user out after some refusals, and says so to nobody.
    func lockOut(_ problem: Problem) -> Problem {
        guard timesRefused > 2 else { return problem }
        var problem = problem
        problem.notes.append(
            "It was refused \(timesRefused) times in a row: an instance locks a user after a few, and then refuses the "
                + "right password too.")
        let user = choice.user.map(Quoting.word) ?? "NAME"
        problem.hints.append("table get sys_user \(user) -f locked_out,active shows an administrator whether it did.")
        return problem
    }
}
