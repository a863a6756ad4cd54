import ExchangeModel
import Notation

/// Moments and lengths of time as a HAR writes them: ISO 8601 with a zone, and milliseconds with a fraction.
enum HARMoment {
    /// Reads `2024-04-16T17:16:18.123+02:00`. Without a zone it is UTC; digits behind the microsecond do not count. Nil when
    /// it is none.
    static func read(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 64, bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
            let whole = Timestamp(
                glideText: String(decoding: bytes[..<10] + [0x20] + bytes[11..<19], as: UTF8.self))
        else { return nil }
        var place = 19, fraction: Int64 = 0
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ",") {
            place += 1
            var unit: Int64 = 100_000
            while place < bytes.count, ASCII.isDigit(bytes[place]) {
                fraction += Int64(bytes[place] - 48) * unit
                unit /= 10
                place += 1
            }
        }
        guard let offset = offset(bytes[place...]) else { return nil }
        return Timestamp(microseconds: whole.advanced(bySeconds: -offset).microseconds + fraction)
    }

    /// `Z`, `+01:00`, `+0100`, `+01` or nothing, in seconds.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        if zone.isEmpty || zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8) { return 0 }
        guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.allSatisfy(ASCII.isDigit), digits.count == 2 || digits.count == 4 else { return nil }
        let numbers = digits.map { Int64($0 - 48) }
        let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
        let seconds = (numbers[0] * 10 + numbers[1]) * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

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
