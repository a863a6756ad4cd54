import CassetteStore
import NowSDK
import TapeDeck

struct CredentialRecorder: CredentialSource {
    let next: any CredentialSource
    let user: String?
    let deck: any Deck
    /// Whether the session's record names this user, so that a replay needs no further input.
    var isUserKnown = true

    /// The credential. A failure to get one is recorded, so that a replay ends the same way.
    func credential(for request: CredentialRequest) async throws -> Credential {
        let name = SignInInput.name(request.reason)
        let credential = try await keepingFailures(.setting, name, request) { try await next.credential(for: request) }
        let shape = CredentialShape(of: credential)
        if request.mayAsk, !isUserKnown || !SignInInput.isImplied(shape, request.reason, user: user) {
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

    /// The second factor's code. The tape keeps that there was one, with a placeholder for it.
    func passcode(for request: CredentialRequest) async throws -> Secret? {
        let name = SignInInput.codeName(request.reason)
        let code = try await keepingFailures(.secret, name, request) { try await next.passcode(for: request) }
        guard request.mayAsk else { return code }
        do {
            _ = try await deck.input(.secret, name) {
                guard let code else { throw InputFailure(.secret, name, "There was no code.", .notGiven) }
                return Array(code.text.utf8)
            }
        } catch is InputFailure {}
        return code
    }

    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {
        await next.accepted(credential, tokens: tokens, at: instance)
    }

    /// Records why there was no credential, unless completion asked, which is part of no command.
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

/// The credential source of a replay: recorded credentials with placeholders for secrets. It reads only the tape.
struct CredentialPlayer: CredentialSource {
    let user: String?
    let deck: any Deck

    func credential(for request: CredentialRequest) async throws -> Credential {
        var shape = SignInInput.usual(request.reason, user: user)
        if request.mayAsk, let recorded = try await recorded(.setting, SignInInput.name(request.reason), request) {
            guard let read = CredentialShape(reading: recorded) else { throw Self.unreadable }
            shape = read
        }
        return shape.credential(with: TapeCredentials.placeholder)
    }

    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        guard let recorded = try await recorded(.setting, SignInInput.guestName, request) else { return nil }
        guard let shape = CredentialShape(reading: recorded) else { throw Self.unreadable }
        return shape.credential(with: TapeCredentials.placeholder)
    }

    func passcode(for request: CredentialRequest) async throws -> Secret? {
        guard request.mayAsk else { return nil }
        let name = SignInInput.codeName(request.reason)
        return try await recorded(.secret, name, request).map { $0.isEmpty ? Secret("") : TapeCredentials.placeholder }
    }

    private func recorded(
        _ kind: InputKind, _ name: String, _ request: CredentialRequest
    ) async throws -> String? {
        do {
            return String(decoding: try await deck.input(kind, name) { [] }, as: UTF8.self)
        } catch TapeError.noInput {
            return nil
        } catch let failure as InputFailure {
            if failure.cause == .notGiven { return nil }
            throw SignInFailure(reading: failure.message, user, at: request.instance).error
        }
    }

    private static let unreadable = Problem(
        .tape, "The tape holds a sign-in of a kind that this version does not know.")
}

/// Records a credential as an input of the command if it is not the session's user and password. The tape keeps the
/// user or the shape of the credential, and whether a second factor was given, never a secret, so a replay takes the
/// same branches.
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

    /// The shape if the tape has none: at first the session's user and a password; after a rejection, giving up.
    static func usual(_ reason: CredentialRequest.Reason, user: String?) -> CredentialShape {
        CredentialShape(of: TapeCredentials.played(user: reason == .first ? user : nil))
    }

    /// Whether the shape need not be recorded. After a rejection or an expiry it always is, because a command may have
    /// several of them.
    static func isImplied(_ shape: CredentialShape, _ reason: CredentialRequest.Reason, user: String?) -> Bool {
        reason == .first && shape == usual(reason, user: user)
    }
}
