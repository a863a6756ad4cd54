public import CassetteTesting
public import NowSDK
public import XCTest

extension XCTestCase {
    /// Runs `operation` with a cassette: `sessions/NAME.cassette` next to the package manifest. A name with a slash or
    /// the suffix is a path relative to the manifest's folder.
    ///
    /// Inside, the SDK is configured with the tape, and `TestTape.current` has more. Misses and unplayed exchanges are
    /// written to standard error; with `.strictlyPlayed`, unplayed exchanges fail a test that passed otherwise. The
    /// parameters are those of `.cassette(_:)` for Swift Testing.
    public func withCassette<Result: Sendable>(
        _ name: String, in folder: String? = nil, mode: CassetteMode? = nil, instance: String? = nil,
        authorization: (any NowSDKAuthorizationProviding & Sendable)? = nil, stubs: [Stub] = [],
        options: CassetteOptions = [],
        filePath: StaticString = #filePath, line: UInt = #line, operation: () async throws -> Result
    ) async throws -> Result {
        try await run(
            CassetteSetup(
                name: name, folder: folder, filePath: "\(filePath)", mode: mode, instance: instance,
                authorization: authorization, stubs: stubs, options: options), filePath, line, operation)
    }

    /// Runs `operation` with stubs only.
    public func withCassette<Result: Sendable>(
        stubs: [Stub], instance: String = CassetteSetup.stubInstance, options: CassetteOptions = [],
        filePath: StaticString = #filePath, line: UInt = #line, operation: () async throws -> Result
    ) async throws -> Result {
        try await run(CassetteSetup(instance: instance, stubs: stubs, options: options), filePath, line, operation)
    }

    private func run<Result: Sendable>(
        _ setup: CassetteSetup, _ filePath: StaticString, _ line: UInt, _ operation: () async throws -> Result
    ) async throws -> Result {
        try await CassetteTesting.runReporting(
            setup, scene: name, hasFailed: { (testRun?.totalFailureCount ?? 0) > 0 },
            fail: { XCTFail($0, file: filePath, line: line) }, operation)
    }
}
