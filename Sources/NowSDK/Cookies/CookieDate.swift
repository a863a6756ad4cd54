package import ExchangeModel

/// Dates in `Expires` and other header lines, read as leniently as RFC 6265, 5.1.1 asks: instances write `Thu, 01-Jan-1970 00:00:10 GMT` and
/// `Thu, 01 Jan 1970 00:00:10 GMT`.
package enum CookieDate {
    /// The moment a text names; nil when a part is missing or no such moment exists.
    package static func read(_ text: String) -> Timestamp? {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?, month: Int?, year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if clock == nil, let found = clockTime(token) {
                clock = found
            } else if day == nil, let number = leadingNumber(token, digits: 1...2) {
                day = number
            } else if month == nil, let number = monthNumber(token) {
                month = number
            } else if year == nil, let number = leadingNumber(token, digits: 2...4) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let clock, let day, let month, let year, year >= 1601, (1...31).contains(day) else { return nil }
        let time = CivilTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
        let seconds = time.secondsSince1970
        return CivilTime(secondsSince1970: seconds) == time ? Timestamp(seconds: seconds) : nil
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func clockTime(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = leadingNumber(parts[0], digits: 1...2),
            let minute = leadingNumber(parts[1], digits: 1...2), let second = leadingNumber(parts[2], digits: 1...2),
            hour < 24, minute < 60, second < 60
        else { return nil }
        return (hour, minute, second)
    }

    /// The number a token begins with, when it has that many digits.
    private static func leadingNumber(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix { (48...57).contains($0) }
        guard digits.contains(number.count) else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private static func monthNumber(_ token: Substring.UTF8View) -> Int? {
        let letters = token.prefix(3).map { $0 | 0x20 }
        guard letters.count == 3 else { return nil }
        return CivilTime.monthNames.firstIndex { $0.utf8.map { $0 | 0x20 } == letters }.map { $0 + 1 }
    }
}
