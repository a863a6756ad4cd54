import Synchronization

/// The credential source of a replay: it answers with recorded credentials and a stand-in for each secret, and never asks
/// anybody. What was accepted is told to no one.
package final class TapeCredentials: CredentialSource {
    /// Stands where the recorded secret stood. It is no secret, and so odd that nothing else is taken for it.
    package static let standIn = Secret("stand-in-for-the-recorded-secret")

    private enum Script {
        case user(String?)
        case answers([CredentialShape])
    }
    private let script: Script
    private let passcodes: [Bool]
    private let given = Mutex((credentials: 0, passcodes: 0))

    /// Signs in as one user (nil is a guest) and gives up after a rejection, as `FixedCredentials` does.
    package init(user: String?) {
        script = .user(user)
        passcodes = []
    }

    /// Repeats a recorded sequence of answers, such as those of a person who mistyped a password and tried again: what
    /// follows a rejection depends on them. Nil, and everything past the end, is a guest.
    package convenience init(answers: [String?]) {
        self.init(shapes: answers.map { $0.map { CredentialShape(.basic, user: $0) } ?? CredentialShape(.guest) })
    }

    /// The same for credentials of any kind, and for the codes of a second factor: whether one was given each time. Past
    /// the end there is none.
    package init(shapes: [CredentialShape], passcodes: [Bool] = []) {
        script = .answers(shapes)
        self.passcodes = passcodes
    }

    package func credential(for request: CredentialRequest) async throws -> Credential {
        switch script {
        case .user(let user):
            guard request.reason == .first, let user else { return .anonymous }
            return .basic(user: user, password: Self.standIn)
        case .answers(let recorded):
            let position = given.withLock { given in
                defer { given.credentials += 1 }
                return given.credentials
            }
            return position < recorded.count
                ? recorded[position].credential(with: Self.standIn) ?? .anonymous : .anonymous
        }
    }

    package func passcode(for request: CredentialRequest) async throws -> Secret? {
        let position = given.withLock { given in
            defer { given.passcodes += 1 }
            return given.passcodes
        }
        return position < passcodes.count && passcodes[position] ? Self.standIn : nil
    }
}
