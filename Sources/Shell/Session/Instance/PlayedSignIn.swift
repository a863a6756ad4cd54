import NowSDK
import TapeDeck

/// The credential source of a replay: recorded credentials with a stand-in for each secret. It asks nobody, reads nothing
/// but the tape, and remembers nothing.
struct PlayedSignIn: CredentialSource {
    /// The session's user.
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

    /// What the tape holds; nil when it says nothing, or that there was nothing.
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
