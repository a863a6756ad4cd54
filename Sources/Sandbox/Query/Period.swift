import ExchangeModel

/// Calendar arithmetic on wall clocks. Weeks begin on Monday.
enum Period {
    enum Unit: String, Sendable {
        case second, minute, hour, day, week, month, quarter, year

        /// Reads `days`, `hours` …
        init?(plural: Substring) {
            guard plural.last == "s" else { return nil }
            self.init(rawValue: String(plural.dropLast()))
        }
    }

    enum Edge: Sendable { case start, end }

    /// A wall clock moved by whole units; a day that a month does not have becomes its last.
    static func moved(_ time: CivilTime, by count: Int, _ unit: Unit) -> CivilTime {
        switch unit {
        case .second: shifted(time, seconds: Int64(count))
        case .minute: shifted(time, seconds: Int64(count) * 60)
        case .hour: shifted(time, seconds: Int64(count) * 3600)
        case .day: shifted(time, seconds: Int64(count) * 86_400)
        case .week: shifted(time, seconds: Int64(count) * 604_800)
        case .month: shifted(time, months: count)
        case .quarter: shifted(time, months: count * 3)
        case .year: shifted(time, months: count * 12)
        }
    }

    /// The first or the last second of the unit that `time` lies in.
    static func edge(_ edge: Edge, of unit: Unit, around time: CivilTime) -> CivilTime {
        var start = time
        start.second = 0
        switch unit {
        case .second: return time
        case .minute: break
        case .hour: start.minute = 0
        case .day, .week, .month, .quarter, .year:
            (start.hour, start.minute) = (0, 0)
            switch unit {
            case .week: start = moved(start, by: -((start.weekday + 6) % 7), .day)
            case .month: start.day = 1
            case .quarter: (start.month, start.day) = ((start.month - 1) / 3 * 3 + 1, 1)
            case .year: (start.month, start.day) = (1, 1)
            default: break
            }
        }
        return edge == .start ? start : shifted(moved(start, by: 1, unit), seconds: -1)
    }

    private static func shifted(_ time: CivilTime, seconds: Int64) -> CivilTime {
        CivilTime(secondsSince1970: time.secondsSince1970 + seconds)
    }

    private static func shifted(_ time: CivilTime, months: Int) -> CivilTime {
        let index = time.year * 12 + time.month - 1 + months
        var moved = time
        moved.year = index >= 0 ? index / 12 : (index - 11) / 12
        moved.month = index - moved.year * 12 + 1
        moved.day = min(time.day, lastDay(of: moved.month, in: moved.year))
        return moved
    }

    private static func lastDay(of month: Int, in year: Int) -> Int {
        let next =
            month == 12 ? CivilTime(year: year + 1, month: 1, day: 1) : CivilTime(year: year, month: month + 1, day: 1)
        return CivilTime(secondsSince1970: next.secondsSince1970 - 86_400).day
    }
}
