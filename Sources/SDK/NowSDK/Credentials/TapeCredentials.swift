import Synchronization

/// The credential source of a replay: returns the recorded credentials with a placeholder for each secret. It never
/// prompts.
package final class TapeCredentials: CredentialSource {
    /// Replaces recorded secrets. The text is unlikely to occur elsewhere.
    package static let placeholder = Secret("stand-in-for-the-recorded-secret")

    private enum Script {
        case user(String?)
        case answers([CredentialShape])
    }
    private let script: Script
    private let passcodes: [Bool]
    private let given = Mutex((credentials: 0, passcodes: 0))

    /// A source for one user (nil: none) that gives up after a rejection, like `FixedCredentials`.
    package init(user: String?) {
        script = .user(user)
        passcodes = []
    }

    /// Repeats a recorded sequence of answers, such as a mistyped password followed by the right one, because what
    /// follows a rejection depends on them. Nil, and everything past the end, is `.anonymous`.
    package convenience init(answers: [String?]) {
        self.init(shapes: answers.map { $0.map { CredentialShape(.basic, user: $0) } ?? CredentialShape(.guest) })
    }

    /// Repeats recorded credentials of any kind, and whether a multi-factor code was given each time. Past the end
    /// there are none.
    package init(shapes: [CredentialShape], passcodes: [Bool] = []) {
        script = .answers(shapes)
        self.passcodes = passcodes
    }

    package func credential(for request: CredentialRequest) async throws -> Credential {
        switch script {
        case .user(let user):
            guard request.reason == .first, let user else { return .anonymous }
            return .basic(user: user, password: Self.placeholder)
        case .answers(let recorded):
            let position = given.withLock { given in
                defer { given.credentials += 1 }
                return given.credentials
            }
            return position < recorded.count
                ? recorded[position].credential(with: Self.placeholder) ?? .anonymous : .anonymous
        }
    }

    package func passcode(for request: CredentialRequest) async throws -> Secret? {
        let position = given.withLock { given in
            defer { given.passcodes += 1 }
            return given.passcodes
        }
        return position < passcodes.count && passcodes[position] ? Self.placeholder : nil
    }
}
