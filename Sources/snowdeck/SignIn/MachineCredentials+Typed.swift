import LineEditing
import NowSDK
import Shell
import Synchronization

/// A person at the prompt who named no user: the instance's first refusal asks for one.
extension MachineCredentials {
    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        guard choice.kind == .basic, choice.user == nil, sources.asksForUser, TerminalQuestions().isThere else {
            return nil
        }
        return try await typedSignIn(request, isAgain: false)
    }

    /// Asks for user and password; nil for whoever was asked again and gave up. What is typed here is no command.
    func typedSignIn(_ request: CredentialRequest, isAgain: Bool) async throws -> Credential? {
        let instance = request.instance
        let last = state.withLock { $0.typedUser } ?? sources.lastUsers[instance]
        let opening = isAgain ? "\(instance.name) did not accept it. User name" : "User name at \(instance.name)"
        let question = opening + (last.map { " [\($0)]" } ?? "") + ": "
        var user: String?
        switch await TerminalQuestions().ask(question) {
        case .text(let text):
            let blank = text.allSatisfy(\.isWhitespace)
            user = blank ? last : text
        case .interrupted: throw CancellationError()
        default: break
        }
        guard let user else {
            if isAgain { return nil }
            throw SignInProblem.notGiven("user name", at: instance)
        }
        state.withLock { $0.typedUser = user }
        let first = CredentialRequest(instance: instance, reason: .first)
        return try await secret(.password, of: user, for: first).map { .basic(user: user, password: $0) }
    }
}
