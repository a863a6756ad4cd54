import Foundation
import TestSupport
import Testing

/// Kinds of sign-in that need TLS or questions at the prompt, at a sandbox with a private authority. For every kind see
/// SignInKindSecretTests.
@Suite(.overTLS) struct SignInKindsOverTLSTests {
    let sandbox: TLSSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try #require(TLSSandboxTrait.sandbox)
        workspace = try Workspace()
    }

    private static let secret = "snowdeck-client-secret"

    @Test func secondFactorIsRequestedAfterThePassword() async throws {
        let prompt = try await TLSPromptSession(workspace, at: sandbox, "--user fred.luddy")
        for (asked, typed) in [
            ("Password of fred.luddy at %: ", "password"),
            ("% wants the second factor's code of fred.luddy: ", "135790"),
            ("% did not accept it. Code of fred.luddy, or Ctrl-D: ", "246810"),
        ] { await prompt.answer(asked, typed) }
        let seen = await prompt.look()
        expectEqual(seen.facts, ["user_name fred.luddy", "sign_in basic", "session cookies"])
        expectEqual(seen.tasks, "7 open tasks in all.")
        try await prompt.leave()
    }

    @Test func certificateSignsIn() async throws {
        for file in ["abel.pem", "abel.key"] {
            try FileManager.default.copyItem(atPath: sandbox.workspace.path(file), toPath: workspace.path(file))
        }
        let prompt = try await TLSPromptSession(
            workspace, at: sandbox, "--sign-in certificate --certificate abel.pem --key abel.key")
        let seen = await prompt.look()
        expectEqual(seen.facts, ["user_name abel.tuter", "sign_in certificate", "session cookies"])
        expectEqual(seen.tasks, "4 open tasks in all.")
        try await prompt.leave()
    }

    /// Certificates with an unknown name, of an inactive user, with two names, for servers, of another authority,
    /// expired, self-signed.
    @Test func onlyACertificateOfAnActiveUserIsAccepted() async throws {
        let who = "/api/now/ui/user/current_user"
        func status(_ name: String) async throws -> String {
            let path = sandbox.workspace.path(name)
            return try await sandbox.curl(
                "--cert", path + ".pem", "--key", path + ".key", who, "-o", "/dev/null", "-w", "%{http_code}")
        }
        for name in ["nobody", "beth", "two", "server", "stranger", "over", "own"] {
            try await expectEqual(status(name), "401", "\(name)")
        }
        try await expectEqual(status("abel"), "200")
        // The Authorization header takes precedence over the certificate.
        let path = sandbox.workspace.path("abel")
        let both = try await sandbox.curl(
            "--cert", path + ".pem", "--key", path + ".key", "-u", "admin:admin", who)
        #expect(both.contains(#""user_name":"admin""#))
    }

    /// Runs one command there, without a terminal.
    private func run(
        _ flags: [String], _ command: [String] = ["whoami"], variables: [String: String] = [:]
    ) async throws -> ProcessResult {
        try await workspace.run(
            sandbox.trusting + ["--instance", sandbox.address] + flags + ["--no-input", "--tape", "kept"] + command,
            variables: variables)
    }

    /// The secret stored in a keyring under a label.
    private func kept(_ label: String, in keyring: PrivateKeyring) throws -> String? {
        let lines = try keyring.content().split(separator: "\n")
        let place = lines.firstIndex { $0 == "label = Snowdeck: \(label) at \(sandbox.name)" }
        return place.map { String(lines[lines.index(after: $0)].dropFirst("secret = ".count)) }
    }

    @Test func keyringRefreshTokenReplacesPasswordUntilRevoked() async throws {
        let keyring = try PrivateKeyring()
        let flags = ["--sign-in", "oauth-password", "--user", "admin", "--client-id", "snowdeck"]
        let login = try await run(
            flags + ["--from", "env:OF_ADMIN", "--client-from", "env:OF_SNOWDECK"], ["login", "--remember"],
            variables: keyring.variables.merging(["OF_ADMIN": "admin", "OF_SNOWDECK": Self.secret]) { $1 })
        expectEqual(login.status, 0, "\(login)")
        try expectEqual(kept("password of admin", in: keyring), nil)
        try expectEqual(kept("client secret of snowdeck", in: keyring), Self.secret)
        let token = try #require(try kept("refresh token of admin", in: keyring))
        for _ in 0..<2 {
            let who = try await run(flags, variables: keyring.variables)
            expectEqual(TLSPromptSession.facts(who.output).last, "renewable true", "\(who)")
        }
        let other = try kept("refresh token of admin", in: keyring)
        try await TLSPromptSession.checkTape(workspace)

        _ = try await sandbox.curl("-d", "token=" + (other ?? token), "/oauth_revoke_token.do")
        let over = try await run(flags, variables: keyring.variables)
        #expect(
            over.status == 3 && over.errors.contains("does not renew the sign-in of admin"),
            "\(over)")
        try expectEqual(kept("refresh token of admin", in: keyring), nil)
        let prompt = try await TLSPromptSession(
            workspace, at: sandbox, flags.joined(separator: " "), variables: keyring.variables)
        await prompt.answer("Password of admin at %: ", "admin")
        let seen = await prompt.look()
        #expect(seen.facts.first == "user_name admin" && seen.facts.last == "renewable true")
        try await prompt.leave()
    }
}
