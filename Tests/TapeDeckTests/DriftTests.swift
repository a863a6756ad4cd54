import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Differences between two recordings, by meaning.
struct DriftTests {
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
        let drift = try TapeDrift(
            from: try await record("old", in: folder, [(request, old)]),
            to: try await record("new", in: folder, [(request, new)]))
        let findings = drift.commands.flatMap { $0.findings + $0.exchanges.flatMap(\.findings) }
        return (findings.map { "\($0.severity.rawValue) \($0.place): \($0.change)" }, drift.moved)
    }

    @Test func removedUsedValueIsBroken() async throws {
        let found = try await drift(
            .json(#"{"result":[{"number":"INC0000001","state":"1","caller":{"value":"a"},"gone":true}]}"#),
            .json(#"{"result":[{"number":"INC0000001","state":1,"caller":"a"}]}"#, status: 203))
        expectEqual(
            found.found,
            [
                "failure status: 200 → 203", "failure .result[INC0000001].state: type changed from string to number",
                "failure .result[INC0000001].caller: type changed from object to string",
                "failure .result[INC0000001].gone: removed, it was true",
            ])
    }

    @Test func otherValuesAndCountsAreChanged() async throws {
        let found = try await drift(
            .json(#"{"result":[{"state":"1","caller":""},{}]}"#, headers: ["X-Total-Count": "2"]),
            .json(#"{"result":[{"state":"2","caller":{"value":"a"},"new":1}]}"#, headers: ["X-Total-Count": "1"]))
        expectEqual(
            found.found,
            [
                "info X-Total-Count: 2 → 1", "info .result: 2 → 1 elements", #"info .result[0].state: "1" → "2""#,
                #"info .result[0].caller: "" → {"value":"a"}"#, "info .result[0].new: new, 1",
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
        expectEqual(found.found, [#"info .result[0].by: "\#(john)" → "\#(jane)""#])
        expectEqual(found.moved, 2)
    }

    @Test func exchangesAreMatchedByPathWithMovedNames() async throws {
        let ok = HTTPResponse.json("{}")
        let old = try await record(
            "old", in: folder, [(.get("/a"), ok), (.get("/api/\(made)"), ok), (.get("/only-then"), ok)])
        let new = try await record(
            "new", in: folder, [(.get("/api/\(madeAgain)"), ok), (.get("/a"), ok), (.get("/only-now"), ok)])
        let drift = try TapeDrift(from: old, to: new)
        expectEqual(drift.comparedExchanges, 2)
        expectEqual(
            drift.commands.flatMap(\.exchanges).map { "\($0.path) \($0.findings.map(\.change))" },
            [
                #"/only-then ["is no longer sent"]"#, #"/only-now ["was not sent before"]"#,
            ])
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
        let drift = try TapeDrift(from: try await tape("old", ["a", "b"]), to: try await tape("new", ["c", "a"]))
        expectEqual(
            drift.commands.map { "\($0.line) \($0.findings.map(\.change))" },
            [
                #"b ["was not run again"]"#, #"c ["was not run before"]"#,
            ])
    }

    /// An error replaces an answer: nothing else is compared.
    @Test func statusOfAnotherClassIsTheOnlyDifference() async throws {
        let found = try await drift(.json(#"{"result":[{}]}"#), .json(#"{"error":{}}"#, status: 403))
        expectEqual(found.found, ["failure status: 200 → 403"])
    }

    @Test func textIsCompared() async throws {
        let page = HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array("<p>\(made)</p>".utf8))
        var other = page
        other.body = Array("<p>\(madeAgain)</p>".utf8)
        try await expectEqual(drift(page, page).moved, 0)
        try await expectEqual(drift(page, other).moved, 1)
        other.body = Array("<p>\(made) and \(john)</p>".utf8)
        try await expectEqual(drift(page, other).found, ["info body: 39 bytes → 76, different content"])
        other = .json("{}")
        try await expectEqual(
            drift(page, other).found,
            [
                "failure Content-Type: text/html → application/json", "info body: 39 bytes → 2, different content",
            ])
    }
}
