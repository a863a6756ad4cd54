import ExchangeModel
import Foundation
import FoundationNetworking
import NowData
import NowSDK
import Sandbox
import TestSupport
import Testing

@testable import CassetteTesting

/// Stubbed responses, and how traits combine on tests and suites.
@Suite(.cassette(stubs: [.get("/who", json: #""suite""#)])) struct StubTests {
    private func ask(_ target: String, _ method: HTTPMethod = .get) async throws -> String {
        let tape = try TestTape.required()
        let url = try #require(HTTPURL(tape.instance.description + target))
        let response = try await tape.transport.send(HTTPRequest(method, url))
        return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
    }

    @Test func suiteTapeAppliesToItsTests() async throws {
        try await expectEqual(ask("/who"), #"200 "suite""#)
        try expectEqual(CassetteTesting.now, Date(timeIntervalSince1970: 1_704_067_200))
    }

    @Test(.cassette(stubs: [.get("/who", json: #""test""#)])) func testTapeOverridesSuiteTape() async throws {
        try await expectEqual(ask("/who"), #"200 "test""#)
    }

    @Test(.cassette(stubs: [.get("/n", json: "0"), .get("/n", json: "1")]), arguments: 0..<20)
    func stubsRespondInOrderAndLastRepeats(round: Int) async throws {
        let answers = [try await ask("/n"), try await ask("/n"), try await ask("/n")]
        expectEqual(answers, ["200 0", "200 1", "200 1"])
    }

    @Test func stubMatchesWhatItNames() async throws {
        let answer = try await withCassette(stubs: [
            .get("/t/a%20b?limit=2&q=x%3D1", json: "1"), .post("/t", json: "2"), .delete("/t"),
            .failure("GET", "/down", .timeout),
        ]) {
            let others = [
                try await ask("/t/a%20b?offset=3&q=x=1&limit=2"), try await ask("/t", .post),
                try await ask("/t", .delete),
            ]
            expectEqual(others, ["200 1", "201 2", "204 "])
            do { return try await ask("/down") } catch { return "\(error)" }
        }
        expectEqual(answer, "Stubbed failure: nothing came in time.")
    }

    @Test func unmatchedRequestIsExplained() {
        let queue = StubQueue([.post("/t", json: "2"), .get("/t?limit=2&q=x", json: "1"), .get("/other", json: "3")])
        let url = HTTPURL(scheme: "http", host: "h", path: "/t", query: "limit=3&q=x")
        expectEqual(
            queue.report(HTTPRequest(.get, url)),
            """
            No stub answers GET /t?limit=3&q=x.
            stub: POST /t
            stub: GET /t?limit=2&q=x
            stub: GET /other
            """)
        expectEqual(queue.unused, ["stub: POST /t", "stub: GET /t?limit=2&q=x", "stub: GET /other"])
    }

    @Test func stubsTakePrecedenceOverTape() async throws {
        let fixture = try TapeFixture()
        let (recorded, _) = try await fixture.visit(fixture.setup("t", .record), as: "a") {
            try await SampleRequests.numbers()
        }
        let stubbed = fixture.setup("t", .replay, stubs: [.get("/who", json: "1")])
        let (played, _) = try await fixture.visit(stubbed, as: "a") {
            try await expectEqual(ask("/who"), "200 1")
            return try await SampleRequests.numbers()
        }
        expectEqual(played, recorded)
    }
}

/// A folder for tapes, and an in-process instance to record them from.
struct TapeFixture {
    let folder = TemporaryFolder()
    let sandbox: SandboxInstance

    init() throws {
        sandbox = try SandboxInstance(SandboxOptions(clock: ManualClock(Timestamp(seconds: 1_740_000_000))))
    }

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
