import Foundation
public import FoundationEssentials
public import NowSDK
import Synchronization
public import Testing

/// Runs `operation` with the cassette of that name around it, as the trait `.cassette(_:)` does for a whole test: for one
/// part of a test, for the cases of a test with arguments that change something, for other test libraries.
///
/// Outside of Swift Testing, warnings go to standard error; `CassetteTestingXCTest` reports to XCTest.
///
/// - Parameter scene: the name by which the tape knows what is recorded here; unless told, the test's own.
public func withCassette<Result: Sendable>(
    _ name: String, in folder: String? = nil, mode: CassetteMode? = nil, scene: String? = nil, instance: String? = nil,
    authorization: (any NowSDKAuthorizationProviding)? = nil, stubs: [Stub] = [], options: CassetteOptions = [],
    filePath: String = #filePath, operation: @Sendable () async throws -> Result
) async throws -> Result {
    let setup = CassetteSetup(
        name: name, folder: folder, filePath: filePath, mode: mode, instance: instance, authorization: authorization,
        stubs: stubs, options: options)
    return try await run(setup, scene: scene, operation)
}

/// Runs `operation` with stubs alone around it.
public func withCassette<Result: Sendable>(
    stubs: [Stub], instance: String = CassetteSetup.stubInstance, options: CassetteOptions = [],
    operation: @Sendable () async throws -> Result
) async throws -> Result {
    try await run(
        CassetteSetup(filePath: "", instance: instance, stubs: stubs, options: options), scene: nil, operation)
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

/// The same for a test library that says itself whether the test has failed, and takes a failure.
package func runReporting<Result: Sendable>(
    _ setup: CassetteSetup, scene: String?, hasFailed: () -> Bool, fail: ((String) -> Void)?,
    _ operation: () async throws -> Result
) async throws -> Result {
    let visit = try await TapeVisit.begin(setup, for: scene)
    let outcome: Swift.Result<Result, any Error>
    do {
        outcome = .success(try await visit.tape.around(operation))
    } catch {
        outcome = .failure(error)
    }
    var isFailure = hasFailed()
    if case .failure = outcome { isFailure = true }
    let verdict = TapeVerdict(of: visit.tape, setup.options, hasFailed: isFailure, isCase: false)
    try visit.end()
    let texts = verdict.attachments.map { "\($0.name):\n\($0.text)" } + verdict.warnings.map { "warning: \($0)" }
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
/// Inside the test the SDK is configured with the tape, so that `NowData.makeTableService(instanceUrl:)` and everything
/// else of its surface works unchanged; `TestTape.current` has the rest. Each test, and each case of a test with arguments,
/// starts at its own beginning of the tape and sees nothing of the others, however many run side by side. A test's own
/// cassette is in place of its suite's.
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
    ///   - stubs: answers that are before those of the tape.
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

/// The time as the tape of this test has it: it is still at the moment the recording began, in every mode.
///
/// Throws when no cassette is around this code.
public var now: Date {
    get throws(CassetteTestingError) { try TestTape.required().now }
}

/// The address of the instance that the tape was recorded from; while recording, of the instance that answers.
///
/// Throws when no cassette is around this code.
public var instanceURL: URL {
    get throws(CassetteTestingError) { try TestTape.required().instanceURL }
}
