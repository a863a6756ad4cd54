import ExchangeModel
import LineEditing
import Notation
import Testing

@testable import Tables
@testable import Tapes
@testable import Workbench

/// Completion of references, dates, views, programs and paths.
@Suite struct ValueCompletionTests {
    private static let cases: [(String, [String])] = [
        ("table create incident caller_id=Beth¦", ["table create incident caller_id=beth.anglin_"]),
        ("table create incident caller_id=glin¦", ["table create incident caller_id=beth.anglin_"]),
        ("table create incident caller_id='Abel T¦", ["table create incident caller_id='Abel Tuter'_"]),
        (
            "table create incident caller_id=sue¦",
            [KnownInstance.twin, KnownInstance.otherTwin].map { "table create incident caller_id=\($0)_" }
        ),
        (
            "table create incident --input display caller_id=beth¦",
            ["table create incident --input display caller_id=Beth\\ Anglin_"]
        ),
        ("table list incident -q caller_id=beth¦", ["table list incident -q caller_id=beth.anglin"]),
        (
            "table list incident -q active=true^caller_id!=ab¦",
            ["table list incident -q active=true^caller_id!=Abel\\ Tuter"]
        ),
        (
            "table list incident -q 'caller_idINbeth.anglin,ab¦",
            ["table list incident -q 'caller_idINbeth.anglin,Abel Tuter"]
        ),
        ("table list incident -q caller_idLIKEbe¦", []),
        (
            "table list incident --raw-query -q caller_id=ab¦",
            ["table list incident --raw-query -q caller_id=\(KnownInstance.abel)"]
        ),
        (
            "rest POST /api/now/table/incident caller_id=ab¦",
            ["rest POST /api/now/table/incident caller_id=\(KnownInstance.abel)_"]
        ),
        (
            "table list incident -q sys_created_on>tomo¦",
            ["table list incident -q sys_created_on>2026-01-02\\ 00:00:00"]
        ),
        (
            "table list incident -q sys_created_onBETWEENjavascript:gs.daysAgo(7)@now¦",
            ["table list incident -q sys_created_onBETWEENjavascript:gs.daysAgo(7)@2026-01-01\\ 00:00:00"]
        ),
        ("table create incident sys_created_on=no¦", ["table create incident sys_created_on=2026-01-01\\ 00:00:00_"]),
        ("table create incident sys_created_on=java¦", []),
        ("table list incident --view mo¦", ["table list incident --view mobile_"]),
        ("rest GET /x -p sysparm_view=e¦", ["rest GET /x -p sysparm_view=ess_"]),
        ("whoami |j¦", ["whoami |jq_"]),
        ("whoami | jq . | gr¦", ["whoami | jq . | grep_"]),
        ("whoami | LC_ALL=C gr¦", ["whoami | LC_ALL=C grep_"]),
        ("whoami | jq g¦", []), ("whoami | jq 'a | g¦", []), ("whoami | ./g¦", []),
        ("whoami | 'g¦", []), ("whoami | grep \\| j¦", []),
        ("table get incident x => a = .num¦", ["table get incident x => a = .number_"]),
        ("table get incident x => a=.num¦", ["table get incident x => a=.number_"]),
        ("table get incident x => a = .number => b =.act¦", ["table get incident x => a = .number => b =.active_"]),
        ("table get incident x -f number => a = .¦", ["table get incident x -f number => a = .number_"]),
        ("table get incident x => a .nu¦", []), ("set => a = .¦", []), ("table get incident x => a = .x > f .¦", []),
    ]

    @Test(arguments: cases)
    func valuesComplete(line: String, lines: [String]) async {
        #expect(await taken(line) == lines)
    }

    @Test func referenceCandidatesAreDistinguishable() {
        func label(_ record: ReferenceRecord, _ form: ReferenceForm) -> [String] {
            ReferenceRecords([record]).candidates("", as: form).map { "\($0.name) | \($0.label)" }
        }
        let beth = ReferenceRecord(KnownInstance.beth, display: "Beth Anglin", distinction: "beth.anglin")
        #expect(label(beth, .name) == ["beth.anglin | Beth Anglin"])
        #expect(label(beth, .display) == ["Beth Anglin | beth.anglin"])
        #expect(label(beth, .sysID) == ["\(KnownInstance.beth) | Beth Anglin (beth.anglin)"])
        let task = ReferenceRecord(KnownInstance.abel, display: "INC1", distinction: "INC1", about: "Printer")
        #expect(label(task, .name) == ["INC1 | Printer"])
    }

    /// Names that a command would not find, or would parse differently.
    @Test(arguments: ["a^b", "@file", "javascript:x", " a", "", "a\u{1B}b", String(repeating: "f", count: 32)])
    func unwritableNameBecomesSysID(_ name: String) {
        let records = ReferenceRecords([ReferenceRecord(KnownInstance.abel, display: name)])
        #expect(records.candidates("", as: .name).map(\.name) == [KnownInstance.abel])
    }

    @Test func datesUseUsersZone() throws {
        // Thursday in UTC, still Wednesday in New York.
        let zone = try #require(ZoneRule(named: "New York", "EST5EDT,M3.2.0,M11.1.0"))
        let dates = DateCandidates(now: Timestamp(seconds: 1_767_229_200), zone: zone)
        #expect(dates.stored("glide_date").map(\.name) == ["2025-12-31", "2026-01-01", "2025-12-30"])
        #expect(
            dates.stored("glide_date_time").map { "\($0.name) | \($0.label)" } == [
                "2026-01-01 01:00:00 | now", "2025-12-31 05:00:00 | start of today: 2025-12-31 00:00:00 -05:00",
                "2026-01-01 05:00:00 | start of tomorrow: 2026-01-01 00:00:00 -05:00",
                "2025-12-30 05:00:00 | start of yesterday: 2025-12-30 00:00:00 -05:00",
            ])
    }
}
