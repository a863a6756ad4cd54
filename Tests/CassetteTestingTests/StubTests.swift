import ExchangeModel
import Foundation
import NowSDK
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
        #expect(try await ask("/who") == #"200 "suite""#)
        #expect(try CassetteTesting.now == Date(timeIntervalSince1970: 1_704_067_200))
    }

    @Test(.cassette(stubs: [.get("/who", json: #""test""#)])) func testTapeOverridesSuiteTape() async throws {
        #expect(try await ask("/who") == #"200 "test""#)
    }

    @Test(.cassette(stubs: [.get("/n", json: "0"), .get("/n", json: "1")]), arguments: 0..<20)
    func stubsRespondInOrderAndLastRepeats(round: Int) async throws {
        let answers = [try await ask("/n"), try await ask("/n"), try await ask("/n")]
        #expect(answers == ["200 0", "200 1", "200 1"])
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
            #expect(others == ["200 1", "201 2", "204 "])
            do { return try await ask("/down") } catch { return "\(error)" }
        }
        #expect(answer == "Stubbed failure: nothing came in time.")
    }

    @Test func unmatchedRequestIsExplained() {
        let queue = StubQueue([.post("/t", json: "2"), .get("/t?limit=2&q=x", json: "1"), .get("/other", json: "3")])
        let url = HTTPURL(scheme: "http", host: "h", path: "/t", query: "limit=3&q=x")
        #expect(
            queue.report(HTTPRequest(.get, url)) == """
                No stub answers GET /t?limit=3&q=x.
                nearest: GET /t?limit=2&q=x
                  query limit: the stub's is 2, asked: 3
                nearest: POST /t
                  method: the stub's is POST
                nearest: GET /other
                  path: the stub's is /other
                """)
        #expect(queue.unused == ["stub: POST /t", "stub: GET /t?limit=2&q=x", "stub: GET /other"])
    }

    @Test func stubsTakePrecedenceOverTape() async throws {
        let fixture = try TapeFixture()
        let (recorded, _) = try await fixture.visit(fixture.setup("t", .record), as: "a") {
            try await SampleRequests.numbers()
        }
        let stubbed = fixture.setup("t", .replay, stubs: [.get("/who", json: "1")])
        let (played, _) = try await fixture.visit(stubbed, as: "a") {
            #expect(try await ask("/who") == "200 1")
            return try await SampleRequests.numbers()
        }
        #expect(played == recorded)
    }
}
