import ExchangeModel
import Keyring
import LineEditing
import NowSDK
import Synchronization
import Workbench

final class SecretSources: Sendable {
    let keyring: SecretTool
    let named: StartUpSignIn
    let isNonInteractive: Bool
    let descriptors: DescriptorSecrets

    let lastUsers: LastUsers
    /// Whether a user at the prompt may be asked for a user name if none was chosen.
    var asksForUser: Bool { isInteractive.load(ordering: .relaxed) && !isNonInteractive }
    let isInteractive = Atomic(false)

    let refusals = RejectedSecrets()

    let clock: any Clock

    private let environment: MachineEnvironment
    private let secrets: SecretBook
    private let errors: any ByteSink
    private let acceptedCredentials = Mutex<[Instance: (choice: SignInChoice, credential: Credential)]>([:])
    private let keptTokens = Mutex<Set<SecretEntry>>([])
    private let variables = Mutex<Set<String>>([])

    init(
        _ environment: MachineEnvironment, named: StartUpSignIn, isNonInteractive: Bool, clock: any Clock,
        secrets: SecretBook, errors: any ByteSink
    ) {
        self.clock = clock
        self.environment = environment
        self.named = named
        self.isNonInteractive = isNonInteractive
        self.secrets = secrets
        self.errors = errors
        lastUsers = LastUsers(path: environment.stateFolder + "/last-users")
        keyring = SecretTool(environment: environment.variables)
        descriptors = DescriptorSecrets(environment.descriptors)
        for place in named.places { note(place) }
    }

    /// The last credential that an instance accepted, which lasts as long as the program.
    func accepted(at instance: Instance) -> (choice: SignInChoice, credential: Credential)? {
        acceptedCredentials.withLock { $0[instance] }
    }

    func noteAccepted(_ credential: Credential, _ choice: SignInChoice, at instance: Instance) {
        acceptedCredentials.withLock { $0[instance] = (choice, credential) }
    }

    func forgetAccepted(at instance: Instance) { acceptedCredentials.withLock { $0[instance] = nil } }

    func noteKept(_ entry: SecretEntry) {
        if [.refreshToken, .session].contains(entry.kind) { keptTokens.withLock { _ = $0.insert(entry) } }
    }

    func hasKept(_ entry: SecretEntry) -> Bool { keptTokens.withLock { $0.contains(entry) } }

    func note(_ place: SecretSource?) {
        if case .variable(let name)? = place { variables.withLock { _ = $0.insert(name) } }
    }

    var safeEnvironment: [String: String] {
        let named = variables.withLock { $0 }
        return environment.variables.filter {
            !named.contains($0.key) && !CredentialVariables.mayHold($0.key, $0.value)
        }
    }

    /// The environment for commands that print a secret: everything, including tokens of a vault, except the secrets of
    /// other sign-ins.
    private var commandEnvironment: [String: String] {
        let named = variables.withLock { $0 }
        return environment.variables.filter { !named.contains($0.key) && $0.key != CredentialVariables.password }
    }

    var stateFolder: String { environment.stateFolder }

    var browser: BrowserProgram { BrowserProgram(environment: safeEnvironment, stateFolder: environment.stateFolder) }

    func write(_ secret: Secret, as label: String) { secrets.write(secret.text, as: label) }

    func say(_ line: String) { _ = try? errors.say(line + "\n") }

    /// The secret from a place that needs no prompt; nil if it has none and the user is to be asked. Throws if it
    /// should have one.
    ///
    /// - Parameter mayAsk: whether programs may be started that ask on the terminal or in a dialog.
    func found(_ wanted: WantedSecret, in place: SecretSource?, mayAsk: Bool) async throws -> FoundSecret? {
        if let place, !named.covers(place, wanted.instance) {
            throw wanted.missing(
                "The \(wanted.name) at \(wanted.instance.name) is not taken from where the one for "
                    + "\(named.start?.name ?? "another instance") was named when Snowdeck started.")
        }
        switch place {
        case .ask: return nil
        case nil:
            if wanted.kind == .password, named.covers(wanted.instance, wanted.owner),
                let text = environment[CredentialVariables.password]
            {
                return taken(Secret(text), wanted, .place)
            }
            return mayAsk && keyring.hasBus ? try await kept(wanted, isNamed: false) : nil
        case .keyring:
            guard mayAsk else { return nil }
            if let kept = try await kept(wanted, isNamed: true) { return kept }
            guard isNonInteractive else { return nil }
            throw wanted.missing("The keyring contains no \(wanted.name) for \(wanted.instance.name).")
        case .variable(let name):
            guard let text = environment[name] else {
                throw wanted.missing("The variable \(name) for the \(wanted.name) is not set.")
            }
            return taken(Secret(text), wanted, .place)
        case .descriptor(let number):
            return taken(try await descriptors.secret(wanted, from: number), wanted, .place)
        case .command(let line):
            guard mayAsk else { return nil }
            let command = CommandSecret(
                line: line, environment: commandEnvironment, hasTerminal: environment.inputIsTerminal)
            return taken(try await command.secret(wanted), wanted, .place)
        }
    }

    /// The secret in the keyring. An error is a warning and the user is asked instead; with `--no-input` it is the
    /// reason for failing. A missing keyring is reported only if it was named.
    func kept(_ wanted: WantedSecret, isNamed: Bool) async throws -> FoundSecret? {
        do throws(SecretStoreError) {
            return try await keyring.secret(for: wanted.entry).map { taken($0, wanted, .keyring) }
        } catch {
            if Task.isCancelled { throw CancellationError() }
            if isNamed, isNonInteractive {
                throw wanted.missing("The keyring cannot give the \(wanted.name). \(error.message)")
            }
            if isNamed || error.kind != .missing { say("The \(wanted.noun) was not looked up: \(error.message)") }
            return nil
        }
    }

    /// The secret typed by the user; nil for an empty one. Throws without a terminal, and a cancellation after Ctrl-C.
    func typed(_ wanted: WantedSecret, _ question: String) async throws -> FoundSecret? {
        guard !isNonInteractive else { throw cannotAsk(wanted) }
        switch await TerminalQuestions().readSecret(prompt: question, continues: wanted.kind == .session) {
        case .text(let text) where !text.isEmpty: return taken(Secret(text), wanted, .person)
        case .interrupted: throw CancellationError()
        case .failed(.noTerminal): throw cannotAsk(wanted)
        default: return nil
        }
    }

    private func cannotAsk(_ wanted: WantedSecret) -> any Error {
        guard wanted.kind == .password, let user = wanted.owner else {
            return wanted.missing("Cannot ask for the \(wanted.name) at \(wanted.instance.name).")
        }
        return MissingSecret.noTerminal(for: user, at: wanted.instance)
    }

    /// Registers the secret for redaction before it is used.
    private func taken(_ secret: Secret, _ wanted: WantedSecret, _ origin: FoundSecret.Origin) -> FoundSecret {
        secrets.write(secret.text, as: wanted.label)
        return FoundSecret(secret: secret, origin: origin)
    }
}

struct WantedSecret: Sendable, Hashable {
    let kind: SecretEntry.Kind
    let owner: String?
    let instance: Instance

    var entry: SecretEntry { SecretEntry(kind, of: owner ?? "", at: instance) }

    var noun: String { kind.noun }

    var name: String { owner.map { "\(noun) of \($0)" } ?? noun }

    var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    var question: String {
        kind == .session
            ? "Paste a request to \(instance.name), copied as cURL (bash): " : "\(title) at \(instance.name): "
    }

    var label: String {
        switch kind {
        case .password: "password"
        case .refreshToken, .token: "token"
        case .clientSecret: "secret"
        case .apiKey: "key"
        case .user: "user"
        case .session: "session"
        }
    }

    func missing(_ message: String) -> TransportFailure {
        TransportFailure(.signIn, message, cause: SignInError.noSecret(message))
    }
}

struct FoundSecret: Sendable {
    enum Origin: Sendable, Hashable {
        case person
        case keyring
        case place
    }

    let secret: Secret
    let origin: Origin
}
