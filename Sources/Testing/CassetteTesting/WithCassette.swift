import Foundation
public import FoundationEssentials
public import NowSDK
public import Testing

/// Runs `operation` with a cassette, as the trait `.cassette(_:)` does for a whole test. Use it for a part of a test,
/// for cases of a parameterized test that change data, and for other test libraries.
///
/// Outside Swift Testing, warnings go to standard error; `CassetteTestingXCTest` reports to XCTest. `scene` is the name
/// under which the recording is stored (default: the test's name).
public func withCassette<Result: Sendable>(
    _ name: String, in folder: String? = nil, mode: CassetteMode? = nil, scene: String? = nil, instance: String? = nil,
    authorization: (any NowSDKAuthorizationProviding & Sendable)? = nil, stubs: [Stub] = [],
    options: CassetteOptions = [], filePath: String = #filePath, operation: @Sendable () async throws -> Result
) async throws -> Result {
    let setup = CassetteSetup(
        name: name, folder: folder, filePath: filePath, mode: mode, instance: instance, authorization: authorization,
        stubs: stubs, options: options)
    return try await run(setup, scene: scene, operation)
}

/// Runs `operation` with stubs only.
public func withCassette<Result: Sendable>(
    stubs: [Stub], instance: String = CassetteSetup.stubInstance, options: CassetteOptions = [],
    operation: @Sendable () async throws -> Result
) async throws -> Result {
    try await run(CassetteSetup(instance: instance, stubs: stubs, options: options), scene: nil, operation)
}

func run<Result: Sendable>(
    _ setup: CassetteSetup, scene: String?, _ operation: @Sendable () async throws -> Result
) async throws -> Result {
    if let test = Test.current {
        return try await SwiftTestingRun(setup: setup, scene: scene, test: test, testCase: Test.Case.current)
            .perform(operation)
    }
    return try await runReporting(setup, scene: scene, hasFailed: { false }, fail: nil, operation)
}

/// A variant for test libraries that report by themselves whether the test failed, and that accept a failure.
package func runReporting<Result: Sendable>(
    _ setup: CassetteSetup, scene: String?, hasFailed: () -> Bool, fail: ((String) -> Void)?,
    _ operation: () async throws -> Result
) async throws -> Result {
    let tapeRun = try await TapeRun.begin(setup, for: scene)
    let outcome: Swift.Result<Result, any Error>
    do {
        outcome = .success(try await tapeRun.tape.withCurrent(operation))
    } catch {
        outcome = .failure(error)
    }
    var isFailure = hasFailed()
    if case .failure = outcome { isFailure = true }
    let verdict = TestTapeReport(of: tapeRun.tape, setup.options, hasFailed: isFailure, isCase: false)
    try tapeRun.end()
    let texts =
        verdict.attachments.filter { $0.name.hasSuffix(".txt") }.map { "\($0.name):\n\($0.text)" }
        + verdict.warnings.map { "warning: \($0)" }
    for text in texts { FileHandle.standardError.write(Data("\(scene ?? "test"): \(text)\n".utf8)) }
    let value = try outcome.get()
    if let failure = verdict.failure {
        guard let fail else { throw CassetteTestingError(.unplayed, failure) }
        fail(failure)
    }
    return value
}

/// Gives a test, or every test of a suite, a cassette: `@Test(.cassette("triage"))`.
///
/// In the test the SDK is configured with the tape, so `NowData.makeTableService(instanceUrl:)` and the other functions
/// work unchanged; `TestTape.current` has more. Each test, and each case of a parameterized test, starts at its own
/// beginning of the tape, even when run in parallel. A test's cassette replaces its suite's.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let setup: CassetteSetup
    /// Distinguishes traits with equal content.
    private let identity = Identity()
    private final class Identity: Sendable {}

    init(_ setup: CassetteSetup) { self.setup = setup }

    /// Always true: a suite's cassette applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Provides a scope for each test case, and none for suites.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> CassetteTrait? { testCase == nil ? nil : self }

    /// Runs the test with its tape and reports afterwards.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let innermost = test.traits.last { $0 is CassetteTrait } as? CassetteTrait
        guard innermost == nil || innermost?.identity === identity else { return try await function() }
        try await SwiftTestingRun(setup: setup, test: test, testCase: testCase).perform(function)
    }
}

extension Trait where Self == CassetteTrait {
    /// A cassette by name: `sessions/NAME.cassette` next to the package manifest. A name with a slash or the suffix is
    /// a path relative to the manifest's folder.
    ///
    /// - Parameters:
    ///   - folder: the folder of the tapes (default: `sessions` next to the manifest).
    ///   - mode: how the tape is used (default: `SNOWDECK_CASSETTE_MODE`, or replay).
    ///   - instance: the instance to record from (default: `SNOWDECK_INSTANCE`).
    ///   - authorization: provides tokens for recording (default: `SNOWDECK_USER` with `SNOWDECK_PASSWORD`, or
    ///     `SNOWDECK_TOKEN`).
    ///   - stubs: responses that take precedence over the tape.
    ///   - options: how unplayed exchanges are reported.
    public static func cassette(
        _ name: String, in folder: String? = nil, mode: CassetteMode? = nil, instance: String? = nil,
        authorization: (any NowSDKAuthorizationProviding & Sendable)? = nil, stubs: [Stub] = [],
        options: CassetteOptions = [], filePath: String = #filePath
    ) -> CassetteTrait {
        CassetteTrait(
            CassetteSetup(
                name: name, folder: folder, filePath: filePath, mode: mode, instance: instance,
                authorization: authorization, stubs: stubs, options: options))
    }

    /// Stubs without a file. A request that no stub matches is a miss.
    ///
    /// - Parameter instance: the URL returned by `CassetteTesting.instanceURL`.
    public static func cassette(
        stubs: [Stub], instance: String = CassetteSetup.stubInstance, options: CassetteOptions = []
    ) -> CassetteTrait {
        CassetteTrait(CassetteSetup(instance: instance, stubs: stubs, options: options))
    }
}

/// The time of this test's tape, fixed at the start of the recording in every mode.
///
/// Throws if there is no current cassette.
public var now: Date {
    get throws(CassetteTestingError) { try TestTape.required().now }
}

/// The URL of the instance that the tape was recorded from, or of the one being recorded.
///
/// Throws if there is no current cassette.
public var instanceURL: URL {
    get throws(CassetteTestingError) { try TestTape.required().instanceURL }
}
