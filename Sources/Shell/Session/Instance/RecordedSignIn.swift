import NowSDK
import TapeDeck

/// The credential source of a live session.
struct RecordedSignIn: CredentialSource {
    let next: any CredentialSource
    /// The session's user.
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
