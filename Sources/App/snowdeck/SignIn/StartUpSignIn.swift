import ExchangeModel
import Notation
import NowSDK
import Workbench
import Synchronization

/// The instance, user and places of secrets given at start-up, which `SNOWDECK_PASSWORD`, `--from` and `--client-from`
/// are for.
///
/// A session may connect to any address, even one from a tape, so a secret given for one instance must not be sent to
/// another.
struct StartUpSignIn: Sendable {
    /// From `--instance`; if nil, the password is not used.
    let instance: Instance?
    /// From `--user`; if nil, the password is for any user.
    let user: String?
    /// The instance that the session starts with, from `--instance` or the profile.
    var start: Instance?
    /// From the program's `--from` and `--client-from`.
    var places: [SecretSource] = []

    /// Whether the password may be sent to an instance (scheme, host and port must match) for a user.
    func covers(_ other: Instance, _ name: String?) -> Bool {
        other == instance && (user == nil || user == name)
    }

    /// Whether a place may be used for an instance. The keyring and prompts keep instances apart.
    func covers(_ place: SecretSource, _ other: Instance) -> Bool {
        switch place {
        case .ask, .keyring: true
        case .variable, .command, .descriptor:
            !places.contains(place) || other == start
        }
    }
}

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

/// Rejected secrets that were not typed. This process sends none of them again, even if `login` or `connect` is
/// repeated: instances lock users after a few wrong passwords, and a script would repeat them forever. Another kind of
/// sign-in or application counts as another attempt.
final class RejectedSecrets: Sendable {
    private let refused = Mutex<Set<SecretAttempt>>([])

    func note(_ attempt: SecretAttempt) { refused.withLock { _ = $0.insert(attempt) } }

    func holds(_ attempt: SecretAttempt) -> Bool { refused.withLock { $0.contains(attempt) } }
}

/// The user of the last sign-in at each instance, in a private file with a line `INSTANCE USER` each; no secrets.
struct LastUsers {
    let path: String
    private static let most = 200

    subscript(instance: Instance) -> String? {
        let prefix = instance.description + " "
        return lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Remembers a user. Errors are ignored.
    func note(_ user: String, at instance: Instance) {
        guard TerminalText.isPlain(user), !user.isEmpty, self[instance] != user else { return }
        let others = lines.filter { !$0.hasPrefix(instance.description + " ") }
        let kept = ["\(instance) \(user)"] + others.prefix(Self.most - 1)
        MachineFiles.makeFolders(above: path)
        try? OutputFile(path, .replace, isPrivate: true).put(Array((kept.joined(separator: "\n") + "\n").utf8))
    }

    private var lines: [String] {
        guard let bytes = try? MachineFiles.readRegular(path) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.filter(TerminalText.isPlain)
    }
}
