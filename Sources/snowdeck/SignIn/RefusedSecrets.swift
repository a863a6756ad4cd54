import NowSDK
import Shell
import Synchronization

/// A secret that no person gave, and how it was to sign in.
struct SecretAttempt: Sendable, Hashable {
    private let wanted: WantedSecret
    private let secret: Secret
    private let choice: SignInChoice

    init(_ wanted: WantedSecret, _ secret: Secret, _ choice: SignInChoice) {
        self.wanted = wanted
        self.secret = secret
        var choice = choice
        choice.remembers = false
        self.choice = choice
    }
}

/// What instances did not accept of the secrets that nobody typed. None of them is sent a second time by this process,
/// also when `login` or `connect` begins anew: an instance locks a user after a few wrong passwords, and a script would
/// send the same one for ever. Another kind of sign-in, or another application, is another attempt.
final class RefusedSecrets: Sendable {
    private let refused = Mutex<Set<SecretAttempt>>([])

    func note(_ attempt: SecretAttempt) { refused.withLock { _ = $0.insert(attempt) } }

    func holds(_ attempt: SecretAttempt) -> Bool { refused.withLock { $0.contains(attempt) } }
}
