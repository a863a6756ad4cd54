/// A moment: microseconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Since 1970-01-01 00:00:00 UTC; negative before.
    public var microseconds: Int64

    /// A moment.
    public init(microseconds: Int64) { self.microseconds = microseconds }
    /// A whole second. What is too far away becomes the furthest moment there is: such numbers come from outside.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds, rounded towards the past.
    public var seconds: Int64 { microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0) }

    /// Whether the left moment is the earlier one.
    public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

    /// That many seconds later, at most the furthest moment there is.
    public func advanced(bySeconds seconds: Int64) -> Timestamp {
        let (sum, overflow) = microseconds.addingReportingOverflow(Timestamp(seconds: seconds).microseconds)
        return Timestamp(microseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The calendar's view of this moment in UTC.
    public var civil: CivilTime { CivilTime(secondsSince1970: seconds) }

    /// `2024-04-14 19:29:09`, in UTC: the form instances store and send.
    public var glideText: String { civil.glideText }

    /// `2024-04-14T19:29:09.123Z` (RFC 3339), cut to the millisecond.
    public var description: String {
        civil.dateText + "T" + civil.clockText + "." + (fraction / 1000).padded(to: 3) + "Z"
    }

    /// `2024-04-14T19:29:09.123456Z` (RFC 3339): every digit there is.
    package var exactText: String { civil.dateText + "T" + civil.clockText + "." + fraction.padded(to: 6) + "Z" }

    /// Microseconds since the whole second, from 0.
    private var fraction: Int64 {
        let remainder = microseconds % 1_000_000
        return remainder < 0 ? remainder + 1_000_000 : remainder
    }

    /// `Tue, 16 Apr 2024 17:16:18 GMT`, as in `Date` and `Expires` lines (RFC 9110, 5.6.7).
    public var httpText: String {
        let time = civil
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][time.weekday]
        let month = CivilTime.monthNames[time.month - 1]
        return "\(weekday), \(time.day.padded(to: 2)) \(month) \(time.year.padded(to: 4)) " + time.clockText + " GMT"
    }

    /// Reads `yyyy-MM-dd HH:mm:ss` or `yyyy-MM-dd`, in UTC. Nil when it is neither or no such day exists.
    public init?(glideText text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 || bytes.count == 19 else { return nil }
        func number(_ from: Int, _ count: Int) -> Int? {
            var value = 0
            for byte in bytes[from..<(from + count)] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard let year = number(0, 4), bytes[4] == 45, let month = number(5, 2), bytes[7] == 45, let day = number(8, 2)
        else { return nil }
        var clock = (hour: 0, minute: 0, second: 0)
        if bytes.count == 19 {
            guard bytes[10] == 32, let hour = number(11, 2), bytes[13] == 58, let minute = number(14, 2),
                bytes[16] == 58, let second = number(17, 2), hour < 24, minute < 60, second < 60
            else { return nil }
            clock = (hour, minute, second)
        }
        let time = CivilTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
        guard (1...12).contains(month), day >= 1, CivilTime(secondsSince1970: time.secondsSince1970) == time else {
            return nil
        }
        self.init(seconds: time.secondsSince1970)
    }
}
