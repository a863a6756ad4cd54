import ExchangeModel
import Instances
import Keyring
import LineEditing
import Notation
import NowSDK
import Synchronization
import Workbench

/// The user's credentials for one instance, by the chosen kind of sign-in.
///
/// A secret is read when a request first needs it. After a rejection only the user is asked again: repeating a wrong
/// password locks accounts.
final class MachineCredentials: CredentialSource {
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
        /// Whether the user chose the browser instead of a user name.
        var usesBrowser = false
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
        if let known = sources.accepted(at: request.instance), known.choice == ownChoice {
            if request.reason != .first { sources.forgetAccepted(at: request.instance) }
            // What completion is given is not recorded.
            if request.reason == .first, request.mayAsk { return known.credential }
        }
        let method = state.withLock { $0.usesBrowser } ? SignInKind.browser.method : choice.kind.method
        if let tokens = method.tokens { return try await tokenCredential(method, tokens, for: request) }
        return try await answered(method, for: request) ?? .anonymous
    }

    /// What makes two sign-ins the same.
    var ownChoice: SignInChoice {
        var choice = choice
        choice.remembers = false
        return choice
    }

    /// The credential made of the answers to its questions; nil if one has no answer.
    private func answered(_ method: SignInMethod, for request: CredentialRequest) async throws -> Credential? {
        guard let questions = method.questions(choice, request.reason) else { return nil }
        var answers = SignInAnswers(at: request.instance, say: sources.say)
        for question in questions {
            guard try await answer(question, &answers, for: request) else { return nil }
        }
        return try method.credential(choice, answers)
    }

    /// Whether there is an answer; without one the sign-in is given up.
    private func answer(
        _ question: SignInQuestion, _ answers: inout SignInAnswers, for request: CredentialRequest
    ) async throws -> Bool {
        switch question {
        case .secret(let kind):
            if kind == .password, choice.user == nil { return false }
            answers.secret = try await secret(kind, of: choice.user, for: request, from: choice.from)
            return answers.secret != nil
        case .userAndPassword:
            (answers.user, answers.secret) = try await typedSignIn(request, isAgain: true)
            return answers.secret != nil
        case .application(let asks):
            answers.application = try await client(try clientID(for: request), for: request, asks: asks)
        case .applicationSecret:
            let id = try clientID(for: request)
            let secret = try await secret(.clientSecret, of: id, for: request, from: clientSource)
            answers.application = OAuthClientID(id, secret: secret)
            return secret != nil
        case .consent: answers.grant = try await authorized(try clientID(for: request), for: request)
        case .signedJWT: answers.grant = .assertion(try signedAssertion(answers.application, for: request))
        case .certificate: try checkCertificate(for: request)
        case .browserSession:
            answers.secret = try await browserSession(for: request)
            return answers.secret != nil
        }
        return true
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

    /// The secret of a user or application, from a place, the keyring or a prompt. Nil if the user was prompted again
    /// and gave none. Throws if nothing was typed the first time, so no request is sent and the next command asks again.
    func secret(
        _ kind: SecretEntry.Kind, of owner: String?, for request: CredentialRequest, from place: SecretSource?
    ) async throws -> Secret? {
        let wanted = WantedSecret(kind: kind, owner: owner, instance: request.instance)
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
        if let typed = try await sources.typed(wanted, wanted.question)?.secret { return typed }
        throw MissingSecret.notGiven(wanted.name, at: request.instance)
    }

    private func askAgain(_ wanted: WantedSecret) async throws -> Secret? {
        let question =
            wanted.kind == .session
            ? "The session at \(wanted.instance.name) has ended. Paste another request, or Ctrl-D: "
            : "\(wanted.instance.name) did not accept it. \(wanted.title), or Ctrl-D: "
        return try await sources.typed(wanted, question)?.secret
    }

    /// A session from the keyring, or from the browser.
    private func browserSession(for request: CredentialRequest) async throws -> Secret? {
        let wanted = WantedSecret(kind: .session, owner: choice.user, instance: request.instance)
        guard request.mayAsk else { throw cannotAskNow(wanted) }
        if request.reason == .first, let kept = try await sources.found(wanted, in: nil, mayAsk: true) {
            note(kept, wanted)
            return kept.secret
        }
        return try await WindowSignIn(instance: request.instance, sources: sources).session(after: request.reason)
    }

    private func checkCertificate(for request: CredentialRequest) throws {
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
            "\(wanted.instance.name) needs \(article) \(wanted.noun), but Snowdeck cannot prompt for one now.")
    }
}

/// Signing in at the prompt without a user name: asked for at the instance's first rejection.
extension MachineCredentials {
    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        guard choice.kind == .basic, choice.user == nil, sources.asksForUser, TerminalQuestions().isAvailable else {
            return nil
        }
        let (user, password) = try await typedSignIn(request, isAgain: false)
        if state.withLock({ $0.usesBrowser }) {
            let first = CredentialRequest(instance: request.instance, reason: .first)
            return try await answered(SignInKind.browser.method, for: first)
        }
        guard let user, let password else { return nil }
        return .basic(user: user, password: password)
    }

    /// Asks for user and password; nil if the user gives up at the second attempt. The input is not a command.
    private func typedSignIn(
        _ request: CredentialRequest, isAgain: Bool
    ) async throws -> (user: String?, password: Secret?) {
        let instance = request.instance
        let last = state.withLock { $0.typedUser } ?? sources.lastUsers[instance]
        let offersBrowser = !isAgain && last == nil && WindowSignIn(instance: instance, sources: sources).canShow
        let question = SignInSteps.userQuestion(instance, last, isAgain: isAgain, offersBrowser: offersBrowser)
        var user: String?
        switch await TerminalQuestions().ask(question) {
        case .text(let text):
            let blank = text.allSatisfy(\.isWhitespace)
            if blank, offersBrowser {
                state.withLock { $0.usesBrowser = true }
                return (nil, nil)
            }
            user = blank ? last : text
        case .interrupted: throw CancellationError()
        default: break
        }
        guard let user else {
            if isAgain { return (nil, nil) }
            throw MissingSecret.notGiven("user name", at: instance)
        }
        state.withLock { $0.typedUser = user }
        let first = CredentialRequest(instance: instance, reason: .first)
        return (user, try await secret(.password, of: user, for: first, from: choice.from))
    }

    /// The credential for requesting a token; as a guest if the user would be needed and is not there.
    private func tokenCredential(
        _ method: SignInMethod, _ tokens: SignInMethod.Tokens, for request: CredentialRequest
    ) async throws -> Credential {
        do {
            let id = try clientID(for: request)
            guard let reason = await nextReason(after: request, id, tokens) else { return .anonymous }
            let request = CredentialRequest(instance: request.instance, reason: reason, mayAsk: request.mayAsk)
            if tokens.usesRefreshToken, let token = try await keptToken(for: request, id) {
                var answers = SignInAnswers(at: request.instance, say: sources.say)
                answers.application = try await client(id, for: request, asks: false)
                answers.grant = .refreshToken(token)
                state.withLock { $0.gaveKeptToken = true }
                return try method.credential(choice, answers)
            }
            return try await answered(method, for: request) ?? .anonymous
        } catch {
            guard isUnattended(error, request.reason) else { throw error }
            return .anonymous
        }
    }

    private func clientID(for request: CredentialRequest) throws(TransportFailure) -> String {
        if let id = choice.clientID { return id }
        throw TransportFailure(
            .signIn, "The sign-in \(choice.kind.rawValue) at \(request.instance.name) needs a client id.")
    }

    private var clientSource: SecretSource? {
        if let place = choice.clientFrom { return place }
        switch (choice.kind, choice.from) {
        // Such a place has only the password.
        case (.oauthPassword, .variable), (.oauthPassword, .command), (.oauthPassword, .descriptor): return nil
        default: return choice.from
        }
    }

    /// The application, with its secret if it has one.
    ///
    /// - Parameter asks: whether to prompt if no place has it; an empty answer means none.
    func client(_ id: String, for request: CredentialRequest, asks: Bool) async throws -> OAuthClientID {
        let wanted = WantedSecret(kind: .clientSecret, owner: id, instance: request.instance)
        let name = request.instance.name
        let before = state.withLock { $0.client?.secret }
        var secret = before
        if case .rejected = request.reason {
            if asks, request.mayAsk, before != nil {
                let question = "\(wanted.title) at \(name), or Enter for the same: "
                secret = try await sources.typed(wanted, question)?.secret ?? before
            }
        } else if before == nil {
            let place = clientSource
            if let found = try await sources.found(wanted, in: place, mayAsk: request.mayAsk) {
                note(found, wanted)
                secret = found.secret
            } else if asks || place == .ask, request.mayAsk, !sources.isNonInteractive,
                !state.withLock({ $0.hasAskedForSecret })
            {
                state.withLock { $0.hasAskedForSecret = true }
                secret = try await offered(wanted, "\(wanted.title) at \(name), or Enter for none: ")
            }
        }
        let client = OAuthClientID(id, secret: secret)
        state.withLock { $0.client = client }
        return client
    }

    /// An optional secret; nil if the user cannot be asked.
    private func offered(_ wanted: WantedSecret, _ question: String) async throws -> Secret? {
        do {
            return try await sources.typed(wanted, question)?.secret
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    private func keptToken(for request: CredentialRequest, _ id: String) async throws -> Secret? {
        guard request.reason == .first, request.mayAsk, sources.keyring.hasBus,
            choice.from == nil || choice.from == .keyring || choice.remembers, !state.withLock({ $0.keptTokenIsOver })
        else { return nil }
        let wanted = tokenWanted(at: request.instance, id)
        guard let found = try await sources.kept(wanted, isNamed: false) else { return nil }
        note(found, wanted)
        return found.secret
    }

    func tokenWanted(at instance: Instance, _ id: String) -> WantedSecret {
        WantedSecret(kind: .refreshToken, owner: choice.user ?? id, instance: instance)
    }

    /// The reason to proceed with after a rejection or an expiry. A rejected refresh token is removed from the keyring,
    /// and if it was the credential, the sign-in starts over. Other rejections are final unless the user can enter
    /// something else. Nil gives up.
    private func nextReason(
        after request: CredentialRequest, _ id: String, _ tokens: SignInMethod.Tokens
    ) async -> CredentialRequest.Reason? {
        guard request.reason != .first else { return request.reason }
        let (wasGiven, wasKept) = state.withLock { state in
            defer {
                state.gaveKeptToken = false
                state.keptTokenIsOver = true
            }
            return (state.gaveKeptToken, state.kept.keys.contains { $0.kind == .refreshToken })
        }
        if wasGiven || wasKept {
            let entry = tokenWanted(at: request.instance, id).entry
            try? await sources.keyring.forget(entry)
            state.withLock { $0.kept[entry] = nil }
        }
        if wasGiven { return .first }
        if case .expired = request.reason { return .first }
        // The code or JWT was new, so a new one would be rejected, too.
        if tokens.isSingleUse, state.withLock({ $0.hasAuthorized }) { return nil }
        // A JWT can be used once. If the token of an accepted one was revoked, a new JWT gets the next token.
        return tokens.renewsItself ? .first : request.reason
    }

    private func authorized(_ id: String, for request: CredentialRequest) async throws -> OAuthGrant {
        guard request.mayAsk else {
            let message = "\(request.instance.name) wants a sign-in in a browser, which is not possible now."
            throw TransportFailure(.signIn, message, cause: SignInError.authorizationMissing(message))
        }
        let browser = BrowserSignIn(
            instance: request.instance, clientID: id, scope: choice.scope, sources: sources, browser: sources.browser)
        let grant = try await browser.grant()
        state.withLock { $0.hasAuthorized = true }
        return grant
    }

    /// Signs the JWT with the application's private key, or its secret if no key was named.
    private func signedAssertion(_ client: OAuthClientID?, for request: CredentialRequest) throws -> Secret {
        guard let client, let user = choice.user else {
            throw TransportFailure(
                .signIn, "The sign-in oauth-jwt at \(request.instance.name) needs to know who signs in (--user).")
        }
        let key = try signingKey(client)
        let assertion = JWTAssertion(
            clientID: client.id, user: user, at: sources.clock.now, random: MachineEnvironment.randomBytes(16))
        let signed: Secret
        do throws(SignInError) { signed = try assertion.signed(with: key) } catch {
            switch error {
            case .unusableKey(let message), .missingKey(let message):
                throw TransportFailure(.signIn, message, cause: error)
            default: throw error
            }
        }
        sources.write(signed, as: "token")
        state.withLock { $0.hasAuthorized = true }
        return signed
    }

    private func signingKey(_ client: OAuthClientID) throws -> JWTKey {
        if let file = choice.key {
            let pem = try KeyFiles.key(file, say: sources.say)
            do throws(SignInError) { return try JWTKey(pem: pem) } catch {
                guard case .unusableKey(let why) = error else { throw error }
                throw KeyFiles.unusable("\(TerminalText.plain(file)) cannot be used: \(why)")
            }
        }
        guard let secret = client.secret else {
            throw KeyFiles.unusable(
                "A JWT is signed with a private key (--key FILE) or the application's secret.",
                hints: ["--key FILE names the key, --from SOURCE the secret: help sign-in"])
        }
        return .shared(secret)
    }
}
