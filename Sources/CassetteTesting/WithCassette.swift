import Foundation
public import NowSDK
import Testing

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
