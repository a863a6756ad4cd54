import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Differences between two recordings, by meaning.
struct TapeComparisonTests {
    private let folder = TemporaryFolder()
    private let john = "5137153cc611227c000bbd1bd8cd2005", jane = "62826bf03710200044e0bfc8bcbe5df1"
    private let made = "00000000000000000000000000000aaa", madeAgain = "00000000000000000000000000000bbb"

    /// Records one command with these exchanges into a file.
    private func record(_ name: String, in folder: TemporaryFolder, _ exchanges: [(HTTPRequest, HTTPResponse)])
        async throws -> Cassette
    {
        let recording = Recording(at: folder.file(name), exchanges.map { .success($0.1) })
        try await command(on: recording.deck, "work", exchanges.map(\.0))
        try recording.deck.close()
        return try Cassette.playing(at: folder.file(name))
    }

    /// The findings for one exchange with an old and a new response.
    private func drift(_ old: HTTPResponse, _ new: HTTPResponse) async throws -> (found: [String], moved: Int) {
        let request = HTTPRequest.get("/api/now/table/incident"), folder = TemporaryFolder()
        let drift = try TapeComparison(
            from: try await record("old", in: folder, [(request, old)]),
            to: try await record("new", in: folder, [(request, new)]))
        return (Finding.lines(of: drift.parts.flatMap(\.findings), between: .tapeAndNow), drift.folded)
    }

    @Test func removedUsedValueIsBroken() async throws {
        let found = try await drift(
            .json(#"{"result":[{"number":"INC0000001","state":"1","caller":{"value":"a"},"gone":true}]}"#),
            .json(#"{"result":[{"number":"INC0000001","state":1,"caller":"a"}]}"#, status: 203))
        expectEqual(
            found.found,
            [
                "failure: status  200 → 203", "failure: INC0000001  state  type changed from string to number",
                "failure: INC0000001  caller  type changed from object to string",
                "failure: INC0000001  gone  field removed",
            ])
    }

    @Test func otherValuesAndCountsAreChanged() async throws {
        let found = try await drift(
            .json(#"{"result":[{"state":"1","caller":""},{}]}"#, headers: ["X-Total-Count": "2"]),
            .json(#"{"result":[{"state":"2","caller":{"value":"a"},"new":1}]}"#, headers: ["X-Total-Count": "1"]))
        expectEqual(
            found.found,
            [
                "records  2 → 1", "rows  2 → 1", "record 1  state  1 → 2", "record 1  caller  (empty) → a",
                "record 1  new  field added",
            ])
    }

    @Test func consistentlyMovedValuesAreOnlyCounted() async throws {
        func answer(_ id: String, _ number: String, _ time: String, by user: String) -> HTTPResponse {
            .json(
                """
                {"result":[{"sys_id":"\(id)","number":"\(number)","sys_created_on":"\(time)","opened_by":"\(user)",\
                "link":"https://x/api/now/table/incident/\(id)?v=1"}]}
                """)
        }
        let found = try await drift(
            answer(made, "INC0010021", "2025-03-03 16:00:00", by: john),
            answer(madeAgain, "INC0010024", "2026-01-01T00:00:00.123Z", by: john))
        expectEqual(found.found, [])
        expectEqual(found.moved, 4)
    }

    @Test func changedReferenceIsReported() async throws {
        // John is another record in the first place, and the same in the second.
        let found = try await drift(
            .json(#"{"result":[{"by":"\#(john)","to":"\#(john)"},{"by":"\#(made)","to":"\#(made)"}]}"#),
            .json(#"{"result":[{"by":"\#(jane)","to":"\#(john)"},{"by":"\#(madeAgain)","to":"\#(madeAgain)"}]}"#))
        expectEqual(found.found, ["record 1  by  \(john) → \(jane)"])
        expectEqual(found.moved, 2)
    }

    @Test func exchangesAreMatchedByPathWithMovedNames() async throws {
        let ok = HTTPResponse.json("{}")
        let old = try await record(
            "old", in: folder, [(.get("/a"), ok), (.get("/api/\(made)"), ok), (.get("/only-then"), ok)])
        let new = try await record(
            "new", in: folder, [(.get("/api/\(madeAgain)"), ok), (.get("/a"), ok), (.get("/only-now"), ok)])
        let drift = try TapeComparison(from: old, to: new)
        expectEqual(drift.requests, 2)
        expectEqual(
            Finding.lines(of: drift.parts.flatMap(\.findings), between: .tapeAndNow),
            ["GET /only-then  only on the tape", "GET /only-now  only now"])
        expectEqual(drift.count(.failure), 0)
        expectEqual(drift.count(.info), 2)
    }

    @Test func commandsThatOneTapeHasAreReported() async throws {
        func tape(_ name: String, _ lines: [String]) async throws -> Cassette {
            let recording = Recording(at: folder.file(name), [])
            for line in lines { try await command(on: recording.deck, line, []) }
            try recording.deck.close()
            return try Cassette.playing(at: folder.file(name))
        }
        let drift = try TapeComparison(from: try await tape("old", ["a", "b"]), to: try await tape("new", ["c", "a"]))
        expectEqual(
            drift.parts.map { "\($0.line ?? "") \(Finding.lines(of: $0.findings, between: .tapeAndNow))" },
            ["a []", #"b ["only on the tape"]"#, #"c ["only now"]"#])
        expectEqual([drift.lonely.old, drift.lonely.new, drift.count(.info)], [1, 1, 0])
    }

    /// An error replaces an answer: nothing else is compared.
    @Test func statusOfAnotherClassIsTheOnlyDifference() async throws {
        let found = try await drift(.json(#"{"result":[{}]}"#), .json(#"{"error":{}}"#, status: 403))
        expectEqual(found.found, ["failure: status  200 → 403"])
    }

    @Test func textIsCompared() async throws {
        let page = HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array("<p>\(made)</p>".utf8))
        var other = page
        other.body = Array("<p>\(madeAgain)</p>".utf8)
        try await expectEqual(drift(page, page).moved, 0)
        try await expectEqual(drift(page, other).moved, 1)
        other.body = Array("<p>\(made) and you</p>".utf8)
        try await expectEqual(
            drift(page, other).found, ["line 1  <p>\(made)</p> → <p>\(made) and you</p>"])
        other = .json("{}")
        try await expectEqual(
            drift(page, other).found,
            [
                "failure: Content-Type  text/html → application/json", "body  39 bytes → 2 bytes",
            ])
    }
}
