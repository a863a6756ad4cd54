import ExchangeModel
import MyWork
import NowSDK
import Testing

/// Journals are read where they can be read.
@Suite struct JournalTests {
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

    @Test func entriesAreRecordsForThoseWhoMayReadThem() async throws {
        let script = ScriptedTransport([rows([row("two"), row("one")], total: 7)])
        let journal = try await service(script).comments(of: id, limit: 3)
        #expect(journal.source == .table && journal.total == 7 && journal.withheld == 1)
        #expect(asked(script) == [listed, displayed])
        let whole = ScriptedTransport([rows([row("two")], total: 1)])
        #expect(
            try await service(whole).comments(of: id, limit: 3)
                == TaskJournal(
                    entries: [
                        JournalEntry(
                            kind: .workNote, author: "john.doe", text: "two", shownTime: "2025-03-03 00:00:02",
                            created: Timestamp(glideText: "2025-03-03 08:00:02"))
                    ], source: .table, total: 1))
        #expect(asked(whole) == [listed])
    }

    static let closed = [
        #"{"result":[]}"#,
        #"{"error":{"message":"Operation Failed","detail":"Failed API level ACL Validation"},"status":"failure"}"#,
    ]

    @Test(arguments: [200, 403])
    func aClosedTableIsReplacedByWhatTheRecordDisplays(status: Int) async throws {
        let script = ScriptedTransport([
            answer(Self.closed[status == 200 ? 0 : 1], status: status), record([("comments_and_work_notes", stream)]),
        ])
        let journal = try await service(script).comments(of: id, limit: 3)
        #expect(asked(script) == [listed, displayed])
        #expect(journal.source == .record && journal.total == 2)
        #expect(
            journal.entries == [
                JournalEntry(
                    kind: .workNote, author: "John Doe", text: "two", shownTime: "2025-03-03 00:00:02", created: nil),
                JournalEntry(
                    kind: .comment, author: "Abel Tuter", text: "one", shownTime: "2025-03-02 00:00:02", created: nil),
            ])
    }

    @Test func aJournalThatIsClosedInPartIsReadFromTheRecord() async throws {
        let script = ScriptedTransport([
            rows([row("one")], total: 2), record([("comments_and_work_notes", stream)]),
        ])
        let journal = try await service(script).comments(of: id)
        #expect(journal.source == .record && journal.entries.map(\.text) == ["two", "one"])
    }

    @Test func columnsThatStandApartArePutTogetherByTime() async throws {
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

    @Test func noEntryAtAllIsNoError() async throws {
        let script = ScriptedTransport([rows([], total: 0), record([("comments", "")])])
        let journal = try await service(script).comments(of: id)
        #expect(journal.entries.isEmpty && journal.source == .table && journal.total == 0)
    }

    @Test func whatCannotBeReadIsAnError() async throws {
        let missing = answer(
            #"{"error":{"message":"No Record found","detail":"Record doesn't exist"},"status":"failure"}"#, status: 404)
        let cases: [([ScriptedTransport.Outcome], MyWorkError.Kind)] = [
            ([rows([], total: 0), missing], .noTask),
            ([rows([row("x", of: "another")], total: 1)], .unexpectedAnswer),
            ([answer("<html></html>", status: 502)], .refused),
        ]
        for (outcomes, wanted) in cases {
            let service = try service(ScriptedTransport(outcomes))
            #expect(await kind { () async throws(MyWorkError) in try await service.comments(of: id) } == wanted)
        }
        let silent = ScriptedTransport([])
        let service = try service(silent)
        #expect(
            await kind { () async throws(MyWorkError) in try await service.comments(of: "a^active=true") } == .unusable)
        #expect(silent.requests.isEmpty)
    }
}
