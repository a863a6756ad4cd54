public import CassetteTesting
public import NowSDK
public import XCTest

extension XCTestCase {
    /// Runs `operation` with the cassette of that name around it: `sessions/NAME.cassette` beside the package's manifest. A
    /// name with a slash or the suffix is a path, from the folder of the manifest on.
    ///
    /// Inside, the SDK is configured with the tape, and `TestTape.current` has the rest. What the tape could not answer, and
    /// what of it was not played, goes to standard error; with `.strictlyPlayed` a test that passed otherwise fails. The
    /// parameters are those of `.cassette(_:)` for Swift Testing.
    public func withCassette<Result: Sendable>(
        _ name: String, in folder: String? = nil, mode: CassetteMode? = nil, instance: String? = nil,
        authorization: (any NowSDKAuthorizationProviding)? = nil, stubs: [Stub] = [], options: CassetteOptions = [],
        filePath: StaticString = #filePath, line: UInt = #line, operation: () async throws -> Result
    ) async throws -> Result {
        try await run(
            CassetteSetup(
                name: name, in: folder, mode: mode, instance: instance, authorization: authorization, stubs: stubs,
                options: options, filePath: "\(filePath)"), filePath, line, operation)
    }

    /// Runs `operation` with stubs alone around it.
    public func withCassette<Result: Sendable>(
        stubs: [Stub], instance: String = CassetteSetup.stubInstance, options: CassetteOptions = [],
        filePath: StaticString = #filePath, line: UInt = #line, operation: () async throws -> Result
    ) async throws -> Result {
        try await run(
            CassetteSetup(stubs: stubs, instance: instance, options: options), filePath, line, operation)
    }

    private func run<Result: Sendable>(
        _ setup: CassetteSetup, _ filePath: StaticString, _ line: UInt, _ operation: () async throws -> Result
    ) async throws -> Result {
        try await CassetteTesting.runReporting(
            setup, scene: name, hasFailed: { (testRun?.totalFailureCount ?? 0) > 0 },
            fail: { XCTFail($0, file: filePath, line: line) }, operation)
    }
}
