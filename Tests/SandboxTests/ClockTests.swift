import ExchangeModel
import Sandbox
import Testing

/// The instance's own time, beside that of the wire.
struct ClockTests {
    /// A sandbox whose time is that of the clock, which tests move.
    private func running(ahead: Int64 = 0) throws -> Visit {
        var visit = try Visit {
            $0.start = FixedClock().now.advanced(bySeconds: ahead)
            $0.time = .running(ahead: ahead)
        }
        visit.user = "admin:admin"
        return visit
    }

    private func made(_ visit: Visit) throws -> String {
        let id = try visit.create("incident", #"{"short_description":"new"}"#)
        return try visit.list("incident", "sys_id=" + id, "sys_updated_on")[0]
    }

    @Test func runningTimeFollowsTheClock() throws {
        let visit = try running()
        #expect(try made(visit) == "2026-01-01 00:00:00")
        #expect(try made(visit) == "2026-01-01 00:00:00")
        visit.clock.move(seconds: 90)
        #expect(try visit.count("incident", "sys_updated_on>=javascript:gs.minutesAgoStart(0)") == "0")
        #expect(try made(visit) == "2026-01-01 00:01:30")
        #expect(try visit.count("incident", "sys_updated_on>=javascript:gs.minutesAgoStart(0)") == "1")
        #expect(try visit.count("incident", "sys_updated_on>2026-01-01 00:00:00") == "1")
    }

    @Test func theRecordsItBeginsWithAreDatedFromItsStart() throws {
        let ages = try [Visit("admin:admin"), running(), running(ahead: 86_400 * 365)].map { visit in
            try ["incident", "change_request", "sysevent"].map { table in
                try visit.count(
                    table, "sys_created_on>=javascript:gs.daysAgo(7)^sys_created_on<=javascript:gs.daysAgo(0)")
            }
        }
        #expect(ages[0] == ages[1] && ages[1] == ages[2] && !ages[0].contains("0"))
        #expect(try running().count("incident", "sys_created_on>javascript:gs.daysAgo(0)") == "0")
    }

    @Test func frozenTimeMovesWithWritesAlone() throws {
        let visit = try Visit()
        #expect(try made(visit) == "2025-03-03 16:00:01")
        visit.clock.move(seconds: 1000)
        #expect(try made(visit) == "2025-03-03 16:00:02")
    }

    @Test func timeNeverGoesBack() throws {
        let visit = try running(ahead: 3600)
        #expect(try made(visit) == "2026-01-01 01:00:00")
        visit.clock.move(seconds: -7200)
        #expect(try made(visit) == "2026-01-01 01:00:00")
    }
}
