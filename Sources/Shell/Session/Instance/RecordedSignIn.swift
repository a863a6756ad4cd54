import NowSDK
import TapeDeck

/// The credential source of a live session.
struct RecordedSignIn: CredentialSource {
    let next: any CredentialSource
    /// The session's user.
    let user: String?
    let deck: any Deck

    func credential(for request: CredentialRequest) async throws -> Credential {
        let credential = try await next.credential(for: request)
        if credential.user != SignInInput.usual(request.reason, user: user) {
            _ = try await deck.input(.setting, SignInInput.name(request.reason)) { Array((credential.user ?? "").utf8) }
        }
        return credential
    }
}
