import NowSDK
import TapeDeck

/// The credential source of a replay: recorded users with a stand-in for their secret.
struct PlayedSignIn: CredentialSource {
    /// The session's user.
    let user: String?
    let deck: any Deck

    func credential(for request: CredentialRequest) async throws -> Credential {
        var name = SignInInput.usual(request.reason, user: user)
        do {
            let recorded = try await deck.input(.setting, SignInInput.name(request.reason)) { [] }
            name = recorded.isEmpty ? nil : String(decoding: recorded, as: UTF8.self)
        } catch TapeError.noInput {
        } catch let failure as InputFailure {
            throw SignInProblem.problem(failure.message, user, request.instance)
        }
        return name.map { .basic(user: $0, password: TapeCredentials.standIn) } ?? .anonymous
    }
}
