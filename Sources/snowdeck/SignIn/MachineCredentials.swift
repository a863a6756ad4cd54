import ExchangeModel
import LineEditing
import NowSDK
import Shell
import Synchronization

/// The credentials of a person at this machine for one instance, as somebody chose to sign in there.
///
/// A secret is fetched when the first request needs it. After a rejection no place but a person is asked again: repeating
/// a wrong password locks accounts.
final class MachineCredentials: CredentialSource {
    let choice: SignInChoice
    let sources: SecretSources
    let state = Mutex(State())

    /// What was given so far.
    struct State {
        /// Whether the last credential was a refresh token that the keyring had.
        var gaveKeptToken = false
        /// Whether a refresh token of the keyring's was not accepted.
        var keptTokenIsOver = false
        /// Whether a code was asked for, or a statement made, since the last acceptance.
        var hasAuthorized = false
        /// The application as it proved itself last.
        var client: OAuthClientID?
        /// Whether somebody was asked for the application's secret, and may have said that there is none.
        var hasAskedForSecret = false
        /// What the keyring holds already, as far as known.
        var kept: [SecretEntry: Secret] = [:]
        /// The user whose name a person typed, because none was chosen.
        var typedUser: String?
        /// What no person gave, and was given last, until it is accepted.
        var offered: SecretAttempt?
    }

    init(_ choice: SignInChoice, _ sources: SecretSources) {
        self.choice = choice
        self.sources = sources
        sources.note(choice.from)
        sources.note(choice.clientFrom)
    }

    /// The credential. Throws when a secret is wanted and nobody can be asked for it.
    func credential(for request: CredentialRequest) async throws -> Credential {
        if case .rejected = request.reason, let offered = state.withLock({ $0.offered }) {
            sources.refusals.note(offered)
        }
        switch choice.kind {
        case .guest: return .anonymous
        case .certificate:
            guard request.reason == .first else { return .anonymous }
            try KeyFiles.check(choice, say: sources.say)
            guard request.instance.origin.scheme == "https" else {
                let message = "A client certificate is shown over https alone, and \(request.instance) is not."
                throw TransportFailure(.signIn, message, cause: SignInError.certificateNeedsHTTPS(message))
            }
            return .certificate(user: choice.user)
        case .basic:
            guard let user = choice.user else {
                return request.reason == .first
                    ? .anonymous : try await typedSignIn(request, isAgain: true) ?? .anonymous
            }
            return try await secret(.password, of: user, for: request).map { .basic(user: user, password: $0) }
                ?? .anonymous
        case .token:
            return try await secret(.token, of: choice.user, for: request).map {
                .bearer(token: $0, user: choice.user)
            } ?? .anonymous
        case .apiKey:
            return try await secret(.apiKey, of: choice.user, for: request).map { .apiKey($0, user: choice.user) }
                ?? .anonymous
        case .oauthPassword, .oauthClient, .oauthCode, .oauthJWT:
            do {
                return try await oauthCredential(for: request).map { .oauth($0) } ?? .anonymous
            } catch {
                guard isForNobody(error, request.reason) else { throw error }
                return .anonymous
            }
        }
    }

    /// The code of the second factor. Throws when nobody can be asked for it.
    func passcode(for request: CredentialRequest) async throws -> Secret? {
        let name = request.instance.name
        let whose = choice.user.map { " of \($0)" } ?? ""
        let wanted = TransportFailure(
            .signIn, "\(name) wants the second factor's code\(whose), and there is nobody to ask for it.",
            cause: SignInError.passcodeWanted(user: choice.user))
        guard request.mayAsk, !sources.asksNothing else { throw wanted }
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
        throw SignInProblem.codeNotGiven(at: request.instance)
    }

    /// The user's secret, or the key; nil when whoever was asked again gave none, which leaves the last word to the
    /// instance. Throws when nothing was typed at first: nothing is sent then, nobody becomes a guest by it, and the next
    /// command asks again.
    func secret(
        _ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest, from place: SecretPlace? = nil
    ) async throws -> Secret? {
        let wanted = WantedSecret(kind, of: owner, at: request.instance)
        let name = request.instance.name
        if case .rejected = request.reason {
            guard request.mayAsk else { throw nobodyNow(wanted) }
            do {
                return try await another(wanted)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // Nobody is there to try again: what the instance said is the answer.
                return nil
            }
        }
        if let found = try await sources.found(wanted, in: place ?? choice.from, mayAsk: request.mayAsk) {
            let attempt = SecretAttempt(wanted, found.secret, choice)
            if !sources.refusals.holds(attempt) {
                note(found, wanted)
                state.withLock { $0.offered = attempt }
                return found.secret
            }
            guard request.mayAsk, !sources.asksNothing, TerminalQuestions().isThere else {
                throw wanted.missing(
                    "\(name) did not accept the \(wanted.name) before, and it is not sent a second time.")
            }
            if let typed = try await another(wanted) { return typed }
            throw wanted.missing("There is no other \(wanted.name) at \(name).")
        }
        guard request.mayAsk else { throw nobodyNow(wanted) }
        if let typed = try await sources.typed(wanted, "\(wanted.title) at \(name): ")?.secret { return typed }
        throw SignInProblem.notGiven(wanted.name, at: request.instance)
    }

    private func another(_ wanted: WantedSecret) async throws -> Secret? {
        let question = "\(wanted.instance.name) did not accept it. \(wanted.title), or Ctrl-D: "
        return try await sources.typed(wanted, question)?.secret
    }

    /// Whether a sign-in is over and nobody is there to begin anew: then what the instance said of it tells more.
    private func isForNobody(_ error: any Error, _ reason: CredentialRequest.Reason) -> Bool {
        guard reason != .first, sources.asksNothing || !TerminalQuestions().isThere else { return false }
        if case .authorizationMissing? = (error as? TransportFailure)?.cause as? SignInError { return true }
        return error is Problem
    }

    /// Notes what the keyring has, so that it is not kept again.
    func note(_ found: FoundSecret, _ wanted: WantedSecret) {
        guard found.origin == .keyring else { return }
        sources.noteKept(wanted.entry)
        state.withLock { $0.kept[wanted.entry] = found.secret }
    }

    private func nobodyNow(_ wanted: WantedSecret) -> TransportFailure {
        let article = wanted.kind == .apiKey ? "an" : "a"
        return wanted.missing(
            "\(wanted.instance.name) wants \(article) \(wanted.noun), and nobody can be asked now.")
    }
}
