/// A point in time: microseconds since 1970-01-01 00:00:00 UTC, without leap seconds.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Since 1970-01-01 00:00:00 UTC; negative before.
    public var microseconds: Int64

    /// Creates a timestamp.
    public init(microseconds: Int64) { self.microseconds = microseconds }
    /// Creates a timestamp from whole seconds, clamped to the representable range because the numbers come from
    /// outside.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds, rounded down.
    public var seconds: Int64 { microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0) }

    /// Whether the left timestamp is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

    /// Adds seconds, clamped to the representable range.
    public func advanced(bySeconds seconds: Int64) -> Timestamp {
        let (sum, overflow) = microseconds.addingReportingOverflow(Timestamp(seconds: seconds).microseconds)
        return Timestamp(microseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The UTC date and time.
    public var civil: CivilTime { CivilTime(secondsSince1970: seconds) }

    /// `2024-04-14 19:29:09` in UTC: the format that instances store and send.
    public var glideText: String { civil.glideText }

    /// `2024-04-14T19:29:09.123Z` (RFC 3339), truncated to milliseconds.
    public var description: String {
        civil.dateText + "T" + civil.clockText + "." + (fraction / 1000).padded(to: 3) + "Z"
    }

    /// `2024-04-14T19:29:09.123456Z` (RFC 3339), with all digits.
    package var exactText: String { civil.dateText + "T" + civil.clockText + "." + fraction.padded(to: 6) + "Z" }

    /// Microseconds of the second.
    private var fraction: Int64 {
        let remainder = microseconds % 1_000_000
        return remainder < 0 ? remainder + 1_000_000 : remainder
    }

    /// `Tue, 16 Apr 2024 17:16:18 GMT`, as in `Date` and `Expires` (RFC 9110, 5.6.7).
    public var httpText: String {
        let time = civil
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][time.weekday]
        let month = CivilTime.monthNames[time.month - 1]
        var text: [UInt8] = []
        text.reserveCapacity(32)
        func add(_ number: Int, _ next: UInt8) {
            text += [UInt8(ascii: "0") + UInt8(number / 10), UInt8(ascii: "0") + UInt8(number % 10), next]
        }
        text += weekday.utf8
        text += ", ".utf8
        add(time.day, UInt8(ascii: " "))
        text += month.utf8
        text += " \(time.year.padded(to: 4)) ".utf8
        add(time.hour, UInt8(ascii: ":"))
        add(time.minute, UInt8(ascii: ":"))
        add(time.second, UInt8(ascii: " "))
        text += "GMT".utf8
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses `yyyy-MM-dd HH:mm:ss` or `yyyy-MM-dd` in UTC. Nil for other formats and dates that do not exist.
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

    /// Parses ISO 8601: `2024-04-16T17:16:18.123+02:00`. The default time zone is UTC; digits beyond microseconds are
    /// ignored. Nil for other formats, and for times that are not in the years 0 to 9999 in UTC.
    package init?(isoText text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 64, bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
            let whole = Timestamp(glideText: String(decoding: bytes[..<10] + [0x20] + bytes[11..<19], as: UTF8.self))
        else { return nil }
        var place = 19, fraction: Int64 = 0
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ",") {
            place += 1
            var unit: Int64 = 100_000
            while place < bytes.count, let digit = Timestamp.digit(bytes[place]) {
                fraction += digit * unit
                unit /= 10
                place += 1
            }
        }
        guard let offset = Timestamp.offset(bytes[place...]) else { return nil }
        self.init(microseconds: whole.advanced(bySeconds: -offset).microseconds + fraction)
        // A time beyond these years could be printed and not parsed again.
        guard (0...9999).contains(civil.year) else { return nil }
    }

    /// Parses `Z`, `+01:00`, `+0100`, `+01` or nothing to seconds.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        if zone.isEmpty || zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8) { return 0 }
        guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let rest = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        let digits = rest.compactMap(digit)
        guard digits.count == rest.count, digits.count == 2 || digits.count == 4 else { return nil }
        let minutes = digits.count == 4 ? digits[2] * 10 + digits[3] : 0
        let seconds = (digits[0] * 10 + digits[1]) * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func digit(_ byte: UInt8) -> Int64? { (48...57).contains(byte) ? Int64(byte - 48) : nil }
}

/// Provides the current time and waits. Only the executable uses the system clock.
public protocol Clock: Sendable {
    /// The current time.
    var now: Timestamp { get }
    /// Waits; in a replay it returns at once. Throws `CancellationError` if the task is cancelled.
    func sleep(microseconds: Int64) async throws
}
