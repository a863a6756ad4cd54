import Glibc
package import NowSDK
import Programs

/// Accesses the desktop's keyring through libsecret's `secret-tool`, which talks to the provider of
/// `org.freedesktop.secrets` on the session's D-Bus (GNOME Keyring, KWallet, KeePassXC).
///
/// Entries are found by four attributes, which are readable to users of the keyring. Secrets are passed unchanged
/// through standard input and output. A dialog to unlock the keyring may take any time; cancelling the task ends it.
package struct SecretTool: SecretStore {
    /// The environment variables it needs: for D-Bus, and for the display of a dialog.
    static let requiredVariables = [
        "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "PATH",
    ]
    /// The maximum length of a secret in bytes; the program silently truncates longer ones.
    static let maxLength = 8191

    private let environment: [String: String]

    /// - Parameter environment: this process's variables. Only those listed above are passed on.
    package init(environment: [String: String]) {
        var own = environment.filter { Self.requiredVariables.contains($0.key) }
        // Its messages are parsed, so the language is fixed; its arguments are UTF-8.
        own["LC_ALL"] = "C.UTF-8"
        self.environment = own
    }

    /// Whether there is a bus for a keyring. Without one the program is not started.
    package var hasBus: Bool { environment["DBUS_SESSION_BUS_ADDRESS"] != nil }

    /// The secret of an entry; nil if there is none. A locked keyring may prompt the user to unlock it.
    package func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret? {
        let end = try await run(["lookup", "--"] + entry.attributes)
        guard end.status == 0 else {
            if let error = SecretToolResult(end).error { throw error }
            // The program prints nothing if there is no entry, and also if the user did not unlock the keyring.
            if try await hasEntry(entry) { throw SecretToolResult.locked }
            return nil
        }
        guard let text = String(validating: end.output, as: UTF8.self) else {
            throw SecretStoreError(.failed, "The stored secret is not valid UTF-8.")
        }
        return text.isEmpty ? nil : Secret(text)
    }

    /// Stores a secret, replacing the existing one. Throws for an empty secret and one that the program would truncate.
    package func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError) {
        let bytes = Array(secret.text.utf8)
        guard !bytes.isEmpty else { throw SecretStoreError(.failed, "An empty secret cannot be stored.") }
        guard bytes.count <= Self.maxLength, !bytes.contains(0) else {
            throw SecretStoreError(
                .failed, "It is longer than the \(Self.maxLength) bytes that secret-tool takes, or is not valid UTF-8.")
        }
        let end = try await run(["store", "--label=" + entry.label, "--"] + entry.attributes, input: bytes)
        guard end.status != 0 else { return }
        throw SecretToolResult(end).error
            ?? SecretStoreError(.failed, "secret-tool ended with status \(end.status) without a message.")
    }

    package func forget(_ entry: SecretEntry) async throws(SecretStoreError) {
        let end = try await run(["clear", "--"] + entry.attributes)
        guard end.status != 0 else { return }
        if let error = SecretToolResult(end).error { throw error }
        if try await hasEntry(entry) { throw SecretToolResult.locked }
    }

    /// Whether there is an entry, locked or not. Nothing is unlocked.
    package func hasEntry(_ entry: SecretEntry) async throws(SecretStoreError) -> Bool {
        !(try await run(["search", "--"] + entry.attributes)).output.isEmpty
    }

    private func run(_ words: [String], input: [UInt8] = []) async throws(SecretStoreError) -> ProgramEnd {
        guard hasBus else {
            throw SecretStoreError(
                .missing, "There is no D-Bus session here that a keyring could answer in (DBUS_SESSION_BUS_ADDRESS).")
        }
        do throws(ProgramFailure) {
            return try await ProgramRun(
                ["secret-tool"] + words, environment: environment, input: .bytes(input), limit: 1 << 16
            ).run()
        } catch {
            throw SecretToolResult.error(error)
        }
    }
}

/// Interprets a failure of `secret-tool`.
struct SecretToolResult {
    private let end: ProgramEnd

    init(_ end: ProgramEnd) { self.end = end }

    static let locked = SecretStoreError(.locked, "The keyring is locked and was not unlocked.")

    /// The error; nil if the output is empty, which means that there is no entry.
    var error: SecretStoreError? {
        if end.status == 128 + SIGINT { return Self.cancelledError }
        let message = Self.printable(end.errors)
        guard !message.isEmpty || end.status != 1 else { return nil }
        if Self.missingServiceMessages.contains(where: message.contains) {
            return SecretStoreError(.missing, "No keyring answers in this D-Bus session: \(message)")
        }
        if message.contains("locked") || message.contains("dismissed") { return Self.locked }
        let what = message.isEmpty ? "it ended with status \(end.status)" : message
        return SecretStoreError(.failed, "The keyring gave an error: \(what)")
    }

    /// Converts a failure to run the program.
    static func error(_ failure: ProgramFailure) -> SecretStoreError {
        switch failure {
        case .notFound:
            SecretStoreError(
                .missing,
                "The keyring needs secret-tool, which is not on the PATH "
                    + "(apt-get install libsecret-tools gnome-keyring).")
        case .notStarted(let code):
            SecretStoreError(
                .failed, "secret-tool could not be started: \(String(cString: strerror(code)).lowercased()).")
        case .cancelled: cancelledError
        }
    }

    private static let cancelledError = SecretStoreError(.failed, "Waiting for the keyring was cancelled.")

    private static let missingServiceMessages = [
        "was not provided by any .service files", "Could not connect", "autolaunch D-Bus",
    ]

    /// The first line of the output as a sentence, without control characters.
    private static func printable(_ bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        var kept = String.UnicodeScalarView()
        for scalar in line.unicodeScalars.prefix(200) where !scalar.isUnstorable { kept.append(scalar) }
        let text = String(kept)
        guard let last = text.last else { return "" }
        return last == "." ? text : text + "."
    }
}

extension Unicode.Scalar {
    fileprivate var isUnstorable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension SecretEntry {
    /// Alternating names and values, as `secret-tool` takes them. Together they identify one entry.
    var attributes: [String] {
        ["application", "snowdeck", "instance", instance.description, "owner", owner, "kind", kind.rawValue]
    }

    var label: String { "Snowdeck: \(kind.noun)\(owner.isEmpty ? "" : " of \(owner)") at \(instance.name)" }
}

extension SecretEntry.Kind {
    /// The name of this kind of secret in prompts and keyring programs, such as `client secret`.
    package var noun: String {
        switch self {
        case .password: "password"
        case .refreshToken: "refresh token"
        case .clientSecret: "client secret"
        case .apiKey: "API key"
        case .user: "last user"
        case .token: "token"
        case .session: "browser session"
        }
    }
}
