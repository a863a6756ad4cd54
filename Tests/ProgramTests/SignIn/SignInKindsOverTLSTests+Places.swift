import Foundation
import TestSupport
import Testing

/// Where nobody is asked: every place of a secret, and what a keyring keeps.
extension SignInKindsOverTLSTests {
    /// Runs one command there, with nobody to ask.
    private func run(
        _ flags: [String], _ command: [String] = ["whoami"], input: String = "", variables: [String: String] = [:],
        through wrapper: [String] = []
    ) async throws -> Ended {
        try await desk.start(
            sandbox.trusting + ["--instance", sandbox.address] + flags + ["--no-input", "--tape", "kept"] + command,
            input: input, variables: variables, through: wrapper
        ).end()
    }

    private static let secret = "snowdeck-client-secret", key = "sandbox-api-key-of-abel.tuter"
    private static let places:
        [(flags: [String], input: String, variables: [String: String], wrapper: [String], facts: String)] = [
            (
                ["--sign-in", "oauth-client", "--client-id", "snowdeck", "--from", "env:OF_SNOWDECK"], "",
                ["OF_SNOWDECK": secret], [], "user_name integration.user, sign_in oauth-client"
            ),
            (
                ["--user", "abel.tuter", "--from", "command:echo password"], "", [:], [],
                "user_name abel.tuter, sign_in basic"
            ),
            (
                ["--sign-in", "api-key", "--from", "fd:3"], "", [:],
                ["sh", "-c", "echo \(key) >../key && exec \"$0\" \"$@\" 3<../key"],
                "user_name abel.tuter, sign_in api-key"
            ),
            (
                [
                    "--sign-in", "oauth-password", "--user", "abel.tuter", "--client-id", "snowdeck", "--from", "fd:0",
                    "--client-from", "env:OF_SNOWDECK",
                ], "password\n", ["OF_SNOWDECK": secret], [], "user_name abel.tuter, sign_in oauth-password"
            ),
        ]

    @Test(arguments: places) func aPlaceSignsIn(
        _ flags: [String], _ input: String, _ variables: [String: String], _ wrapper: [String], _ facts: String
    ) async throws {
        let who = try await run(flags, input: input, variables: variables, through: wrapper)
        #expect(who.status == 0, "\(who)")
        #expect(
            PromptVisit.facts(who.output).filter { !$0.hasPrefix("client_id") }.prefix(2).joined(separator: ", ")
                == facts)
        try await PromptVisit.checkTape(desk)
    }

    @Test func theKeyringSignsIn() async throws {
        let keyring = try PrivateKeyring()
        let flags = ["--sign-in", "api-key", "--from"]
        let login = try await run(
            flags + ["env:OF_ABEL"], ["login", "--remember"],
            variables: keyring.variables.merging(["OF_ABEL": Self.key]) { $1 })
        #expect(login.status == 0, "\(login)")
        let who = try await run(flags + ["keyring"], variables: keyring.variables)
        #expect(PromptVisit.facts(who.output).first == "user_name abel.tuter", "\(who)")
        try await PromptVisit.checkTape(desk)
    }

    /// The secret that a keyring keeps under a label, as it lists it.
    private func kept(_ label: String, in keyring: PrivateKeyring) throws -> String? {
        let lines = try keyring.content().split(separator: "\n")
        let place = lines.firstIndex { $0 == "label = Snowdeck: \(label) at \(sandbox.name)" }
        return place.map { String(lines[lines.index(after: $0)].dropFirst("secret = ".count)) }
    }

    @Test func aRefreshTokenOfTheKeyringStandsForThePasswordUntilItIsRevoked() async throws {
        let keyring = try PrivateKeyring()
        let flags = ["--sign-in", "oauth-password", "--user", "admin", "--client-id", "snowdeck"]
        let login = try await run(
            flags + ["--from", "env:OF_ADMIN", "--client-from", "env:OF_SNOWDECK"], ["login", "--remember"],
            variables: keyring.variables.merging(["OF_ADMIN": "admin", "OF_SNOWDECK": Self.secret]) { $1 })
        #expect(login.status == 0, "\(login)")
        #expect(try kept("password of admin", in: keyring) == nil)
        #expect(try kept("client secret of snowdeck", in: keyring) == Self.secret)
        let token = try #require(try kept("refresh token of admin", in: keyring))
        for _ in 0..<2 {
            let who = try await run(flags, variables: keyring.variables)
            #expect(PromptVisit.facts(who.output).last == "renewable true", "\(who)")
        }
        let other = try kept("refresh token of admin", in: keyring)
        try await PromptVisit.checkTape(desk)

        _ = try await sandbox.curl("-d", "token=" + (other ?? token), "/oauth_revoke_token.do")
        let over = try await run(flags, variables: keyring.variables)
        #expect(
            over.status == 3 && over.errors.contains("does not renew the sign-in of admin"),
            "\(over)")
        #expect(try kept("refresh token of admin", in: keyring) == nil)
        let visit = try await PromptVisit(desk, at: sandbox, flags.joined(separator: " "), variables: keyring.variables)
        await visit.answer("Password of admin at %: ", "admin")
        let seen = await visit.look()
        #expect(seen.facts.first == "user_name admin" && seen.facts.last == "renewable true")
        try await visit.leave()
    }

    /// A token that was revoked is of no use to the next run; the secret stays unless all is to be forgotten.
    @Test func aRevokedTokenIsTakenOutOfTheKeyring() async throws {
        // A user of this test's own: the instance is the other tests' too, and revoking ends all tokens of one.
        try await sandbox.create("sys_user", ["user_name": "leaving.user", "user_password": "password"])
        let keyring = try PrivateKeyring()
        let flags = ["--sign-in", "oauth-password", "--user", "leaving.user", "--client-id", "snowdeck"]
        let places = flags + ["--from", "env:OF_LEAVING", "--client-from", "env:OF_SNOWDECK"]
        let given = keyring.variables.merging(["OF_LEAVING": "password", "OF_SNOWDECK": Self.secret]) { $1 }
        let login = try await run(places, ["login", "--remember"], variables: given)
        #expect(try login.status == 0 && kept("refresh token of leaving.user", in: keyring) != nil, "\(login)")
        let logout = try await run(flags, [], input: "whoami\nlogout\n", variables: keyring.variables)
        #expect(
            logout.status == 0 && logout.errors.contains("The keyring has forgotten what renewed them."), "\(logout)")
        #expect(try kept("refresh token of leaving.user", in: keyring) == nil)
        #expect(try kept("client secret of snowdeck", in: keyring) == Self.secret)
        try await PromptVisit.checkTape(desk)
    }
}
