import Foundation
import TestSupport
import Testing

/// A recorded session that signs in one way at an odd sandbox, with everything that could be observed.
struct SignInRun {
    /// Bytes that must not contain secrets, by source.
    private(set) var places: [(name: String, bytes: [UInt8])] = []

    private static let tape = ["--tape", "kept", "run", "--keep-going"]
    private let workspace: Workspace
    private let user: SecretUser
    private let way: SignInWay
    private var keyring: PrivateKeyring?

    /// Everyday commands, including a page whose token is used afterwards, errors, errors as JSON, reports about the
    /// tape, and a program that inspects its environment.
    private static let script = """
        whoami
        table list incident -n 1 -f number | cat - /proc/self/environ /proc/self/cmdline > seen.txt
        rest GET /home.do | wc -c
        table create incident short_description=Paper -f short_description
        rest GET /api/now/ui/user/current_user --as joe.employee
        table list nosuchtable
        table list nosuchtable --format json
        whoami --format json
        tape show 1
        tape dump
        tape audit
        tape status

        """

    init(_ way: SignInWay, _ user: SecretUser) async throws {
        self.way = way
        self.user = user
        workspace = user.workspace
        if let told = way.told { try await workspace.write(user.text(of: told) + "\n", to: "../given/told") }
        if let opened = way.opened { try await workspace.write(user.text(of: opened) + "\n", to: "../given/opened") }
        try workspace.write(
            """
            { tr '\\0' '\\n' </proc/$PPID/cmdline; tr '\\0' '\\n' </proc/$$/cmdline; env; ls -l /proc/$$/fd; } >seen-give
            cat ../given/told
            """, to: "give")
        // Before the real one on the PATH.
        try workspace.write(
            """
            #!/bin/sh
            { tr '\\0' '\\n' </proc/$$/cmdline; tr '\\0' '\\n' </proc/$$/environ; } >>seen-tool
            PATH=${PATH#*:} exec secret-tool "$@"
            """, to: "bin/secret-tool")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: workspace.path("bin/secret-tool"))
        let flags = way.flags.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        try workspace.write("profile add here \(user.tap.address) \(flags)\n" + Self.script, to: "script")
        if way.isKept { try await remember() }
        try await way.needsPerson ? runAtTerminal() : pipe()
        places += try remainingFiles("at rest")
        try await inspectTape()
    }

    /// The program's environment, without the keyring's variables if there is no keyring.
    private var variables: [String: String] {
        var all = ["TMPDIR": workspace.home + "/tmp"]
        // Not prompted for when another source is given, and not inherited by child processes.
        all["SNOWDECK_PASSWORD"] = SecretSandbox.password
        if let given = way.variable { all["HOUSE"] = user.sandbox.text(of: given) }
        if let keyring {
            all.merge(keyring.variables) { $1 }
            all["PATH"] = workspace.path("bin") + ":" + (workspace.environment([:])["PATH"] ?? "")
        }
        return all
    }

    private var flags: [String] {
        ["--instance", user.tap.address, "--allow-writes", user.tap.name] + way.flags
    }

    private mutating func remember() async throws {
        keyring = try PrivateKeyring()
        let login = try await workspace.run(
            [
                "--instance", user.tap.address, "--user", SignInWay.user, "--from", "env:HOUSE", "--no-input", "login",
                "--remember",
            ], variables: variables)
        expectEqual(login.status, 0, "\(login)")
        places += [("what is said of remembering", login.outputBytes + login.errorBytes)]
    }

    /// Without a terminal; also inspected while running.
    private mutating func pipe() async throws {
        let wrapper = way.opened == nil ? [] : ["sh", "-c", #"exec "$0" "$@" 3<../given/opened"#]
        var variables = variables
        // No variable supplies what the keyring has.
        if way.isKept { variables["HOUSE"] = nil }
        let child = try workspace.start(
            flags + Self.tape + ["-"], input: nil, variables: variables, through: wrapper)
        child.type(try workspace.text(of: "script"))
        #expect(await child.wrote { output, _ in output.contains("requests  ") })
        places += try remainingFiles("while recording")
        #expect(places.contains { $0.name.contains("kept.cassette-wal") }, "\(places.map(\.name))")
        let words = FileManager.default.contents(atPath: "/proc/\(child.id)/cmdline").map { Array($0) } ?? []
        #expect(!words.isEmpty)
        places += [("the process's own words", words)]
        child.type("logout\n")
        child.endInput()
        let ended = await child.end()
        check(ended.output)
        places += [("output", ended.outputBytes), ("errors", ended.errorBytes)]
    }

    /// At a terminal, with typed or pasted answers.
    private mutating func runAtTerminal() async throws {
        let session = try PromptSession(
            workspace, flags + Self.tape + ["script"], columns: 400, rows: 900, variables: variables)
        if way.pastes {
            let shown = await session.shows("paste its final address: ")
            await session.screen.waitForRawMode()
            let address = shown.split(separator: "\n").first { $0.contains("/oauth_auth.do?") }.map(String.init) ?? ""
            session.type(try await user.consent(to: address) + "\r")
        } else if let typed = way.typed {
            await session.shows(typed == .session ? "copied as cURL (bash): " : " at \(user.tap.name): ")
            await session.answer(try await user.text(of: typed).replacing("\n", with: "\r") + "\r")
        }
        await session.shows("requests  ")
        _ = await session.end()
        check(String(decoding: session.screen.received, as: UTF8.self))
        // Pasted text is echoed at this prompt: the code is already used.
        if !way.pastes { places += [("the screen", session.screen.received)] }
    }

    /// Whether the run succeeded; otherwise a search for secrets proves nothing.
    private func check(_ output: String) {
        #expect(output.contains("no secret recognized"), "\(output)")
        #expect(output.contains("nosuchtable"), "\(output)")
        expectEqual(output.contains("short_description  Paper"), way.isLetIn, "\(output)")
        // Only a password opens the session in which a user acts as another one.
        let isPassword = !way.flags.contains("--sign-in")
        expectEqual(output.contains("\"user_name\": \"joe.employee\""), way.isLetIn && isPassword, "\(output)")
    }

    /// All files, except those that supplied the secrets.
    private func remainingFiles(_ when: String) throws -> [(String, [UInt8])] {
        try workspace.everything().filter { !$0.key.hasPrefix("given/") }.map { ("\($0.key), \(when)", $0.value) }
    }

    /// Commands that show the tape later.
    private mutating func inspectTape() async throws {
        for words in [
            ["tape", "audit", "kept"], ["replay", "kept", "--check"], ["replay", "kept", "--format", "json"],
        ] {
            let run = try await workspace.run(words)
            places += [("\(words) output", run.outputBytes), ("\(words) errors", run.errorBytes)]
            if words.contains("audit") || words.contains("--check") { expectEqual(run.status, 0, "\(run)") }
        }
    }
}

/// A way to sign in at an odd sandbox: a kind, and the source of its secrets. Together the ways cover every kind and
/// every source.
struct SignInWay: Sendable, CustomTestStringConvertible {
    enum SecretSource: Sendable {
        case password, client, key, token, session
    }

    let name: String
    /// Flags after `--instance`.
    let flags: [String]
    /// The variable `HOUSE`.
    var variable: SecretSource?
    /// The file printed by the command `sh ./give`.
    var told: SecretSource?
    /// The file opened as descriptor 3.
    var opened: SecretSource?
    /// Whether it was remembered in an earlier run, from the variable's value.
    var isKept = false
    /// Typed answers.
    var typed: SecretSource?
    /// Whether the user visits a URL in a browser and pastes the redirect URL.
    var pastes = false
    /// Whether the instance accepts it.
    var isLetIn = true

    var testDescription: String { name }

    /// Whether it needs a terminal.
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
            name: "a token that is typed", flags: ["--sign-in", "token", "--user", "admin", "--from", "ask"],
            typed: .token),
        SignInWay(
            name: "a key of a descriptor", flags: ["--sign-in", "api-key", "--user", user, "--from", "fd:3"],
            opened: .key),
        SignInWay(
            name: "a pasted request", flags: ["--sign-in", "paste", "--from", "ask"], typed: .session),
        SignInWay(
            name: "a pasted request of a descriptor", flags: ["--sign-in", "paste", "--from", "fd:3"],
            opened: .session),
        SignInWay(
            name: "a pasted request that a command gives",
            flags: ["--sign-in", "paste", "--from", "command:sh ./give"], told: .session),
        SignInWay(
            name: "a certificate",
            flags: [
                "--sign-in", "certificate", "--certificate", "../given/me.pem", "--key", "../given/key.pem",
            ], isLetIn: false),
    ]
}
