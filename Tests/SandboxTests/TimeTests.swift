import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Sandbox

struct TimeTests {
    private static let context = QueryContext(
        userID: "u", userName: "n", zone: .sandbox,
        now: Timestamp(seconds: CivilTime(year: 2025, month: 3, day: 12, hour: 3, minute: 30).secondsSince1970))

    @Test(arguments: [
        ("gs.getUserID()", "u"), ("gs.getUserName();", "n"), ("gs.nowDateTime()", "2025-03-12 03:30:00"),
        ("gs.now()", "2025-03-11"),
        ("gs.daysAgo(0)", "2025-03-12 03:30:00"), ("gs.daysAgo(1)", "2025-03-11 03:30:00"),
        ("gs.daysAgo(-1)", "2025-03-13 03:30:00"),
        ("gs.daysAgo(10)", "2025-03-02 04:30:00"), ("gs.daysAgoStart(0)", "2025-03-11 07:00:00"),
        ("gs.daysAgoEnd(0)", "2025-03-12 06:59:59"),
        ("gs.daysAgoStart(7)", "2025-03-04 08:00:00"), ("gs.hoursAgoStart(1)", "2025-03-12 02:00:00"),
        ("gs.minutesAgoEnd(1)", "2025-03-12 03:29:59"),
        ("gs.monthsAgoStart(1)", "2025-02-01 08:00:00"), ("gs.monthsAgoEnd(1)", "2025-03-01 07:59:59"),
        ("gs.quartersAgo(1)", "2024-12-12 04:30:00"),
        ("gs.beginningOfToday()", "2025-03-11 07:00:00"), ("gs.endOfToday()", "2025-03-12 06:59:59"),
        ("gs.beginningOfYesterday()", "2025-03-10 07:00:00"),
        ("gs.beginningOfThisWeek()", "2025-03-10 07:00:00"), ("gs.endOfLastWeek()", "2025-03-10 06:59:59"),
        ("gs.beginningOfNextWeek()", "2025-03-17 07:00:00"),
        ("gs.beginningOfThisMonth()", "2025-03-01 08:00:00"), ("gs.endOfThisMonth()", "2025-04-01 06:59:59"),
        ("gs.beginningOfThisQuarter()", "2025-01-01 08:00:00"),
        ("gs.beginningOfLastYear()", "2024-01-01 08:00:00"), ("gs.endOfNextYear()", "2027-01-01 07:59:59"),
        ("gs.dateGenerate('2024-01-01','00:00:00')", "2024-01-01 08:00:00"),
        ("gs.dateGenerate(\"2024-07-01\", \"end\")", "2024-07-02 06:59:59"),
        ("gs.dateGenerate('2024-07-01')", "2024-07-01 07:00:00"),
        ("gs.dateGenerate('2016-04-20 00:00:01')", "2016-04-20 07:00:01"),
        ("gs.beginningOfCurrentHour()", "2025-03-12 03:00:00"), ("gs.endOfLastMinute()", "2025-03-12 03:29:59"),
    ])
    func scriptsHaveTheValueOfTheMoment(script: String, expected: String) {
        expectEqual(ScriptValue(context: Self.context).resolve("javascript:" + script), expected)
    }

    @Test(arguments: [
        "gs.nothing()", "alert(1)", "gs.daysAgo(", "gs.daysAgo('1)", "gs.daysAgo(x)", "gs.daysAgo(99999999999)", "",
        "gs.", "gs.daysAgo(1)+1", "gs.dateGenerate('2024-02-30','00:00:00')", "gs.dateGenerate('2024-02-30')",
        "gs.dateGenerate()", "gs.getUserId()", "['u']",
    ])
    func otherScriptsAreNotEvaluated(script: String) {
        expectEqual(ScriptValue(context: Self.context).resolve("javascript:" + script), nil)
    }

    @Test(arguments: [
        ("US/Pacific", "2025-03-09 09:59:59", "2025-03-09 01:59:59"),
        ("US/Pacific", "2025-03-09 10:00:00", "2025-03-09 03:00:00"),
        ("US/Pacific", "2025-11-02 08:59:59", "2025-11-02 01:59:59"),
        ("US/Pacific", "2025-11-02 09:00:00", "2025-11-02 01:00:00"),
        ("Europe/Berlin", "2025-03-30 00:59:59", "2025-03-30 01:59:59"),
        ("Europe/Berlin", "2025-03-30 01:00:00", "2025-03-30 03:00:00"),
        ("Europe/London", "2025-10-26 01:00:00", "2025-10-26 01:00:00"),
        ("Asia/Kolkata", "2025-01-01 00:00:00", "2025-01-01 05:30:00"),
        ("GMT", "2025-07-01 00:00:00", "2025-07-01 00:00:00"),
        ("Mars/Olympus", "2025-01-01 08:00:00", "2025-01-01 00:00:00"),
    ])
    func zonesChangeTheirClocksByRule(zone: String, utc: String, local: String) throws {
        let moment = try #require(Timestamp(glideText: utc))
        expectEqual(ZoneRule.named(zone).civil(at: moment).glideText, local)
    }

    /// The repeated hour resolves to its first occurrence.
    @Test(arguments: ["US/Pacific", "US/Eastern", "Europe/Berlin", "Asia/Tokyo", "GMT"])
    func localTimesRoundTrip(name: String) {
        let zone = ZoneRule.named(name)
        let hours = stride(from: Int64(0), to: 8784, by: 7).filter { hour in
            let moment = Timestamp(seconds: 1_735_689_600 + hour * 3600)
            let back = zone.moment(of: zone.civil(at: moment))
            return back != moment
                && (back.advanced(bySeconds: 3600) != moment || zone.civil(at: back) != zone.civil(at: moment))
        }
        expectEqual(hours, [])
    }

    @Test(arguments: [
        ("1970-01-01 00:00:00", "0 Seconds"), ("1970-01-01 00:00:01", "1 Second"), ("1970-01-01 00:01:54", "1 Minute"),
        ("1970-01-01 08:00:00", "8 Hours"), ("1970-01-02 04:23:17", "1 Day 4 Hours 23 Minutes"),
        ("1971-01-01 00:00:00", "365 Days"), ("nonsense", "nonsense"),
    ])
    func durationsAreShownInWords(raw: String, expected: String) { expectEqual(DisplayText.duration(raw), expected) }

    @Test(arguments: [
        ("0", "0"), ("999", "999"), ("1000", "1,000"), ("-1234567", "-1,234,567"), ("12345.678", "12,345.678"),
        ("", ""), ("1e9", "1e9"), ("-", "-"),
    ])
    func digitsAreGrouped(raw: String, expected: String) { expectEqual(DisplayText.grouped(raw), expected) }
}

struct DateFormatTests {
    private let moment = Timestamp(
        seconds: CivilTime(year: 2025, month: 7, day: 4, hour: 13, minute: 5, second: 9).secondsSince1970)

    @Test(arguments: [
        ("", "", "2025-07-04 13:05:09"), ("dd/MM/yyyy", "HH:mm", "04/07/2025 13:05"),
        ("MM-dd-yyyy", "hh:mm:ss a", "07-04-2025 01:05:09 PM"), ("dd.MM.yyyy", "HH.mm.ss", "04.07.2025 13.05.09"),
        ("d.M.yy", "h:mm a", "4.7.25 1:05 PM"),
    ])
    func timeUsesUserFormat(date: String, time: String, text: String) {
        let format = DateFormat(zone: .named("GMT"), date: date, time: time)
        expectEqual(format.text(of: moment), text)
        if !date.hasSuffix("M.yy") {
            let seconds = time.contains("s") || time.isEmpty ? moment.seconds : moment.seconds - 9
            expectEqual(format.moment(of: text)?.seconds, seconds)
        }
        expectEqual(format.moment(of: "2025-07-04 13:05:09"), moment)
    }

    @Test(arguments: ["", "31/02/2025", "04/07", "04/07/2025 25:00", "04/07/2025 13:05 PM", "x/y/z", "04-07-2025"])
    func invalidTimeIsNil(text: String) {
        expectEqual(DateFormat(zone: .named("GMT"), date: "dd/MM/yyyy", time: "HH:mm").moment(of: text), nil)
    }

    @Test func longDatePatternNeverOverflows() {
        let wide = DateFormat(
            zone: .named("GMT"), date: String(repeating: "y", count: 18) + "-MM-dd", time: "HH:mm")
        expectEqual(wide.day(of: String(repeating: "9", count: 18) + "-01-01"), nil)
        expectEqual(wide.moment(of: String(repeating: "9", count: 18) + "-01-01 10:00"), nil)
        expectEqual(wide.day(of: "2025-07-04"), CivilTime(year: 2025, month: 7, day: 4))
    }
}
