import ExchangeModel
import Glibc
import Instances
import LiveTransport
import Notation
import NowSDK
import Synchronization
import Workbench

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
    func covers(_ other: Instance, _ name: String?) -> Bool { other == instance && (user == nil || user == name) }

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

enum KeyFiles {
    static func check(_ choice: SignInChoice, say: (String) -> Void) throws(TransportFailure) {
        guard let file = choice.certificate else {
            throw unusable("The sign-in certificate needs --certificate FILE.", hints: certificateHints)
        }
        let certificate = try text(file, "certificate", hints: certificateHints)
        let key = try text(choice.key ?? file, "key")
        guard certificate.contains("-----BEGIN CERTIFICATE-----") else {
            throw unusable(
                "The certificate \(TerminalText.plain(file)) contains no PEM certificate.", hints: certificateHints)
        }
        try check(key: key, of: choice.key ?? file, say: say)
    }

    static func key(_ file: String, say: (String) -> Void) throws(TransportFailure) -> Secret {
        let text = try text(file, "key")
        try check(key: text, of: file, say: say)
        return Secret(text)
    }

    private static func check(key: String, of file: String, say: (String) -> Void) throws(TransportFailure) {
        let name = TerminalText.plain(file)
        guard key.contains("PRIVATE KEY-----") else { throw unusable("\(name) contains no private key in PEM.") }
        guard !key.contains("ENCRYPTED") else {
            throw unusable(
                "The key \(name) has a passphrase, which Snowdeck cannot use. "
                    + "To remove it: openssl pkey -in \(Quoting.word(file)) -out KEY")
        }
        var status = stat()
        if stat(file, &status) == 0, status.st_mode & 0o077 != 0 {
            say("warning: Other users can read the key \(name); run chmod 600 \(Quoting.word(file)).")
        }
    }

    private static func text(
        _ file: String, _ noun: String, hints: [String] = keyHints
    ) throws(TransportFailure) -> String {
        do throws(Problem) { return String(decoding: try MachineFiles.read(file), as: UTF8.self) } catch {
            throw unusable("The \(noun) \(error.message)", hints: hints)
        }
    }

    static func unusable(_ message: String, hints: [String] = keyHints) -> TransportFailure {
        TransportFailure(.signIn, message, cause: Problem(.refused, message, hints: hints))
    }

    static let keyHints = SignInProblems.keyHints
    private static let certificateHints = [
        "--certificate FILE names it, PEM; --key FILE its key.",
        "openssl x509 -in CERTIFICATE -noout -subject -enddate shows what is in the file.",
    ]
}

/// The chosen client certificates, each for one instance.
final class ClientCertificates: Sendable {
    private let chosen = Mutex<[String: ClientCertificate]>([:])

    /// Sets or removes the client certificate of an instance.
    func use(_ choice: SignInChoice, at instance: Instance) {
        // With another kind of sign-in, the key is for signing JWTs.
        let own = choice.certificate.map {
            ClientCertificate(for: instance.origin, certificate: $0, key: choice.key ?? $0)
        }
        chosen.withLock { $0[instance.origin.origin] = own }
    }

    func proof(for url: HTTPURL) -> ClientCertificate? { chosen.withLock { $0[url.origin] } }
}
