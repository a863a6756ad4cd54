import NowLive
import NowSDK
import Testing

/// The keychain that applications are given.
@Suite struct KeychainTests {
    @Test func withoutABusItIsMissing() async throws {
        let store = NowLive.keychain(environment: [:])
        let entry = SecretEntry(.password, of: "john.doe", at: try Instance("myinstance"))
        do throws(SecretStoreError) {
            _ = try await store.secret(for: entry)
            Issue.record("There is no keyring without a bus.")
        } catch {
            #expect(error.kind == .missing)
        }
    }
}
