public import NowSDK
import Synchronization
public import Testing

/// Gives a test, or every test of a suite, a cassette: `@Test(.cassette("triage"))`.
///
/// Inside the test the SDK is configured with the tape, so that `NowData.makeTableService(instanceUrl:)` and everything
/// else of its surface works unchanged; `TestTape.current` has the rest. Each test, and each case of a test with arguments,
/// starts at its own beginning of the tape and sees nothing of the others, however many run side by side. A test's own
/// cassette stands in place of its suite's.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let setup: CassetteSetup
    /// Tells one trait from another with the same content.
    private let identity = Identity()
    private final class Identity: Sendable {}

    init(_ setup: CassetteSetup) { self.setup = setup }

    /// A suite's cassette is that of each of its tests.
    public var isRecursive: Bool { true }

    /// Stands around each run of a test, and around no suite.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> CassetteTrait? { testCase == nil ? nil : self }

    /// Runs the test with its tape, and says afterwards what there is to say about it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let innermost = test.traits.last { $0 is CassetteTrait } as? CassetteTrait
        guard innermost == nil || innermost?.identity === identity else { return try await function() }
        try await SwiftTestingRun(setup: setup, test: test, testCase: testCase).perform(function)
    }
}

extension Trait where Self == CassetteTrait {
    /// The cassette of that name: `sessions/NAME.cassette` beside the package's manifest. A name with a slash or the
    /// suffix is a path, from the folder of the manifest on.
    ///
    /// - Parameters:
    ///   - folder: where tapes are, in place of `sessions` beside the manifest.
    ///   - mode: what is done with the tape; unless told, what `SNOWDECK_CASSETTE_MODE` says, else it is replayed.
    ///   - instance: what is recorded from; unless told, `SNOWDECK_INSTANCE`.
    ///   - authorization: signs in while recording; unless told, `SNOWDECK_USER` with `SNOWDECK_PASSWORD`, or
    ///     `SNOWDECK_TOKEN`.
    ///   - stubs: answers that stand before those of the tape.
    ///   - options: what is said about what was not played.
    public static func cassette(
        _ name: String, in folder: String? = nil, mode: CassetteMode? = nil, instance: String? = nil,
        authorization: (any NowSDKAuthorizationProviding)? = nil, stubs: [Stub] = [], options: CassetteOptions = [],
        filePath: String = #filePath
    ) -> CassetteTrait {
        CassetteTrait(
            CassetteSetup(
                name: name, folder: folder, filePath: filePath, mode: mode, instance: instance,
                authorization: authorization, stubs: stubs, options: options))
    }

    /// Answers without a file. What no stub answers is a miss.
    ///
    /// - Parameter instance: the address that `CassetteTesting.instanceURL` gives.
    public static func cassette(
        stubs: [Stub], instance: String = CassetteSetup.stubInstance, options: CassetteOptions = []
    ) -> CassetteTrait {
        CassetteTrait(CassetteSetup(filePath: "", instance: instance, stubs: stubs, options: options))
    }
}
