import Foundation
import Keyring
import NowSDK
import TestSupport
import Testing

/// `SecretTool` against a real keyring.
struct SecretToolTests {
    private static let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

    private func entry(_ kind: SecretEntry.Kind = .password, of owner: String = "jane", at name: String = "one") throws
        -> SecretEntry
    {
        SecretEntry(kind, of: owner, at: try Instance(name))
    }

    private func error(_ work: () async throws -> Void) async -> SecretStoreError? {
        do { try await work() } catch { return error as? SecretStoreError }
        return nil
    }

    @Test func secretsRoundTripUntilForgotten() async throws {
        let keyring = try PrivateKeyring()
        let tool = SecretTool(environment: keyring.variables.merging(Self.path) { own, _ in own })
        let entry = try entry()
        try await expectEqual(tool.secret(for: entry), nil)
        for text in [
            "plain", "with a line end\n", "\n\nfirst", " blanks ", "snow ☃ and \u{1F5DD}", "\"'$(id)`\\", "\r",
            "a\u{7F}b",
            String(repeating: "x", count: 8191),
        ] {
            try await tool.keep(Secret(text), for: entry)
            try await expectEqual(tool.secret(for: entry)?.text, text)
        }
        try await tool.forget(entry)
        try await expectEqual(tool.secret(for: entry), nil)
        try await tool.forget(entry)
    }

    @Test func otherApplicationsEntriesAreIgnored() async throws {
        let keyring = try PrivateKeyring()
        let tool = SecretTool(environment: keyring.variables.merging(Self.path) { own, _ in own })
        let entries = [
            try entry(), try entry(.refreshToken), try entry(of: "bob"), try entry(at: "two"),
            try entry(at: "https://one.service-now.com:8443"), try entry(of: ""), try entry(of: "--label=x"),
            try entry(of: "jörg & co"), try entry(.apiKey), try entry(.clientSecret), try entry(.token),
        ]
        for (number, entry) in entries.enumerated() {
            try await expectEqual(tool.secret(for: entry), nil)
            try await tool.keep(Secret("secret \(number)"), for: entry)
        }
        try await tool.forget(entries[1])
        for (number, entry) in entries.enumerated() {
            try await expectEqual(tool.secret(for: entry)?.text, (number == 1 ? nil : "secret \(number)"))
        }
        let listed = try keyring.content()
        #expect(listed.contains("label = Snowdeck: password of jane at one.service-now.com\n"))
        #expect(listed.contains("label = Snowdeck: API key of jane at one.service-now.com\n"))
    }

    @Test func concurrentLookUpsSucceed() async throws {
        let keyring = try PrivateKeyring()
        let tool = SecretTool(environment: keyring.variables.merging(Self.path) { own, _ in own })
        let entries = try (0..<12).map { try entry(of: "user \($0)") }
        try await withThrowingTaskGroup { group in
            for entry in entries {
                group.addTask {
                    try await tool.keep(Secret("of " + entry.owner), for: entry)
                    try await expectEqual(tool.secret(for: entry)?.text, "of " + entry.owner)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func secretThatWouldBeTruncatedIsRejected() async throws {
        let keyring = try PrivateKeyring()
        let tool = SecretTool(environment: keyring.variables.merging(Self.path) { own, _ in own })
        let entry = try entry()
        for text in [String(repeating: "x", count: 8192), "a\u{0}b", ""] {
            let refusal = await error { try await tool.keep(Secret(text), for: entry) }
            expectEqual(refusal?.kind, .failed)
        }
        try await expectEqual(tool.secret(for: entry), nil)
    }

    @Test func lockedKeyringIsDistinguishedFromEmpty() async throws {
        let keyring = try PrivateKeyring()
        let tool = SecretTool(environment: keyring.variables.merging(Self.path) { own, _ in own })
        let entry = try entry(), other = try self.entry(of: "bob")
        try await tool.keep(Secret("locked in"), for: entry)
        try keyring.lock()
        let locked = SecretStoreError(.locked, "The keyring is locked and was not unlocked.")
        await expectEqual(error { _ = try await tool.secret(for: entry) }, locked)
        await expectEqual(error { try await tool.keep(Secret("more"), for: entry) }, locked)
        await expectEqual(error { try await tool.forget(entry) }, locked)
        try await expectEqual(tool.secret(for: other), nil)
    }

    @Test func missingBusProgramOrKeyringIsNamed() async throws {
        let bus = try PrivateKeyring(isServed: false)
        let entry = try entry()
        let gone = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"].merging(Self.path) { own, _ in own }
        let cases: [([String: String], String)] = [
            (
                Self.path,
                "There is no D-Bus session here that a keyring could answer in (DBUS_SESSION_BUS_ADDRESS)."
            ),
            (
                bus.variables.merging(Self.path) { own, _ in own },
                "No keyring answers in this D-Bus session: secret-tool: The name org.freedesktop.secrets was not provided by any .service files."
            ),
            (
                gone,
                "No keyring answers in this D-Bus session: secret-tool: Could not connect: No such file or directory."
            ),
        ]
        for (environment, message) in cases {
            let tool = SecretTool(environment: environment)
            let missing = SecretStoreError(.missing, message)
            await expectEqual(error { _ = try await tool.secret(for: entry) }, missing)
            await expectEqual(error { try await tool.keep(Secret("x"), for: entry) }, missing)
            await expectEqual(error { try await tool.forget(entry) }, missing)
        }
    }
}
