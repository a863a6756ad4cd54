import ExchangeModel
import LineEditing
import NowSDK
import Shell
import Synchronization

/// The user's credentials for one instance, by the chosen kind of sign-in.
///
/// A secret is read when a request first needs it. After a rejection only the user is asked again: repeating a wrong
/// password locks accounts.
final class MachineCredentials: CredentialSource, CredentialSteps {
    let choice: SignInChoice
    let sources: SecretSources
    let state = Mutex(State())

    struct State {
        /// Whether the last credential was a refresh token from the keyring.
        var gaveKeptToken = false
        /// Whether a refresh token from the keyring was rejected.
        var keptTokenIsOver = false
        /// Whether a code was requested, or a JWT made, since the last acceptance.
        var hasAuthorized = false
        var client: OAuthClientID?
        /// Whether the user was asked for the client secret, which is optional.
        var hasAskedForSecret = false
        var kept: [SecretEntry: Secret] = [:]
        /// The user name that was typed because none was chosen.
        var typedUser: String?
        /// The last secret that was not typed, until it is accepted.
        var offered: SecretAttempt?
    }

    init(_ choice: SignInChoice, _ sources: SecretSources) {
        self.choice = choice
        self.sources = sources
        sources.note(choice.from)
        sources.note(choice.clientFrom)
    }

    func credential(for request: CredentialRequest) async throws -> Credential {
        if case .rejected = request.reason, let offered = state.withLock({ $0.offered }) {
            sources.refusals.note(offered)
        }
        return try await choice.kind.method.credential(self, request) ?? .anonymous
    }

    func passcode(for request: CredentialRequest) async throws -> Secret? {
        let name = request.instance.name
        let whose = choice.user.map { " of \($0)" } ?? ""
        let wanted = TransportFailure(
            .signIn, "\(name) needs the second factor's code\(whose), and there is no terminal to ask for it.",
            cause: SignInError.passcodeWanted(user: choice.user))
        guard request.mayAsk, !sources.isNonInteractive else { throw wanted }
        var question = "\(name) wants the second factor's code\(whose): "
        if case .rejected = request.reason { question = "\(name) did not accept it. Code\(whose), or Ctrl-D: " }
        switch await TerminalQuestions().readSecret(prompt: question) {
        case .text(let text):
            let code = text.filter { !$0.isWhitespace }
            if !code.isEmpty { return Secret(code) }
        case .interrupted: throw CancellationError()
        case .failed(.noTerminal): throw wanted
        default: break
        }
        if case .rejected = request.reason { return nil }
        throw MissingSecret.codeNotGiven(at: request.instance)
    }

    /// Throws if nothing was typed the first time, so no request is sent and the next command asks again.
    func secret(_ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest) async throws -> Secret? {
        try await secret(kind, of: owner, for: request, from: choice.from)
    }

    func secret(
        _ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest, from place: SecretPlace?
    ) async throws -> Secret? {
        let wanted = WantedSecret(kind, of: owner, at: request.instance)
        let name = request.instance.name
        if case .rejected = request.reason {
            guard request.mayAsk else { throw cannotAskNow(wanted) }
            do {
                return try await askAgain(wanted)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // If the user cannot be asked, the instance's response is reported.
                return nil
            }
        }
        if let found = try await sources.found(wanted, in: place, mayAsk: request.mayAsk) {
            let attempt = SecretAttempt(wanted, found.secret, choice)
            if !sources.refusals.holds(attempt) {
                note(found, wanted)
                state.withLock { $0.offered = attempt }
                return found.secret
            }
            guard request.mayAsk, !sources.isNonInteractive, TerminalQuestions().isAvailable else {
                throw wanted.missing(
                    "\(name) did not accept the \(wanted.name) before, and it is not sent a second time.")
            }
            if let typed = try await askAgain(wanted) { return typed }
            throw wanted.missing("There is no other \(wanted.name) at \(name).")
        }
        guard request.mayAsk else { throw cannotAskNow(wanted) }
        if let typed = try await sources.typed(wanted, "\(wanted.title) at \(name): ")?.secret { return typed }
        throw MissingSecret.notGiven(wanted.name, at: request.instance)
    }

    private func askAgain(_ wanted: WantedSecret) async throws -> Secret? {
        let question = "\(wanted.instance.name) did not accept it. \(wanted.title), or Ctrl-D: "
        return try await sources.typed(wanted, question)?.secret
    }

    func checkCertificate(for request: CredentialRequest) throws {
        try KeyFiles.check(choice, say: sources.say)
        guard request.instance.origin.scheme == "https" else {
            throw KeyFiles.unusable(
                "A client certificate requires https, and \(request.instance) uses http.",
                hints: ["connect https://… goes there over https."])
        }
    }

    /// Whether the sign-in cannot continue without the user: then the instance's own error is more helpful.
    func isUnattended(_ error: any Error, _ reason: CredentialRequest.Reason) -> Bool {
        guard reason != .first, sources.isNonInteractive || !TerminalQuestions().isAvailable else { return false }
        if case .authorizationMissing? = (error as? TransportFailure)?.cause as? SignInError { return true }
        return error is Problem
    }

    func note(_ found: FoundSecret, _ wanted: WantedSecret) {
        guard found.origin == .keyring else { return }
        sources.noteKept(wanted.entry)
        state.withLock { $0.kept[wanted.entry] = found.secret }
    }

    private func cannotAskNow(_ wanted: WantedSecret) -> TransportFailure {
        let article = wanted.kind == .apiKey ? "an" : "a"
        return wanted.missing(
            "\(wanted.instance.name) wants \(article) \(wanted.noun), which cannot be asked for now.")
    }
}

/// Signing in at the prompt without a user name: asked for at the instance's first rejection.
extension MachineCredentials {
    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        guard choice.kind == .basic, choice.user == nil, sources.asksForUser, TerminalQuestions().isAvailable else {
            return nil
        }
        return try await typedSignIn(request, isAgain: false)
    }

    func typedSignIn(_ request: CredentialRequest) async throws -> Credential? {
        try await typedSignIn(request, isAgain: true)
    }

    /// Asks for user and password; nil if the user gives up at the second attempt. The input is not a command.
    private func typedSignIn(_ request: CredentialRequest, isAgain: Bool) async throws -> Credential? {
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
            throw MissingSecret.notGiven("user name", at: instance)
        }
        state.withLock { $0.typedUser = user }
        let first = CredentialRequest(instance: instance, reason: .first)
        return try await secret(.password, of: user, for: first).map { .basic(user: user, password: $0) }
    }
}
