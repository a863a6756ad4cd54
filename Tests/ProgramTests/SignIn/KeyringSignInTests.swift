import TestSupport
import Testing

/// Secrets remembered between runs, in a real keyring.
struct KeyringSignInTests {
    private static let secret = SecretSourceTests.secret
    private static let list = ["table", "list", "incident", "-n", "1", "-f", "number"]

    @Test func rememberedSecretSignsInUntilForgotten() async throws {
        let workspace = try Workspace(), keyring = try PrivateKeyring()
        let instance = RawInstance(passwordOfJane: Self.secret)
        func run(_ words: [String], _ more: [String: String] = [:]) async throws -> ProcessResult {
            try await workspace.run(
                instance.flags + ["--no-input"] + words, variables: keyring.variables.merging(more) { $1 })
        }
        let before = try await run(Self.list)
        #expect(before.status == 3 && before.errors.contains("Cannot ask for"), "\(before)")
        let unasked = try await run(["--from", "env:OF_JANE"] + Self.list, ["OF_JANE": Self.secret])
        expectEqual(unasked.status, 0, "\(unasked)")
        #expect(try keyring.content().isEmpty)

        let login = try await run(["--from", "env:OF_JANE", "login", "--remember"], ["OF_JANE": Self.secret])
        expectEqual(login.status, 0, "\(login)")
        let content = try keyring.content()
        #expect(content.contains("label = Snowdeck: password of jane at \(instance.name)\nsecret = \(Self.secret)\n"))
        for flags in [[], ["--from", "keyring"]] {
            let next = try await run(flags + Self.list)
            #expect(next.status == 0 && next.output.contains("INC1"), "\(next)")
        }
        let other = RawInstance(passwordOfJane: Self.secret)
        let strange = try await workspace.run(
            other.flags + ["--no-input"] + Self.list, variables: keyring.variables)
        #expect(strange.status == 3 && other.requests.isEmpty, "\(strange)")

        let logout = try await run(["logout", "--forget"])
        #expect(logout.status == 0 && logout.errors.contains("It was removed from the keyring."), "\(logout)")
        #expect(try keyring.content().isEmpty)
        try await expectEqual(run(Self.list).status, 3)
        let again = try await run(["logout", "--forget"])
        #expect(again.status == 0 && again.errors.contains("The keyring had no entry for it."), "\(again)")
        let forms = SecretEncodings("the password", Self.secret)
        try expectEqual(workspace.everything().flatMap { forms.found(in: $0.value, of: $0.key) }, [])
    }

    @Test func failureToRememberIsReported() async throws {
        let workspace = try Workspace(), bus = try PrivateKeyring(isServed: false)
        let instance = RawInstance(passwordOfJane: Self.secret)
        for (variables, why) in [
            ([:], "There is no D-Bus session here that a keyring could answer in (DBUS_SESSION_BUS_ADDRESS)."),
            (bus.variables, "No keyring answers in this D-Bus session: "),
        ] {
            let login = try await workspace.run(
                instance.flags + ["--no-input", "--from", "env:OF_JANE", "login", "--remember"],
                variables: variables.merging(["OF_JANE": Self.secret]) { $1 })
            expectEqual(login.status, 0, "\(login)")
            #expect(login.errors.contains("The password of jane was not remembered: " + why), "\(login)")
        }
    }

    @Test func lockedKeyringIsReportedAndUserIsPrompted() async throws {
        let workspace = try Workspace(), keyring = try PrivateKeyring()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let login = try await workspace.run(
            instance.flags + ["--from", "env:OF_JANE", "login", "--remember"],
            variables: keyring.variables.merging(["OF_JANE": Self.secret]) { $1 })
        expectEqual(login.status, 0, "\(login)")
        try keyring.lock()
        let run = try await workspace.run(
            instance.flags + ["--no-input"] + Self.list, variables: keyring.variables)
        expectEqual(run.status, 3, "\(run)")
        #expect(
            run.errors.contains("The password was not looked up: The keyring is locked and was not unlocked.\n"),
            "\(run)")
    }
}
