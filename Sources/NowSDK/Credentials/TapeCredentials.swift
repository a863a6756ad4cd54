import Synchronization

/// The credential source of a replay: it answers with recorded users and a stand-in for their secret, and never asks
/// anybody.
package final class TapeCredentials: CredentialSource {
    /// Stands where the recorded secret stood. It is no secret, and so odd that nothing else is taken for it.
    package static let standIn = Secret("stand-in-for-the-recorded-secret")

    private enum Script {
        case user(String?)
        case answers([String?])
    }
    private let script: Script
    private let given = Mutex(0)

    /// Signs in as one user (nil is a guest) and gives up after a rejection, as `FixedCredentials` does.
    package init(user: String?) { script = .user(user) }

    /// Repeats a recorded sequence of answers, such as those of a person who mistyped a password and tried again: what
    /// follows a rejection depends on them. Nil, and everything past the end, is a guest.
    package init(answers: [String?]) { script = .answers(answers) }

    /// The next recorded user, or a guest.
    package func credential(for request: CredentialRequest) async throws -> Credential {
        let user: String?
        switch script {
        case .user(let recorded): user = request.reason == .first ? recorded : nil
        case .answers(let recorded):
            let position = given.withLock { given in
                defer { given += 1 }
                return given
            }
            user = position < recorded.count ? recorded[position] : nil
        }
        return user.map { .basic(user: $0, password: TapeCredentials.standIn) } ?? .anonymous
    }
}
