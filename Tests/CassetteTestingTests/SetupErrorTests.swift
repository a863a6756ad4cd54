import ExchangeModel
import Foundation
import NowSDK
import TestSupport
import Testing

@testable import CassetteTesting

/// Errors about missing and unusable tapes.
struct SetupErrorTests {
    private let fixture: TapeFixture
    init() throws { fixture = try TapeFixture() }

    private func setupError(_ setup: CassetteSetup) async -> CassetteTestingError? {
        do {
            _ = try await fixture.visit(setup, as: "a") { true }
            return nil
        } catch {
            return error as? CassetteTestingError
        }
    }

    @Test func missingTapeIsNotEmptyTape() async throws {
        let error = await setupError(fixture.setup("none", .replay))
        expectEqual(error?.kind, .noCassette)
        expectEqual(
            error?.message,
            "There is no tape at \(fixture.folder.file("none.cassette")). To record it, run the test once with "
                + "SNOWDECK_CASSETTE_MODE=record and SNOWDECK_INSTANCE naming an instance.")
    }

    @Test(arguments: [CassetteMode.replay, .record, .extend]) func invalidCassetteIsRejectedAndUnchanged(
        mode: CassetteMode
    ) async throws {
        try fixture.folder.write(Array("no tape".utf8), "odd.cassette")
        await expectEqual(setupError(fixture.setup("odd", mode))?.kind, .unreadable)
        try expectEqual(fixture.folder.bytes("odd.cassette"), Array("no tape".utf8))
    }

    @Test func timeAndInstanceURLNeedATape() throws {
        #expect(TestTape.current == nil)
        #expect(throws: CassetteTestingError.noneAround) { try CassetteTesting.now }
        #expect(throws: CassetteTestingError.noneAround) { try CassetteTesting.instanceURL }
    }

    @Test func invalidModeAndMissingInstanceAreReported() async throws {
        var setup = fixture.setup("t", .record)
        setup.instance = nil
        await expectEqual(
            setupError(setup)?.message,
            "To record, an instance is needed: set SNOWDECK_INSTANCE, or say `instance:`.")
        setup.mode = nil
        setup.environment = TestEnvironment(variables: [CassetteMode.variable: "recrod"])
        await expectEqual(
            setupError(setup)?.message,
            "SNOWDECK_CASSETTE_MODE is “recrod”; it may be replay, record, extend.")
        setup.folder = nil
        setup.filePath = "/nowhere/Tests.swift"
        setup.mode = .replay
        await expectEqual(setupError(setup)?.kind, .misuse)
    }

    @Test func nestedRecordingOfSameTapeIsRejected() async throws {
        let setup = fixture.setup("t", .record)
        let (error, _) = try await fixture.visit(setup, as: "a") { await setupError(setup) }
        expectEqual(error?.kind, .misuse)
    }

    @Test func changesNeedSandboxOrPermission() throws {
        let setup = fixture.setup("t", .record), instance = try Instance("dev1")
        let url = try #require(HTTPURL("https://dev1.service-now.com/api/now/table/incident"))
        let change = HTTPRequest(.post, url), read = HTTPRequest(.get, url)
        let guarding = LiveGuard(setup, isNamed: true)
        try guarding.check(read)
        #expect(throws: TransportFailure.self) { try guarding.check(change) }
        var allowed = setup
        allowed.environment = TestEnvironment(variables: ["SNOWDECK_ALLOW_WRITES": instance.description])
        try LiveGuard(allowed, isNamed: true).check(change)
        #expect(throws: TransportFailure.self) { try LiveGuard(allowed, isNamed: false).check(read) }
    }

    /// A server on this machine is a sandbox, unless a profile says that it is guarded: then it may be a tunnel.
    @Test func profilesGuardBeforeLoopback() throws {
        let folder = TemporaryFolder()
        let file = folder.file("snowdeck/snowdeckrc")
        try FileManager.default.createDirectory(atPath: folder.file("snowdeck"), withIntermediateDirectories: true)
        let url = try #require(HTTPURL("http://127.0.0.1:8080/api/now/table/incident"))
        let change = HTTPRequest(.post, url, purpose: .schema)
        func isGuarded(_ line: String) throws -> Bool {
            try Data("set limit 5\n\(line)\n".utf8).write(to: URL(filePath: file))
            var setup = fixture.setup("t", .record)
            setup.environment = TestEnvironment(variables: ["XDG_CONFIG_HOME": folder.path])
            return (try? LiveGuard(setup, isNamed: true).check(change)) == nil
        }
        for line in [
            "", "profile add box http://127.0.0.1:8080 --guard open", "profile add dev dev1 --guard confirm",
            "profile add other http://127.0.0.1:8081 --guard confirm", "# profile add tunnel http://127.0.0.1:8080",
        ] {
            #expect(try !isGuarded(line), "\(line)")
        }
        for line in [
            "profile add tunnel http://127.0.0.1:8080 --guard production",
            "profile add tunnel https://localhost:8080 --user open --guard=read-only",
            "profile add open 'localhost:8080'",
        ] {
            #expect(try isGuarded(line), "\(line)")
        }
    }

    @Test func testNamesOmitSourceLocations() throws {
        expectEqual(
            SwiftTestingRun.name(of: try #require(Test.current)),
            "CassetteTestingTests.SetupErrorTests/testNamesOmitSourceLocations()")
    }
}
