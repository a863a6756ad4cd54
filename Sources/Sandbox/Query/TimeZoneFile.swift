import ExchangeModel

/// Reads a zone from a file of a time-zone database (TZif, RFC 9636, version 2 or later).
package struct TimeZoneFile {
    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The zone that a file describes; nil when it is no such file, or says what this reader does not know.
    package static func zone(named name: String, from bytes: [UInt8]) -> TimeZoneRule? {
        var file = TimeZoneFile(bytes)
        return file.zone(name)
    }

    private mutating func zone(_ name: String) -> TimeZoneRule? {
        // The first block is for readers that know 32 bits only.
        guard let old = header() else { return nil }
        place += old.times * 5 + old.types * 6 + old.characters + old.leaps * 8 + old.standards + old.universals
        guard let counts = header(), counts.types > 0 else { return nil }
        let times = place, indexes = times + counts.times * 8, types = indexes + counts.times
        let footer =
            types + counts.types * 6 + counts.characters + counts.leaps * 12 + counts.standards + counts.universals
        guard footer < bytes.count else { return nil }
        var changes: [TimeZoneRule.Change] = []
        for index in 0..<counts.times {
            let type = Int(bytes[indexes + index])
            guard type < counts.types else { return nil }
            changes.append(
                .init(
                    seconds: number(at: times + index * 8, bytes: 8), offset: number(at: types + type * 6, bytes: 4)))
        }
        let first = number(at: types, bytes: 4)
        if !changes.isEmpty { changes.insert(.init(seconds: .min, offset: first), at: 0) }
        var rule = PosixZone(Array(bytes[(footer + 1)...].prefix { $0 != UInt8(ascii: "\n") }))
        guard let (winter, daylight) = rule.read() else { return nil }
        return TimeZoneRule(name: name, offset: winter, daylight: daylight, changes: changes)
    }

    private struct Counts {
        let universals: Int, standards: Int, leaps: Int, times: Int, types: Int, characters: Int
    }

    private mutating func header() -> Counts? {
        guard place + 44 <= bytes.count, Array(bytes[place..<place + 4]) == Array("TZif".utf8),
            bytes[place + 4] >= UInt8(ascii: "2")
        else { return nil }
        let counts = (0..<6).map { Int(number(at: place + 20 + $0 * 4, bytes: 4)) }
        guard counts.allSatisfy({ (0..<100_000).contains($0) }) else { return nil }
        place += 44
        return Counts(
            universals: counts[0], standards: counts[1], leaps: counts[2], times: counts[3], types: counts[4],
            characters: counts[5])
    }

    /// A signed number, the highest byte first.
    private func number(at offset: Int, bytes count: Int) -> Int64 {
        let raw = bytes[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: raw << UInt64(64 - count * 8)) >> Int64(64 - count * 8)
    }
}

/// Reads the POSIX form of a zone: `EST5EDT,M3.2.0,M11.1.0`.
private struct PosixZone {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func read() -> (winter: Int64, daylight: TimeZoneRule.Daylight)? {
        guard name(), let west = time() else { return nil }
        guard !bytes.isEmpty else { return (-west, .never) }
        guard name() else { return nil }
        var summer = -west + 3600
        if bytes.first != UInt8(ascii: ",") {
            guard let other = time() else { return nil }
            summer = -other
        }
        guard let begin = turn(), let end = turn(), bytes.isEmpty else { return nil }
        return (-west, .rule(DaylightRule(summer: summer, begin: begin, end: end)))
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: sign) else { return false }
        bytes.removeFirst()
        return true
    }

    /// Letters, or anything in angle brackets.
    private mutating func name() -> Bool {
        let start = bytes.startIndex
        if take("<") {
            bytes = bytes.drop { $0 != UInt8(ascii: ">") }
            return take(">")
        }
        bytes = bytes.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return bytes.startIndex > start
    }

    private mutating func whole() -> Int64? {
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count < 6 else { return nil }
        bytes = bytes.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// `5`, `-3:30`, `+1:00:00`, in seconds.
    private mutating func time() -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard var seconds = whole().map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] as [Int64] where take(":") {
            guard let part = whole() else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.2.0/2`.
    private mutating func turn() -> DaylightRule.Turn? {
        guard take(","), take("M"), let month = whole(), take("."), let week = whole(), take("."), let day = whole(),
            (1...12).contains(month), (1...5).contains(week), day < 7
        else { return nil }
        var time: Int64 = 7200
        if take("/") {
            guard let given = self.time() else { return nil }
            time = given
        }
        return DaylightRule.Turn(month: Int(month), week: Int(week), weekday: Int(day), time: time)
    }
}
