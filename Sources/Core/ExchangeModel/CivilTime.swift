/// A date and time in the Gregorian calendar, without a time zone.
public struct CivilTime: Sendable, Hashable {
    /// The year; 0 is 1 BC.
    public var year: Int
    /// From 1 to 12.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int
    /// From 0 to 23.
    public var hour: Int
    /// From 0 to 59.
    public var minute: Int
    /// From 0 to 59.
    public var second: Int

    /// Creates a date and time, by default midnight.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Days are counted from 0000-03-01, so that a leap day is the last of its year (Howard Hinnant's calendar
    /// algorithms).
    public init(secondsSince1970 seconds: Int64) {
        let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        let clock = Int(seconds - days * 86400)
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        self.init(
            year: Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month: month,
            day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5) + 1, hour: clock / 3600, minute: clock / 60 % 60,
            second: clock % 60)
    }

    /// Seconds since 1970-01-01 00:00:00 in the same zone.
    public var secondsSince1970: Int64 {
        let year = Int64(month <= 2 ? self.year - 1 : self.year)
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// 0 is Sunday.
    public var weekday: Int {
        let days = secondsSince1970 >= 0 ? secondsSince1970 / 86400 : (secondsSince1970 - 86399) / 86400
        return Int(((days + 4) % 7 + 7) % 7)
    }

    /// How many days its month has.
    package var daysInMonth: Int {
        CivilTime(secondsSince1970: CivilTime(year: year, month: month + 1, day: 0).secondsSince1970).day
    }

    package var startOfDay: CivilTime { CivilTime(year: year, month: month, day: day) }

    package func moved(days: Int) -> CivilTime { CivilTime(secondsSince1970: secondsSince1970 + Int64(days) * 86400) }

    /// `17:16:18`.
    public var clockText: String { hour.padded(to: 2) + ":" + minute.padded(to: 2) + ":" + second.padded(to: 2) }
    /// `2024-04-14`.
    public var dateText: String { year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2) }
    /// `2024-04-14 19:29:09`.
    public var glideText: String {
        guard (0...9999).contains(year) else { return dateText + " " + clockText }
        // This is called for every row and header, so digits are written directly.
        return String(unsafeUninitializedCapacity: 19) { bytes in
            func put(_ number: Int, at offset: Int, then sign: UInt8? = nil) {
                bytes[offset] = 0x30 + UInt8(truncatingIfNeeded: number / 10)
                bytes[offset + 1] = 0x30 + UInt8(truncatingIfNeeded: number % 10)
                if let sign { bytes[offset + 2] = sign }
            }
            put(year / 100, at: 0)
            put(year % 100, at: 2, then: UInt8(ascii: "-"))
            put(month, at: 5, then: UInt8(ascii: "-"))
            put(day, at: 8, then: UInt8(ascii: " "))
            put(hour, at: 11, then: UInt8(ascii: ":"))
            put(minute, at: 14, then: UInt8(ascii: ":"))
            put(second, at: 17)
            return 19
        }
    }

    /// English month names, three letters, January first.
    public static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension BinaryInteger {
    /// The digits with leading zeros to at least `width`. Only for non-negative numbers: a sign would follow the zeros.
    package func padded(to width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
