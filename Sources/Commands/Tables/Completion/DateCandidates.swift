package import Workbench
import ExchangeModel

/// Dates and times offered by completion, as stored values and as scripts that the instance evaluates, each with its
/// current meaning.
package struct DateCandidates {
    let now: Timestamp
    /// The time zone of days; the instance uses that of the user's record.
    var zone = ZoneRule.utc

    /// Values in the column's stored format.
    package func stored(_ type: String) -> [Candidate] {
        let days = [("today", 0), ("tomorrow", 1), ("yesterday", -1)]
        if ["glide_date", "date"].contains(type) {
            return days.map { Candidate(day(after: $1).dateText, $0) }
        }
        return [Candidate(now.glideText, "now")]
            + days.map { word, count in
                let start = zone.moment(of: day(after: count))
                let isUTC = zone.offset(at: start) == 0
                return Candidate(start.glideText, "start of \(word)" + (isUTC ? "" : ": " + zone.text(of: start)))
            }
    }

    /// Scripts that the instance evaluates in a query.
    var scripts: [Candidate] {
        Self.known.map { script in
            let time = script.time(local)
            let text = script.showsClock ? time.dateText + " " + time.clockText.prefix(5) : time.dateText
            return Candidate("javascript:gs.\(script.call)", "\(script.meaning): \(text)")
        }
    }

    private var local: CivilTime { now.advanced(bySeconds: zone.offset(at: now)).civil }

    /// Midnight of a day.
    private func day(after count: Int) -> CivilTime { local.moved(days: count).startOfDay }

    private struct Script: Sendable {
        let call: String
        let meaning: String
        var showsClock = false
        let time: @Sendable (CivilTime) -> CivilTime
    }

    private static let known: [Script] = [
        Script(call: "beginningOfToday()", meaning: "start of today") { $0.startOfDay },
        Script(call: "endOfToday()", meaning: "end of today") { $0.startOfDay },
        Script(call: "beginningOfYesterday()", meaning: "start of yesterday") { $0.moved(days: -1) },
        Script(call: "hoursAgo(1)", meaning: "an hour ago", showsClock: true) {
            CivilTime(secondsSince1970: $0.secondsSince1970 - 3600)
        },
        Script(call: "daysAgo(1)", meaning: "a day ago", showsClock: true) { $0.moved(days: -1) },
        Script(call: "daysAgo(7)", meaning: "7 days ago", showsClock: true) { $0.moved(days: -7) },
        Script(call: "daysAgo(30)", meaning: "30 days ago", showsClock: true) { $0.moved(days: -30) },
        Script(call: "beginningOfThisWeek()", meaning: "start of this week") { $0.startOfWeek },
        Script(call: "beginningOfLastWeek()", meaning: "start of last week") { $0.startOfWeek.moved(days: -7) },
        Script(call: "beginningOfThisMonth()", meaning: "start of this month") { $0.startOfMonth },
        Script(call: "beginningOfLastMonth()", meaning: "start of last month") {
            $0.startOfMonth.moved(days: -1).startOfMonth
        },
        Script(call: "beginningOfThisYear()", meaning: "start of this year") {
            CivilTime(year: $0.year, month: 1, day: 1)
        },
    ]
}

extension CivilTime {
    fileprivate var startOfMonth: CivilTime { CivilTime(year: year, month: month, day: 1) }
    /// Weeks begin on Monday, as on instances.
    fileprivate var startOfWeek: CivilTime { startOfDay.moved(days: -((weekday + 6) % 7)) }
}
