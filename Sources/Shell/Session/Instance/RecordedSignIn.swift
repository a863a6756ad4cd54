import NowSDK
import TapeDeck

/// The credential source of a live session.
struct RecordedSignIn: CredentialSource {
    let next: any CredentialSource
    /// The session's user.
    let user: String?
    let deck: any Deck

    /// The credential. That there is none to be had is an input of the command, too: a replay ends as the recording did.
    func credential(for request: CredentialRequest) async throws -> Credential {
        let name = SignInInput.name(request.reason)
        let credential: Credential
        do {
            credential = try await next.credential(for: request)
        } catch let problem as Problem {
            do {
                _ = try await deck.input(.setting, name) { throw InputFailure(.setting, name, problem.message) }
            } catch is InputFailure {}
            throw problem
        }
        if credential.user != SignInInput.usual(request.reason, user: user) {
            _ = try await deck.input(.setting, name) { Array((credential.user ?? "").utf8) }
        }
        return credential
    }
}
