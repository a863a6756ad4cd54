import ExchangeModel
import Foundation
import FoundationNetworking
import NowData
import NowSDK
import Sandbox
import Testing
import TestSupport

@testable import CassetteTesting

struct FixedClock: ExchangeModel.Clock {
    var now = Timestamp(seconds: 1_740_000_000)
    func sleep(microseconds: Int64) async throws {}
}

/// A folder for tapes, and an in-process instance to record them from.
struct TapeFixture {
    let folder = TemporaryFolder()
    let sandbox: SandboxInstance

    init() throws { sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock())) }

    /// The configuration that a trait creates, with the sandbox in place of the network.
    func setup(_ name: String, _ mode: CassetteMode, stubs: [Stub] = [], options: CassetteOptions = []) -> CassetteSetup
    {
        var setup = CassetteSetup(
            name: name, folder: folder.path, filePath: "", mode: mode, instance: "http://sandbox.localhost",
            stubs: stubs, options: options)
        setup.live = sandbox
        setup.environment = TestEnvironment(variables: [
            "SNOWDECK_USER": "john.doe", "SNOWDECK_PASSWORD": "password",
        ])
        return setup
    }

    /// Runs work with a tape and returns its result and the issues reported afterwards.
    func visit<Result: Sendable>(
        _ setup: CassetteSetup, as test: String, hasFailed: Bool = false, isCase: Bool = false,
        _ operation: () async throws -> Result
    ) async throws -> (Result, TestTapeReport) {
        let visit = try await TapeRun.begin(setup, for: test)
        do {
            let result = try await visit.tape.withCurrent(operation)
            let verdict = TestTapeReport(of: visit.tape, setup.options, hasFailed: hasFailed, isCase: isCase)
            try visit.end()
            return (result, verdict)
        } catch {
            try visit.end()
            throw error
        }
    }
}

/// Requests that the tests here send.
enum SampleRequests {
    static func tables() throws -> NowTableService {
        let url = try CassetteTesting.instanceURL
        let configuration = NowSDK.makeServiceConfiguration(for: url)
        return NowTableService(configuration: try #require(configuration))
    }

    /// The numbers of active incidents of the highest priority.
    static func numbers(limit: Int = 5) async throws -> [String] {
        let data = try await tables().records(
            from: "incident",
            configuration: FetchConfiguration(
                filter: Filter(query: "priority=1^ORDERBYnumber"), limit: limit,
                readConfiguration: FieldReadConfiguration(includeFields: ["number"])))
        return try JSONDecoder().decode(Answer<[[String: String]]>.self, from: data).result.compactMap { $0["number"] }
    }

    static func create(_ text: String) async throws -> String {
        let data = try await tables().createRecord(
            with: ["short_description": text], in: "incident",
            configuration: FieldReadConfiguration(includeFields: ["number", "sys_id"]))
        let made = try JSONDecoder().decode(Answer<[String: String]>.self, from: data).result
        return try #require(made["number"])
    }

    static func count(_ text: String) async throws -> Int {
        let data = try await tables().records(
            from: "incident",
            configuration: FetchConfiguration(
                filter: Filter(query: "short_description=\(text)"),
                readConfiguration: FieldReadConfiguration(includeFields: ["number"])))
        return try JSONDecoder().decode(Answer<[[String: String]]>.self, from: data).result.count
    }

    private struct Answer<Result: Decodable>: Decodable { let result: Result }
}
