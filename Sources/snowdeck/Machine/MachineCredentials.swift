import ExchangeModel
import LineEditing
import NowSDK

/// The credentials of a person at this machine: the password from a variable, or from a prompt without echo.
struct MachineCredentials: CredentialSource {
    let user: String?
    /// What `SNOWDECK_PASSWORD` holds.
    let password: String?
    let asksNothing: Bool

    func credential(for request: CredentialRequest) async throws -> Credential {
        guard let user else { return .anonymous }
        if let password {
            return request.reason == .first ? .basic(user: user, password: Secret(password)) : .anonymous
        }
        guard !asksNothing else { return .anonymous }
        guard request.mayAsk else {
            throw TransportFailure(.signIn, "\(request.instance.name) wants a password, and nobody can be asked now.")
        }
        if case .rejected = request.reason {
            return await asked("\(request.instance.name) did not accept it. Password of \(user), or Ctrl-D: ", user)
        }
        return await asked("Password of \(user) at \(request.instance.name): ", user)
    }

    private func asked(_ prompt: String, _ user: String) async -> Credential {
        guard case .text(let password) = await TerminalQuestions().readSecret(prompt: prompt), !password.isEmpty else {
            return .anonymous
        }
        return .basic(user: user, password: Secret(password))
    }
}
