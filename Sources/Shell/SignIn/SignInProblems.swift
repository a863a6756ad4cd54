import ExchangeModel
import NowData
import NowSDK
import TapeDeck

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

    static func explain(
        _ error: any Error, _ failed: FailedSignIn?, in session: isolated ShellSession
    ) -> Problem? {
        let problems =
            failed.map {
                SignInProblems(
                    choice: $0.choice, name: $0.name, command: $0.command, rejectionCount: $0.rejectionCount,
                    isStanding: false, isNonInteractive: session.host.terminal.isNonInteractive)
            }
            ?? SignInProblems(
                choice: session.signIn, name: session.shortName, command: "login",
                rejectionCount: session.connection.link?.authenticating.status.rejections ?? 0,
                isNonInteractive: session.host.terminal.isNonInteractive)
        return problems.problem(error)
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
    var again: String { isStanding ? command : command + choice.withoutPlaces.words }
    var withUser: String { choice.user.map { " --user " + Quoting.word($0) } ?? "" }

    /// A hint whose command prompts; none with `--no-input`.
    func asking(_ hint: String) -> [String] { isNonInteractive ? [] : [hint] }

    var byBrowser: String { "\(command) --sign-in oauth-code --client-id ID signs in with the browser." }
    var browserOrPassword: [String] { [byBrowser, "\(command) --sign-in basic --user NAME signs in with a password."] }

    func noUserSignedIn(_ said: String) -> Problem {
        Problem(.refused, "Not signed in to \(name): \(said).", hints: ["\(command) --user NAME"])
    }

    var another: String { isStanding ? "\(command) --sign-in \(choice.kind.rawValue)" : again }
    var withScope: String {
        guard !isStanding else { return "\(command) --scope useraccount" }
        var choice = choice.withoutPlaces
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
struct FailedSignIn: Error {
    let cause: any Error
    let choice: SignInChoice
    let name: String
    let command: String
    let rejectionCount: Int
}
