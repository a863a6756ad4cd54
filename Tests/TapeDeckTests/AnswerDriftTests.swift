import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Recorded answers, compared with those that an instance gives now.
struct AnswerDriftTests {
    private func drift(
        _ recorded: String, _ first: String, _ second: String? = nil, path: String = "/api/now/table/incident"
    ) -> TapeComparison {
        let url = HTTPURL(scheme: "https", host: "new.example.com", path: path)
        let read = TapeReads.Read(exchange: 1, recordedAt: "https://old.example.com", request: HTTPRequest(.get, url))
        var comparison = TapeComparison()
        _ = comparison.add(read, of: nil, .response(.json(recorded)), .json(first), .json(second ?? first))
        return comparison
    }

    private func lines(_ drift: TapeComparison) -> [String] {
        Finding.lines(of: drift.parts.flatMap(\.findings), between: .tapeAndNow)
    }

    @Test func differencesHaveSeverities() {
        let found = drift(
            """
            {"result":[{"number":"INC0000001","state":"1","by":{"value":"a"},"gone":"x","note":"y",\
            "kind":{"value":"1","display_value":"New"}},{"number":"INC0000002","gone":"x"},\
            {"number":"INC0000004","gone":"x"}]}
            """,
            """
            {"result":[{"number":"INC0000001","state":"2","by":"a","note":"","more":"1",\
            "kind":{"value":"1","display_value":"Fresh"}},{"number":"INC0000003"},{"number":"INC0000004"}]}
            """)
        expectEqual(
            lines(found),
            [
                "failure: INC0000001  by  type changed from object to string",
                "failure: gone  field removed (in 2 records)", "warning: INC0000002  removed",
                "warning: INC0000001  note  y → (empty)", "warning: INC0000001  kind  New → Fresh",
                "INC0000003  added", "INC0000001  state  1 → 2", "INC0000001  more  field added",
            ])
    }

    @Test func whatBothAnswersOfNowDifferInIsNoise() {
        let found = drift(
            #"{"result":[{"number":"INC0000001","load":"1","state":"1"}]}"#,
            #"{"result":[{"number":"INC0000001","load":"2","state":"2"}]}"#,
            #"{"result":[{"number":"INC0000001","load":"3","state":"2"}]}"#)
        expectEqual(lines(found), ["INC0000001  state  1 → 2"])
        expectEqual(found.noise, 1)
    }

    @Test func definitionsAreLabels() {
        let found = drift(
            #"{"result":[{"value":"1","label":"New"}]}"#, #"{"result":[{"value":"1","label":"Fresh"}]}"#,
            path: "/api/now/table/sys_choice")
        expectEqual(lines(found), ["warning: record 1  label  New → Fresh"])
    }

    @Test func labelsOfGraphQLAreLabels() {
        let found = drift(
            #"{"data":{"a":{"state":{"value":"1","displayValue":"New"},"sys_mod_count":{"displayValue":"1"}}}}"#,
            #"{"data":{"a":{"state":{"value":"1","displayValue":"Fresh"},"sys_mod_count":{"displayValue":"2"}}}}"#)
        expectEqual(lines(found), ["warning: a.state  New → Fresh"])
        expectEqual(found.folded, 1)
    }

    /// An accepted answer is stored as if the instance of the tape had given it.
    @Test func answerMovesToAnotherInstance() {
        var response = HTTPResponse.json(#"{"a":"https://new.example.com/x","b":"https://new.example.com"}"#)
        response.headers.append("Location", "https://new.example.com/y")
        let moved = response.moved(from: "https://new.example.com", to: "https://old.example.com")
        expectEqual(
            String(decoding: moved.body, as: UTF8.self),
            #"{"a":"https://old.example.com/x","b":"https://old.example.com"}"#)
        expectEqual(moved.headers["Location"], "https://old.example.com/y")
        expectEqual(response.moved(from: "https://else.example.com", to: "https://old.example.com"), response)
    }

    @Test func addressesTimesAndUpdateCountersAreNoDrift() {
        let found = drift(
            #"{"result":{"link":"https://old.example.com/api/x","at":"2025-01-01 00:00:00","sys_mod_count":"1"}}"#,
            #"{"result":{"link":"https://new.example.com/api/x","at":"2026-02-02 00:00:00","sys_mod_count":"4"}}"#)
        expectEqual(lines(found), [])
        expectEqual(found.folded, 2)
    }

    /// Only REST reads and GraphQL queries are sent, each once, to the given instance, without credentials.
    @Test func readsOfTape() async throws {
        let folder = TemporaryFolder()
        var query = HTTPRequest.send(.post, "/api/now/graphql", #"{"query":"{ a }"}"#)
        query.headers.append("Authorization", "Basic eA==")
        let requests: [HTTPRequest] = [
            .get("/api/now/table/incident"), .get("/api/now/table/incident"), .get("/incident.do"),
            .get("/api/%2e%2e/logout.do"),
            .send(.post, "/api/now/table/incident", "{}"), query,
            .send(.post, "/api/now/graphql", #"{"query":"mutation { a }"}"#),
        ]
        let recording = Recording(at: folder.file("tape"), requests.map { _ in .success(.json("{}")) })
        try await command(on: recording.deck, "work", requests)
        try recording.deck.close()
        let tape = try Cassette.playing(at: folder.file("tape"))
        let reads = try TapeReads(of: tape, at: HTTPURL(scheme: "https", host: "new.example.com"))
        expectEqual(
            reads.reads.map { "\($0.request.method) \($0.request.url)" },
            [
                "GET https://new.example.com/api/now/table/incident",
                "POST https://new.example.com/api/now/graphql",
            ])
        expectEqual(reads.reads.last?.request.headers.map(\.name), ["Accept", "Content-Type"])
        // logout.do ends the session.
        expectEqual(reads.omissions, [.page: 1, .change: 3])
    }
}
