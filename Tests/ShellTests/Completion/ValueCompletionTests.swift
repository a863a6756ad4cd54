import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Tables
@testable import Tapes
@testable import Workbench

/// Candidates for references and dates.
struct ValueCompletionTests {
    @Test func referenceCandidatesAreDistinguishable() {
        func label(_ record: ReferenceRecord, _ form: ReferenceForm) -> [String] {
            ReferenceRecords([record]).candidates("", as: form).map { "\($0.name) | \($0.label)" }
        }
        let beth = ReferenceRecord(KnownInstance.beth, display: "Beth Anglin", distinction: "beth.anglin")
        expectEqual(label(beth, .name), ["beth.anglin | Beth Anglin"])
        expectEqual(label(beth, .display), ["Beth Anglin | beth.anglin"])
        expectEqual(label(beth, .sysID), ["\(KnownInstance.beth) | Beth Anglin (beth.anglin)"])
        let task = ReferenceRecord(KnownInstance.abel, display: "INC1", distinction: "INC1", about: "Printer")
        expectEqual(label(task, .name), ["INC1 | Printer"])
    }

    /// Names that a command would not find, or would parse differently.
    @Test(arguments: ["a^b", "@file", "javascript:x", " a", "", "a\u{1B}b", String(repeating: "f", count: 32)])
    func unwritableNameBecomesSysID(_ name: String) {
        let records = ReferenceRecords([ReferenceRecord(KnownInstance.abel, display: name)])
        expectEqual(records.candidates("", as: .name).map(\.name), [KnownInstance.abel])
    }

    @Test func datesUseUsersZone() throws {
        // Thursday in UTC, still Wednesday in New York.
        let zone = try #require(ZoneRule(named: "New York", "EST5EDT,M3.2.0,M11.1.0"))
        let dates = DateCandidates(now: Timestamp(seconds: 1_767_229_200), zone: zone)
        expectEqual(dates.stored("glide_date").map(\.name), ["2025-12-31", "2026-01-01", "2025-12-30"])
        expectEqual(
            dates.stored("glide_date_time").map { "\($0.name) | \($0.label)" },
            [
                "2026-01-01 01:00:00 | now", "2025-12-31 05:00:00 | start of today: 2025-12-31 00:00:00 -05:00",
                "2026-01-01 05:00:00 | start of tomorrow: 2026-01-01 00:00:00 -05:00",
                "2025-12-30 05:00:00 | start of yesterday: 2025-12-30 00:00:00 -05:00",
            ])
    }
}
