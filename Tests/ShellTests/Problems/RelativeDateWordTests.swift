import Notation
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// Each correction of a date word finds what the word means on the sandbox.
@Suite struct RelativeDateWordTests {
    private static let words = [
        "today", "yesterday", "tomorrow", "this week", "last week", "next week", "this month", "last month",
        "next month", "this quarter", "this year", "last year", "next year",
    ]

    @Test(arguments: words)
    func correctionsFindWhatWasMeant(word: String) async throws {
        let harness = try ShellHarness(try TestMachine(), tape: nil)
        let period = word.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let start = "javascript:gs.beginningOf\(period)()", end = "javascript:gs.endOf\(period)()"
        var known: [String: [Substring]] = [:]
        func ids(_ query: String) async -> [Substring] {
            if let ids = known[query] { return ids }
            let line = "table list task -q '\(query)' --all -f number --format csv --strict-query"
            let lines = await harness.transcript(of: [line]).split(separator: "\n").dropFirst()
            #expect(!lines.contains { $0.hasPrefix("! ") && !$0.contains("shown") && !$0.contains("No record") })
            let ids = lines.filter { !$0.hasPrefix("! ") }
            known[query] = ids
            return ids
        }
        /// The query that the warning about `text` offers.
        func offered(_ text: String) async throws -> String {
            let shown = await harness.transcript(of: ["table explain task '\(text)'"])
            let hint = try #require(
                shown.split(separator: "\n").first { $0.hasPrefix("! hint: Did you mean ") }, "\(shown)")
            return String(hint.dropFirst("! hint: Did you mean ".count).dropLast())
        }
        for (operation, meant) in [
            ("=", "opened_at>=\(start)^opened_at<=\(end)"), ("!=", "opened_at<\(start)^ORopened_at>\(end)"),
            ("<", "opened_at<\(start)"), ("<=", "opened_at<=\(end)"), (">", "opened_at>\(end)"),
            (">=", "opened_at>=\(start)"), ("IN", "opened_at>=\(start)^opened_at<=\(end)"),
            ("NOT IN", "opened_at<\(start)^ORopened_at>\(end)"),
        ] {
            let correction = try await offered("opened_at\(operation)\(word)")
            #expect(await ids(correction) == ids(meant), "\(operation)")
        }
        let between = try await offered("opened_atBETWEEN2015-01-01@\(word)")
        #expect(await ids(between) == ids("opened_at>=2015-01-01^opened_at<=\(end)"))
    }

    @Test(arguments: [
        ("opened_at=today", "opened_atONToday@javascript:gs.beginningOfToday()@javascript:gs.endOfToday()"),
        (
            "opened_at=Last_Week",
            "opened_atONLast week@javascript:gs.beginningOfLastWeek()@javascript:gs.endOfLastWeek()"
        ),
        (
            "opened_atBETWEENyesterday@now",
            "opened_atBETWEENjavascript:gs.beginningOfYesterday()@javascript:gs.nowDateTime()"
        ),
        ("opened_at=someday", nil), ("opened_atINtoday,someday", nil), ("opened_atNOT INtoday,yesterday", nil),
        ("short_description=today", nil),
    ])
    func correctionIsAQuery(text: String, expected: String?) throws {
        let condition = try #require(EncodedQuery(text).conditions.first)
        let type = text.hasPrefix("opened_at") ? "glide_date_time" : "string"
        #expect(RelativeDateWord.meant(by: condition, type: type) == expected)
    }
}
