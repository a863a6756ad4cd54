import ExchangeModel
import Notation
import NowSDK
import Shell
import Synchronization

/// The instance, the user and the places of secrets that were named when Snowdeck started: whom `SNOWDECK_PASSWORD`,
/// `--from` and `--client-from` are for.
///
/// A session may connect anywhere, also to an address from a tape or a ticket; a secret that was given for one instance
/// must not be shown to another.
struct NamedSignIn: Sendable {
    /// Of `--instance`; nil when it was not given, and then the password is not used.
    let instance: Instance?
    /// Of `--user`; nil when it was not given, and then it is for any user there.
    let user: String?
    /// The instance that the session starts with, by `--instance` or by the profile in use.
    var start: Instance?
    /// What `--from` and `--client-from` of the program name.
    var places: [SecretPlace] = []

    /// Whether the password may be offered to an instance (its scheme, host and port count) in the name of a user.
    func covers(_ other: Instance, _ name: String?) -> Bool {
        other.description == instance?.description && (user == nil || user == name)
    }

    /// Whether a place may be asked for a secret of an instance. The keyring keeps those of each apart, and so does a
    /// person.
    func covers(_ place: SecretPlace, _ other: Instance) -> Bool {
        switch place {
        case .ask, .keyring: true
        case .variable, .command, .descriptor:
            !places.contains(place) || other.description == start?.description
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

/// Secrets that were not typed and that instances did not accept. None of them is sent a second time by this process,
/// also when `login` or `connect` is repeated: an instance locks a user after a few wrong passwords, and a script would
/// send the same one for ever. Another kind of sign-in, or another application, is another attempt.
final class RefusedSecrets: Sendable {
    private let refused = Mutex<Set<SecretAttempt>>([])

    func note(_ attempt: SecretAttempt) { refused.withLock { _ = $0.insert(attempt) } }

    func holds(_ attempt: SecretAttempt) -> Bool { refused.withLock { $0.contains(attempt) } }
}

/// Who signed in last at each instance, in a file for its owner alone: a line `INSTANCE USER` each. Never a secret.
struct LastUsers {
    let path: String
    private static let most = 200

    subscript(instance: Instance) -> String? {
        let prefix = instance.description + " "
        return lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Remembers a user. That it cannot be done is no reason to fail.
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
