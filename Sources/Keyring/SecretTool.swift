package import NowSDK
import Programs

/// The desktop's keyring, asked through the `secret-tool` program of libsecret, which speaks to whatever serves
/// `org.freedesktop.secrets` on the session's D-Bus (GNOME Keyring, KWallet, KeePassXC).
///
/// Entries are found by four attributes, which are readable to whoever may look into the keyring; a secret goes in by
/// standard input and comes out by standard output, byte by byte as it is. A dialog that asks to unlock the keyring takes
/// as long as the person does: cancelling the task ends it.
package struct SecretTool: SecretStore {
    /// What it needs of a process's environment: the way to the bus, and the way to the screen for a dialog.
    static let needed = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "PATH"]
    /// The most bytes of a secret: the program cuts what is longer without a word.
    static let most = 8191

    private let environment: [String: String]

    /// - Parameter environment: this process's variables. None of them but those above is handed on.
    package init(environment: [String: String]) {
        var own = environment.filter { Self.needed.contains($0.key) }
        // Its words are read here, so they have to be in one language; its arguments are UTF-8.
        own["LC_ALL"] = "C.UTF-8"
        self.environment = own
    }

    /// Whether there is a bus on which a keyring could answer. Without one no program is started.
    package var hasBus: Bool { environment["DBUS_SESSION_BUS_ADDRESS"] != nil }

    /// The secret, as it was kept; nil when there is none. A locked keyring may ask somebody to unlock it.
    package func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret? {
        let end = try await run(["lookup", "--"] + entry.attributes)
        guard end.status == 0 else {
            if let trouble = KeyringTrouble(end).error { throw trouble }
            // It says nothing where there is no entry, and nothing where somebody did not want to unlock the keyring.
            if try await isThere(entry) { throw KeyringTrouble.locked }
            return nil
        }
        guard let text = String(validating: end.output, as: UTF8.self) else {
            throw SecretStoreError(.failed, "What the keyring holds for it is not UTF-8 text.")
        }
        return text.isEmpty ? nil : Secret(text)
    }

    /// Keeps a secret in the place of the one that was there. An empty one, and one that the program would cut, fails.
    package func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError) {
        let bytes = Array(secret.text.utf8)
        guard !bytes.isEmpty else { throw SecretStoreError(.failed, "An empty secret is not kept.") }
        guard bytes.count <= Self.most, !bytes.contains(0) else {
            throw SecretStoreError(
                .failed, "It is longer than the \(Self.most) bytes that secret-tool takes, or is no text.")
        }
        let end = try await run(["store", "--label=" + entry.label, "--"] + entry.attributes, input: bytes)
        guard end.status != 0 else { return }
        throw KeyringTrouble(end).error
            ?? SecretStoreError(.failed, "secret-tool ended with status \(end.status) and said nothing.")
    }

    /// Forgets the secret; no error when there is none.
    package func forget(_ entry: SecretEntry) async throws(SecretStoreError) {
        let end = try await run(["clear", "--"] + entry.attributes)
        guard end.status != 0 else { return }
        if let trouble = KeyringTrouble(end).error { throw trouble }
        if try await isThere(entry) { throw KeyringTrouble.locked }
    }

    /// Whether there is an entry, locked or not. Nothing is unlocked for it.
    package func isThere(_ entry: SecretEntry) async throws(SecretStoreError) -> Bool {
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
            throw KeyringTrouble.error(error)
        }
    }
}
