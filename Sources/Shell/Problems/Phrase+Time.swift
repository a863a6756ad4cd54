import ExchangeModel

extension Phrase {
    /// `in 30 minutes`, `2 hours ago`, `now`.
    static func distance(of time: Timestamp, from now: Timestamp) -> String {
        let seconds = time.seconds.subtractingReportingOverflow(now.seconds).partialValue
        if seconds == 0 { return "now" }
        return seconds > 0 ? "in " + duration(seconds) : duration(seconds) + " ago"
    }

    /// `90 seconds`, `30 minutes`, `5 hours`, `100 days`: whole ones of the largest unit of which there are two.
    static func duration(_ seconds: Int64) -> String {
        let seconds = Int(clamping: seconds.magnitude)
        let units = [("day", 86400), ("hour", 3600), ("minute", 60)]
        for (unit, length) in units where seconds >= 2 * length { return counted(seconds / length, unit) }
        return counted(seconds, "second")
    }
}
