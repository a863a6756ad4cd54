import Testing

/// A way of signing in at a sandbox whose secrets are odd enough to be searched for: a kind, and where its secrets come
/// from. Together the ways have every kind and every place.
struct SignInWay: Sendable, CustomTestStringConvertible {
    /// Which of the sandbox's secrets.
    enum Given: Sendable {
        case password, client, key, token
    }

    let name: String
    /// Behind `--instance`.
    let flags: [String]
    /// The variable `HOUSE`.
    var variable: Given?
    /// The file that the command `sh ./give` writes.
    var told: Given?
    /// The file that is open as descriptor 3.
    var opened: Given?
    /// Whether it was remembered before, by what the variable holds.
    var isKept = false
    /// What a person types when asked.
    var typed: Given?
    /// Whether a person is sent to a browser, and pastes the address that it ends at.
    var pastes = false
    /// Whether the instance lets it in.
    var isLetIn = true

    var testDescription: String { name }

    /// Whether somebody has to sit there.
    var needsPerson: Bool { typed != nil || pastes }

    static let user = "abel.tuter"
    private static let app = ["--client-id", "snowdeck"]

    static let all: [SignInWay] = [
        SignInWay(
            name: "a password in a variable", flags: ["--user", user, "--from", "env:HOUSE"], variable: .password),
        SignInWay(
            name: "a password in the keyring", flags: ["--user", user, "--from", "keyring"], variable: .password,
            isKept: true),
        SignInWay(
            name: "a token for a password of a descriptor and a secret of a command",
            flags: ["--sign-in", "oauth-password", "--user", user] + app + [
                "--from", "fd:3", "--client-from", "command:sh ./give",
            ], told: .client, opened: .password),
        SignInWay(
            name: "a token for an application whose secret a command gives",
            flags: ["--sign-in", "oauth-client"] + app + ["--from", "command:sh ./give"], told: .client),
        SignInWay(
            name: "a token for consent in a browser",
            flags: ["--sign-in", "oauth-code"] + app + ["--client-from", "env:HOUSE"], variable: .client, pastes: true),
        SignInWay(
            name: "a token for a statement that a key signs",
            flags: ["--sign-in", "oauth-jwt", "--user", user] + app + [
                "--client-from", "env:HOUSE", "--key", "../given/key.pem",
            ], variable: .client),
        SignInWay(
            name: "a token that is typed", flags: ["--sign-in", "token", "--user", user, "--from", "ask"],
            typed: .token),
        SignInWay(
            name: "a key of a descriptor", flags: ["--sign-in", "api-key", "--user", user, "--from", "fd:3"],
            opened: .key),
        SignInWay(
            name: "a certificate",
            flags: [
                "--sign-in", "certificate", "--certificate", "../given/me.pem", "--key", "../given/key.pem",
            ], isLetIn: false),
    ]
}
