import ExchangeModel
import NowSDK
import TestSupport
import Testing

@testable import MyWork

/// Journals are read from wherever the user may read them.
struct JournalTests {
    private let id = "061c92d26f030200d7aecd9c5d3ee4f8"
    private let listed =
        "GET /api/now/table/sys_journal_field?sysparm_query=element_id%3D061c92d26f030200d7aecd9c5d3ee4f8%5EORDERBYDESCsys_created_on&sysparm_fields=sys_created_on%2Csys_created_by%2Celement%2Cvalue%2Celement_id&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=3"
    private let displayed =
        "GET /api/now/table/task/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_fields=sys_id%2Ccomments_and_work_notes%2Cwork_notes%2Ccomments&sysparm_display_value=all&sysparm_exclude_reference_link=true"

    private func row(_ text: String, of element: String = "061c92d26f030200d7aecd9c5d3ee4f8") -> String {
        #"""
        {"sys_created_on":{"display_value":"2025-03-03 00:00:02","value":"2025-03-03 08:00:02"},"sys_created_by":{"display_value":"john.doe","value":"john.doe"},"element":{"display_value":"work_notes","value":"work_notes"},"value":{"display_value":"\#(text)","value":"\#(text)"},"element_id":{"display_value":"x","value":"\#(element)"}}
        """#
    }

    private func rows(_ rows: [String], total: Int) -> ScriptedTransport.Outcome {
        answer(#"{"result":[\#(rows.joined(separator: ","))]}"#, [HeaderField("X-Total-Count", String(total))])
    }

    private func record(_ columns: [(String, String)]) -> ScriptedTransport.Outcome {
        let cells = columns.map { #""\#($0)":{"display_value":"\#($1)","value":""}"# }
        return answer(#"{"result":{"sys_id":{"value":"\#(id)"},\#(cells.joined(separator: ","))}}"#)
    }

    private let stream =
        #"2025-03-03 00:00:02 - John Doe (Work notes)\ntwo\n\n2025-03-02 00:00:02 - Abel Tuter (Additional comments)\none\n\n"#

    @Test func entriesAreRecordsIfReadable() async throws {
        let script = ScriptedTransport([rows([row("two"), row("one")], total: 7)])
        let journal = try await service(script).comments(of: id, limit: 3)
        #expect(journal.source == .table && journal.total == 7 && journal.withheld == 1)
        expectEqual(asked(script), [listed, displayed])
        let whole = ScriptedTransport([rows([row("two")], total: 1)])
        try await expectEqual(
            service(whole).comments(of: id, limit: 3),
            TaskJournal(
                entries: [
                    JournalEntry(
                        kind: .workNote, author: "john.doe", text: "two", shownTime: "2025-03-03 00:00:02",
                        created: Timestamp(glideText: "2025-03-03 08:00:02"))
                ], source: .table, total: 1))
        expectEqual(asked(whole), [listed])
    }

    static let closed = [
        #"{"result":[]}"#,
        #"{"error":{"message":"Operation Failed","detail":"Failed API level ACL Validation"},"status":"failure"}"#,
    ]

    @Test(arguments: [200, 403])
    func unreadableTableFallsBackToDisplayValue(status: Int) async throws {
        let script = ScriptedTransport([
            answer(Self.closed[status == 200 ? 0 : 1], status: status), record([("comments_and_work_notes", stream)]),
        ])
        let journal = try await service(script).comments(of: id, limit: 3)
        expectEqual(asked(script), [listed, displayed])
        #expect(journal.source == .record && journal.total == 2)
        expectEqual(
            journal.entries,
            [
                JournalEntry(
                    kind: .workNote, author: "John Doe", text: "two", shownTime: "2025-03-03 00:00:02", created: nil),
                JournalEntry(
                    kind: .comment, author: "Abel Tuter", text: "one", shownTime: "2025-03-02 00:00:02", created: nil),
            ])
    }

    @Test func partlyUnreadableJournalIsReadFromRecord() async throws {
        let script = ScriptedTransport([
            rows([row("one")], total: 2), record([("comments_and_work_notes", stream)]),
        ])
        let journal = try await service(script).comments(of: id)
        #expect(journal.source == .record && journal.entries.map(\.text) == ["two", "one"])
    }

    @Test func journalColumnsAreMergedByTime() async throws {
        let script = ScriptedTransport([
            rows([], total: 0),
            record([
                ("comments_and_work_notes", ""), ("work_notes", #"2025-03-02 00:00:00 - A (Work notes)\na\n\n"#),
                (
                    "comments",
                    #"2025-03-03 00:00:00 - B (Additional comments)\nb\n\n2025-03-01 00:00:00 - B (Additional comments)\nc\n\n"#
                ),
            ]),
        ])
        let journal = try await service(script).comments(of: id, limit: 2)
        #expect(journal.entries.map(\.text) == ["b", "a"] && journal.total == 3)
    }

    @Test func emptyJournalIsNotAnError() async throws {
        let script = ScriptedTransport([rows([], total: 0), record([("comments", "")])])
        let journal = try await service(script).comments(of: id)
        #expect(journal.entries.isEmpty && journal.source == .table && journal.total == 0)
    }

    @Test func unreadableJournalIsAnError() async throws {
        let missing = answer(
            #"{"error":{"message":"No Record found","detail":"Record doesn't exist"},"status":"failure"}"#, status: 404)
        let cases: [([ScriptedTransport.Outcome], MyWorkError.Kind)] = [
            ([rows([], total: 0), missing], .noTask),
            ([rows([row("x", of: "another")], total: 1)], .unexpectedAnswer),
            ([answer("<html></html>", status: 502)], .refused),
        ]
        for (outcomes, wanted) in cases {
            let service = try service(ScriptedTransport(outcomes))
            await expectEqual(kind { try await service.comments(of: id) }, wanted)
        }
        let silent = ScriptedTransport([])
        let service = try service(silent)
        await expectEqual(kind { try await service.comments(of: "a^active=true") }, .unusable)
        #expect(silent.requests.isEmpty)
    }
}

/// Parsing journals from display values.
struct JournalParserTests {
    /// The entries as `time|author|column|text`.
    private func entries(_ text: String, of column: String = "comments_and_work_notes") -> [String] {
        JournalParser(text, of: column).entries.map {
            "\($0.shownTime)|\($0.author)|\($0.kind.column)|\($0.text)"
        }
    }

    @Test func entriesAreParsed() {
        expectEqual(
            entries(
                """
                2025-03-03 08:00:02 - John Doe (Work notes)
                first line

                second paragraph

                2025-03-02 17:30:00 - Abel Tuter (Additional comments)
                hello


                """),
            [
                "2025-03-03 08:00:02|John Doe|work_notes|first line\n\nsecond paragraph",
                "2025-03-02 17:30:00|Abel Tuter|comments|hello",
            ])
    }

    @Test(arguments: [
        "03/05/2025 08:00:02 AM", "05.03.2025 08:00:02", "5-Mar-2025 8:00", "2025/03/05 08:00:02",
        "5. März 2025 08:00:02", "2025-03-05",
    ])
    func timesAreKeptVerbatim(time: String) {
        let text = "\(time) - John - Doe (IT) (Arbeitsnotizen (intern))\ntext\n\n\(time) - Y (Kommentare)\nz\n\n"
        expectEqual(
            entries(text), ["\(time)|John - Doe (IT)|Arbeitsnotizen (intern)|text", "\(time)|Y|Kommentare|z"])
    }

    @Test func crlfLineEndsAreAccepted() {
        expectEqual(
            entries(
                "2025-03-03 08:00:02 - A (Work notes)\r\na\r\nb\r\n\r\n2025-03-02 08:00:02 - B (Work notes)\r\nc\r\n\r\n"
            ),
            ["2025-03-03 08:00:02|A|work_notes|a\r\nb", "2025-03-02 08:00:02|B|work_notes|c"])
    }

    static let quoted = [
        // In the middle of a paragraph.
        "see\n2025-03-01 08:00:00 - Mallory (Work notes)\nquoted",
        // Later than the entry that contains it.
        "see\n\n2025-03-03 12:00:00 - Mallory (Work notes)\nquoted",
        // Not in the user's format.
        "see\n\n03/01/2025 08:00 - Mallory (Work notes)\nquoted",
        // A third label.
        "see\n\n2025-03-01 08:00:00 - Mallory (Approval)\nquoted",
        // Neither time nor label.
        "see\n\nplan B - Mallory (Work notes)\n\n2025-03-01 08:00:00 - Mallory\n\n- (x)\n\n()",
    ]

    @Test(arguments: quoted)
    func textThatResemblesHeadingStays(text: String) {
        let shown =
            "2025-03-03 08:00:02 - A (Work notes)\n\(text)\n\n2025-03-02 08:00:00 - B (Additional comments)\nc\n\n"
        // A label is recognized as a third one only after two have been seen.
        let isLabel = text.contains("Approval")
        let found = entries(isLabel ? "2025-03-04 08:00:00 - B (Additional comments)\nc\n\n" + shown : shown)
        #expect(found.contains("2025-03-03 08:00:02|A|work_notes|\(text)"), "\(found)")
        expectEqual(found.count, (isLabel ? 3 : 2))
    }

    @Test func repeatedHourKeepsAllEntries() {
        expectEqual(
            entries("2025-11-02 01:10:00 - A (Work notes)\na\n\n2025-11-02 01:50:00 - B (Work notes)\nb\n\n").count, 2
        )
    }

    @Test func singleColumnHasOnlyItsOwnEntries() {
        let text = "2025-03-03 08:00:02 - A (Notes de travail)\na\n\n2025-03-01 08:00:02 - B (Autre)\nb\n\n"
        expectEqual(
            entries(text, of: "work_notes"),
            [
                "2025-03-03 08:00:02|A|work_notes|a\n\n2025-03-01 08:00:02 - B (Autre)\nb"
            ])
    }

    @Test func textWithoutHeadingIsKept() {
        expectEqual(entries("just text\nof two lines\n\n", of: "comments"), ["||comments|just text\nof two lines"])
        expectEqual(
            entries("before\n\n2025-03-03 08:00:02 - A (Work notes)\n\n\n"),
            [
                "|||before", "2025-03-03 08:00:02|A|work_notes|",
            ])
        #expect(entries("").isEmpty && entries(" \n\n").isEmpty)
    }

    @Test func nameMayBeMissing() {
        expectEqual(entries("2025-03-03 08:00:02 -  (Work notes)\na\n\n"), ["2025-03-03 08:00:02||work_notes|a"])
    }

    @Test func parsingTimeIsLinear() {
        let heads = String(repeating: "2025-03-03 08:00:02 - A (Work notes)\na\n\n", count: 20_000)
        expectEqual(entries(heads).count, 20_000)
        let brackets = "2025-03-03 08:00:02 - A (Work notes)\n" + String(repeating: ")", count: 1_000_000)
        expectEqual(entries(brackets).count, 1)
        #expect(entries(String(repeating: "\n", count: 1_000_000)).isEmpty)
    }
}
