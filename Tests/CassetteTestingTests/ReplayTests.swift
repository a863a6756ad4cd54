import CassetteStore
import Foundation
import NowData
import Notation
import TapeDeck
import TestSupport
import Testing

@testable import CassetteTesting

/// Tests record, replay and extend tapes.
struct ReplayTests {
    private let fixture: TapeFixture
    init() throws { fixture = try TapeFixture() }

    /// A list, a change, the same list.
    private func exchanges() async throws -> [String] {
        let before = try await SampleRequests.count("Printer"), made = try await SampleRequests.create("Printer")
        return ["\(before)", made, "\(try await SampleRequests.count("Printer"))", "\(try CassetteTesting.now)"]
    }

    @Test func recordingIsPlayedWithItsTimeAndUser() async throws {
        let (recorded, _) = try await fixture.visit(fixture.setup("t", .record), as: "a", exchanges)
        #expect(recorded[0] == "0" && recorded[2] == "1")
        let (played, verdict) = try await fixture.visit(fixture.setup("t", .replay), as: "a") {
            try expectEqual(TestTape.required().user, "john.doe")
            try expectEqual(CassetteTesting.instanceURL.absoluteString, "http://sandbox.localhost")
            return try await exchanges()
        }
        expectEqual(played, recorded)
        #expect(verdict.warnings == [] && verdict.failure == nil && verdict.attachments.isEmpty)
        let tape = try Cassette.playing(at: fixture.folder.file("t.cassette"))
        expectEqual(Audit(of: tape).findings.map(\.description), [])
        expectEqual(fixture.folder.names, ["t.cassette"])
    }

    @Test func eachTestStartsAtItsOwnRecording() async throws {
        let (first, _) = try await fixture.visit(fixture.setup("t", .record), as: "a", exchanges)
        let (second, _) = try await fixture.visit(fixture.setup("t", .record), as: "b", exchanges)
        #expect(second[0] == "1" && second[2] == "2")
        // In any order, concurrently.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<60 {
                group.addTask {
                    let isFirst = round % 2 == 0
                    let (played, verdict) = try await fixture.visit(
                        fixture.setup("t", .replay), as: isFirst ? "a" : "b", exchanges)
                    expectEqual(played, (isFirst ? first : second))
                    expectEqual(verdict.warnings, [])
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func unknownTestStartsAtTheBeginning() async throws {
        let (recorded, _) = try await fixture.visit(fixture.setup("t", .record), as: "a", exchanges)
        let (played, verdict) = try await fixture.visit(fixture.setup("t", .replay), as: "stranger", exchanges)
        expectEqual(played, recorded)
        expectEqual(verdict.warnings, [])
    }

    @Test func extendingPlaysRecordedAndRecordsNew() async throws {
        let (first, _) = try await fixture.visit(fixture.setup("t", .record), as: "a") {
            try await SampleRequests.numbers()
        }
        // Exchanges added by another test in between are separate.
        func other() async throws { _ = try await fixture.visit(fixture.setup("t", .extend), as: "b") { true } }
        try await other()
        func longer() async throws -> [String] { try await SampleRequests.numbers() + SampleRequests.numbers(limit: 2) }
        let (extended, _) = try await fixture.visit(fixture.setup("t", .extend), as: "a", longer)
        expectEqual(extended, first + first.prefix(2))
        try await other()
        func changing() async throws -> [String] {
            try await SampleRequests.numbers() + SampleRequests.numbers(limit: 2) + exchanges().dropLast()
        }
        let (again, _) = try await fixture.visit(fixture.setup("t", .extend), as: "a", changing)
        let (played, verdict) = try await fixture.visit(fixture.setup("t", .replay), as: "a", changing)
        expectEqual(played, again)
        expectEqual(verdict.warnings, [])
        let tape = try Cassette.playing(at: fixture.folder.file("t.cassette"))
        expectEqual(fixture.folder.names, ["t.cassette"])
        let settings = try tape.sessions().map(\.settings)
        expectEqual(settings, [#"{"test":"a"}"#, #"{"test":"a","continues":1}"#, #"{"test":"a","continues":2}"#])
    }

    @Test func extendingMissingTapeRecords() async throws {
        let (recorded, _) = try await fixture.visit(fixture.setup("t", .extend), as: "a", exchanges)
        let (played, _) = try await fixture.visit(fixture.setup("t", .replay), as: "a", exchanges)
        expectEqual(played, recorded)
    }

    @Test func missNamesTapeNearestExchangeAndHint() async throws {
        _ = try await fixture.visit(fixture.setup("t", .record), as: "a") { try await SampleRequests.numbers() }
        let (text, verdict) = try await fixture.visit(fixture.setup("t", .replay), as: "a", hasFailed: true) {
            await #expect(throws: NowDataError.self) { _ = try await SampleRequests.numbers(limit: 7) }
            do { return "\(try await SampleRequests.numbers(limit: 6))" } catch { return String(describing: error) }
        }
        let path = fixture.folder.file("t.cassette")
        expectEqual(
            text,
            """
            Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?\
            sysparm_query=priority=1^ORDERBYnumber&sysparm_fields=number&sysparm_limit=6.
            nearest: %.1
              sysparm_limit
                recorded: 5
                asked:    6
            tape: \(path), 0 requests of this test answered, after 0 changes
            to record what is missing: SNOWDECK_CASSETTE_MODE=extend with SNOWDECK_INSTANCE naming an instance
            """)
        expectEqual(verdict.attachments.map(\.name), ["misses.txt", "unplayed.txt"])
        expectEqual(verdict.attachments.first?.text.hasSuffix(text + "\n"), true)
        #expect(verdict.warnings == [] && verdict.failure == nil)
    }

    /// The page of a failed test has its tape and what that had no answer to, as data.
    @Test func failedTestAttachesPage() async throws {
        _ = try await fixture.visit(fixture.setup("t", .record), as: "a") { try await SampleRequests.numbers() }
        func page(hasFailed: Bool) async throws -> String? {
            try await fixture.visit(
                fixture.setup("t", .replay, options: .attachesPage), as: "a", hasFailed: hasFailed
            ) { try? await SampleRequests.numbers(limit: 6) }.1.attachments.first { $0.name == "tape.html" }?.text
        }
        try await expectEqual(page(hasFailed: false), nil)
        let text = try #require(try await page(hasFailed: true))
        let start = try #require(text.range(of: #"id="about">"#)?.upperBound)
        let end = try #require(text.range(of: "</script>", range: start..<text.endIndex)?.lowerBound)
        let about = JSON(try JSONDocument(Array(text[start..<end].utf8)).root)
        let panel = try #require(about["panel"]?["data"]), miss = panel["parts"]?[0]?[5]?[0]
        expectEqual(about["title"], "CassetteTesting")
        expectEqual(panel["summary"], "The tape has no answer for this.")
        expectEqual(miss?["message"]?.scalarText?.hasPrefix("Nothing is recorded for GET "), true)
        expectEqual(
            miss?["miss"]?["nearest"]?[0]?["differences"],
            [["part": "query", "place": "sysparm_limit", "recorded": "5", "asked": "6"]])
        #expect(text.contains("/api/now/table/incident"))
    }

    @Test func unplayedExchangesAreReportedWithoutMaskingFailure() async throws {
        _ = try await fixture.visit(fixture.setup("t", .record), as: "a") {
            try await SampleRequests.numbers() + SampleRequests.numbers(limit: 2)
        }
        func half(_ options: CassetteOptions, failing: Bool = false, isCase: Bool = false, as test: String = "a")
            async throws -> TestTapeReport
        {
            try await fixture.visit(
                fixture.setup("t", .replay, options: options), as: test, hasFailed: failing, isCase: isCase
            ) { try await SampleRequests.numbers() }.1
        }
        let left = try await half([])
        #expect(left.warnings.count == 1 && left.warnings[0].hasPrefix("Not played:\n  request 2: GET "))
        #expect(left.failure == nil && left.attachments.isEmpty)
        try await expectEqual(half(.ignoresUnplayed).warnings, [])
        try await expectEqual(half([], isCase: true).warnings, [])
        try await expectEqual(half([], as: "other").warnings, [])
        try await expectEqual(half(.reportsUnplayed, as: "other").warnings.count, 1)
        let strict = try await half(.strictlyPlayed)
        #expect(strict.failure == left.warnings[0] && strict.warnings == [])
        let failed = try await half(.strictlyPlayed, failing: true)
        #expect(failed.failure == nil && failed.warnings == [] && failed.attachments.map(\.name) == ["unplayed.txt"])
    }

    @Test func swallowedMissIsReported() async throws {
        _ = try await fixture.visit(fixture.setup("t", .record), as: "a") { try await SampleRequests.numbers() }
        let (_, verdict) = try await fixture.visit(fixture.setup("t", .replay), as: "a") {
            _ = try? await SampleRequests.numbers(limit: 9)
            return try await SampleRequests.numbers()
        }
        expectEqual(verdict.warnings.count, 1)
        expectEqual(
            verdict.warnings.first?.hasPrefix("The test passed although its tape had no answer: Nothing is"), true)
    }
}
