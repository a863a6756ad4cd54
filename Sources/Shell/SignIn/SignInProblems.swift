import ExchangeModel
import NowData
import NowSDK
import TapeDeck

/// Says why signing in did not succeed. Only what a tape keeps of a sign-in is spoken of, so that a replay says the same:
/// not where a secret came from.
package struct SignInProblems: Sendable {
    let choice: SignInChoice
    let name: String
    let command: String
    var timesRefused = 0
    /// Whether the session is signed in by this choice; a command that failed left the session as it was, so that hints have
    /// to repeat every flag.
    var isStanding = true
    /// `--no-input`
    var asksNothing = false

    static func explain(
        _ error: any Error, _ failed: FailedSignIn?, in session: isolated ShellSession
    ) -> Problem? {
        let problems =
            failed.map {
                SignInProblems(
                    choice: $0.choice, name: $0.name, command: $0.command, timesRefused: $0.timesRefused,
                    isStanding: false, asksNothing: session.host.terminal.asksNothing)
            }
            ?? SignInProblems(
                choice: session.signIn, name: session.shortName, command: "login",
                timesRefused: session.connection.link?.authenticating.status.refusals ?? 0,
                asksNothing: session.host.terminal.asksNothing)
        return problems.problem(error)
    }

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
        case .notSignedIn: choice.kind.method.rejected(self, "\(refusal)")
        case .notJSON: ConnectionProblems.page(refusal, name)
        case .server where refusal.status == 511: ConnectionProblems.portal(refusal, name)
        default: nil
        }
    }

    /// The user, as far as known: `admin`, else `the user`.
    var who: String { choice.user ?? "the user" }
    var application: String { choice.clientID.map { "the application \($0)" } ?? "the application" }
    /// The line that signs in again the same way. What names a place or a file is not among it.
    var again: String { isStanding ? command : command + choice.withoutPlaces.words }
    var withUser: String { choice.user.map { " --user " + Quoting.word($0) } ?? "" }

    /// A hint whose line asks something; none with `--no-input`.
    func asking(_ hint: String) -> [String] { asksNothing ? [] : [hint] }

    var byBrowser: String { "\(command) --sign-in oauth-code --client-id ID signs in by way of the browser." }
    var browserOrPassword: [String] { [byBrowser, "\(command) --sign-in basic --user NAME signs in by a password."] }

    func nobodySignedIn(_ said: String) -> Problem {
        Problem(.refused, "Not signed in to \(name): \(said).", hints: ["\(command) --user NAME"])
    }

    var another: String { isStanding ? "\(command) --sign-in \(choice.kind.rawValue)" : again }
    var withScope: String {
        guard !isStanding else { return "\(command) --scope useraccount" }
        var choice = choice.withoutPlaces
        choice.scope = "useraccount"
        return command + choice.words
    }

    /// An instance locks a user out after some refusals, and does not say so.
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

/// A sign-in that a command tried, and what came of it: by now the session is back where it was, and no longer knows.
struct FailedSignIn: Error {
    let cause: any Error
    let choice: SignInChoice
    let name: String
    let command: String
    let timesRefused: Int
}
