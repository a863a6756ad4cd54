import ExchangeModel
import LineEditing
import NowSDK
import Shell

/// The credentials of a person at this machine: the password from a variable, or from a prompt without echo.
struct MachineCredentials: CredentialSource {
    let user: String?
    /// What `SNOWDECK_PASSWORD` holds, when it is meant for this instance and this user.
    let password: String?
    let asksNothing: Bool

    /// The credential. Throws a `Problem` when a password is wanted and nobody can be asked for it.
    func credential(for request: CredentialRequest) async throws -> Credential {
        guard let user else { return .anonymous }
        if let password {
            return request.reason == .first ? .basic(user: user, password: Secret(password)) : .anonymous
        }
        let name = request.instance.name
        guard request.mayAsk else {
            throw TransportFailure(.signIn, "\(name) wants a password, and nobody can be asked now.")
        }
        if case .rejected = request.reason {
            if asksNothing { return .anonymous }
            let answer = await asked("\(name) did not accept it. Password of \(user), or Ctrl-D: ", user)
            return answer ?? .anonymous
        }
        if !asksNothing, let answer = await asked("Password of \(user) at \(name): ", user) { return answer }
        throw SignInProblem.nobodyToAsk(for: user, at: request.instance)
    }

    /// Nil when there is no terminal to ask on. Whoever gives no answer goes on as a guest.
    private func asked(_ prompt: String, _ user: String) async -> Credential? {
        switch await TerminalQuestions().readSecret(prompt: prompt) {
        case .text(let password) where !password.isEmpty: .basic(user: user, password: Secret(password))
        case .failed(.noTerminal): nil
        default: .anonymous
        }
    }
}
