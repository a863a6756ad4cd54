import ExchangeModel
import Notation

/// Lengths of time and moments of cookies as a HAR writes them.
enum HARMoment {
    /// The longest time that is believed, in milliseconds: some eleven days.
    private static let longest = 1e9

    /// Microseconds of a number of milliseconds; nil when it is no length of time.
    static func microseconds(_ milliseconds: JSONNode) -> Int64? {
        guard let number = milliseconds.number.flatMap(Double.init), number >= 0, number <= longest else { return nil }
        return Int64((number * 1000).rounded())
    }

    /// Milliseconds of microseconds, with as many digits as there are.
    static func milliseconds(_ microseconds: Int64) -> JSON {
        let (whole, part) = max(0, microseconds).quotientAndRemainder(dividingBy: 1000)
        guard part > 0 else { return .number(String(whole)) }
        var digits = String(part + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return .number("\(whole).\(digits)")
    }

    /// The moment of a cookie's end: `Tue, 16 Apr 2024 17:16:18 GMT`, or with `-` in the date. Nil when it is none.
    static func ofCookie(_ text: String) -> Timestamp? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        guard words.count >= 5, let day = Int(words[1]), let year = Int(words[3]), (1...31).contains(day),
            let month = CivilTime.monthNames.firstIndex(where: { $0 == words[2] })
        else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return Timestamp(glideText: "\(year)-\(two(month + 1))-\(two(day)) \(words[4])")
    }
}
