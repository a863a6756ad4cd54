/// When a zone's clocks are ahead, as the last line of its file says it (POSIX `TZ`): `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct DaylightRule: Sendable, Hashable {
    /// A day of every year and a time of its wall clock.
    package struct Turn: Sendable, Hashable {
        let month: Int
        /// Of the month; 5 is the last.
        let week: Int
        /// 0 is Sunday.
        let weekday: Int
        /// Seconds after midnight; may lie outside the day.
        let time: Int64

        /// Seconds since 1970 of that wall clock, as if it were UTC.
        func seconds(in year: Int) -> Int64 {
            let first = CivilTime(year: year, month: month, day: 1)
            var day = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            let next =
                month == 12
                ? CivilTime(year: year + 1, month: 1, day: 1) : CivilTime(year: year, month: month + 1, day: 1)
            let length = Int((next.secondsSince1970 - first.secondsSince1970) / 86_400)
            while day > length { day -= 7 }
            return CivilTime(year: year, month: month, day: day).secondsSince1970 + time
        }
    }

    /// Seconds east of UTC in summer.
    let summer: Int64
    let begin: Turn
    let end: Turn

    /// Seconds east of UTC at a moment.
    package func offset(at moment: Timestamp, winter: Int64) -> Int64 {
        let year = moment.advanced(bySeconds: winter).civil.year
        let (start, stop) = (begin.seconds(in: year) - winter, end.seconds(in: year) - summer)
        let isSummer =
            start < stop ? (start..<stop).contains(moment.seconds) : !(stop..<start).contains(moment.seconds)
        return isSummer ? summer : winter
    }
}
