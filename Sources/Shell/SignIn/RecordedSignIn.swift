import NowSDK
import TapeDeck

struct RecordedSignIn: CredentialSource {
    let next: any CredentialSource
    let user: String?
    let deck: any Deck
    /// Whether the tape says of its session that this user signs in, so that a replay knows without being told again.
    var isUserKnown = true

    /// The credential. That there is none to be had is an input of the command, too: a replay ends as the recording did.
    func credential(for request: CredentialRequest) async throws -> Credential {
        let name = SignInInput.name(request.reason)
        let credential = try await keepingFailures(.setting, name, request) { try await next.credential(for: request) }
        let shape = CredentialShape(of: credential)
        if request.mayAsk, !isUserKnown || !SignInInput.isUnderstood(shape, request.reason, user: user) {
            _ = try await deck.input(.setting, name) { Array(shape.text.utf8) }
        }
        return credential
    }

    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        let name = SignInInput.guestName
        let given = try await keepingFailures(.setting, name, request) { try await next.credentialForGuest(request) }
        guard let given else { return nil }
        _ = try await deck.input(.setting, name) { Array(CredentialShape(of: given).text.utf8) }
        return given
    }

    /// The code of the second factor. The tape keeps that there was one, and a placeholder.
    func passcode(for request: CredentialRequest) async throws -> Secret? {
        let name = SignInInput.codeName(request.reason)
        let code = try await keepingFailures(.secret, name, request) { try await next.passcode(for: request) }
        guard request.mayAsk else { return code }
        do {
            _ = try await deck.input(.secret, name) {
                guard let code else { throw InputFailure(.secret, name, SignInInput.noCode) }
                return Array(code.text.utf8)
            }
        } catch is InputFailure {}
        return code
    }

    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {
        await next.accepted(credential, tokens: tokens, at: instance)
    }

    /// Puts on the tape why there was nothing to be had. What a completion menu meets is no part of a command.
    private func keepingFailures<Result: Sendable>(
        _ kind: InputKind, _ name: String, _ request: CredentialRequest, _ read: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await read()
        } catch {
            guard request.mayAsk else { throw error }
            if error is CancellationError {
                _ = try await deck.input(kind, name) { throw CancellationError() }
            }
            let failure = SignInFailure(error, at: request.instance)
            do {
                _ = try await deck.input(kind, name) { throw InputFailure(kind, name, failure.text) }
            } catch is InputFailure {}
            throw failure.error
        }
    }
}

/// The credential source of a replay: recorded credentials with a stand-in for each secret. It reads nothing
/// but the tape, and remembers nothing.
struct PlayedSignIn: CredentialSource {
    let user: String?
    let deck: any Deck

    func credential(for request: CredentialRequest) async throws -> Credential {
        var shape = SignInInput.usual(request.reason, user: user)
        if request.mayAsk, let recorded = try await recorded(.setting, SignInInput.name(request.reason), request) {
            guard let read = CredentialShape(reading: recorded) else { throw Self.unreadable }
            shape = read
        }
        guard let credential = shape.credential(with: TapeCredentials.standIn) else { throw Self.unreadable }
        return credential
    }

    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        guard let recorded = try await recorded(.setting, SignInInput.guestName, request) else { return nil }
        guard let credential = CredentialShape(reading: recorded)?.credential(with: TapeCredentials.standIn) else {
            throw Self.unreadable
        }
        return credential
    }

    func passcode(for request: CredentialRequest) async throws -> Secret? {
        guard request.mayAsk else { return nil }
        let name = SignInInput.codeName(request.reason)
        return try await recorded(.secret, name, request).map { $0.isEmpty ? Secret("") : TapeCredentials.standIn }
    }

    private func recorded(
        _ kind: InputKind, _ name: String, _ request: CredentialRequest
    ) async throws -> String? {
        do {
            return String(decoding: try await deck.input(kind, name) { [] }, as: UTF8.self)
        } catch TapeError.noInput {
            return nil
        } catch let failure as InputFailure {
            if kind == .secret, failure.message == SignInInput.noCode { return nil }
            throw SignInFailure(reading: failure.message, user, at: request.instance).error
        }
    }

    private static let unreadable = Problem(
        .tape, "The tape holds a sign-in of a kind that this version does not know.")
}

/// A credential is an input of the command when it is not the session's own user and password. The tape keeps the user's
/// name or the shape of the credential, and whether a second factor's code was given, never a secret. A replay then takes
/// the same turns as the recording.
enum SignInInput {
    static func name(_ reason: CredentialRequest.Reason) -> String {
        switch reason {
        case .first: "sign-in"
        case .rejected: "sign-in after a rejection"
        case .expired: "sign-in after an expiry"
        }
    }

    static let guestName = "sign-in of a guest"

    static func codeName(_ reason: CredentialRequest.Reason) -> String { name(reason) + ", second factor" }

    static let noCode = "There was no code."

    /// What holds when the tape says nothing: the session's user and a password at first, and giving up later.
    static func usual(_ reason: CredentialRequest.Reason, user: String?) -> CredentialShape {
        guard reason == .first, let user else { return CredentialShape(.guest) }
        return CredentialShape(.basic, user: user)
    }

    /// Whether the tape need not say it. Of what follows a rejection or an expiry there may be several in one command, so
    /// each is kept.
    static func isUnderstood(_ shape: CredentialShape, _ reason: CredentialRequest.Reason, user: String?) -> Bool {
        reason == .first && shape == usual(reason, user: user)
    }
}
