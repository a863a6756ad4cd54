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
        guard let rule = ZoneRule(named: name, file: bytes) else { return nil }
        return TimeZoneRule(
            name: name, offset: rule.winter, daylight: rule.daylight.map(TimeZoneRule.Daylight.rule) ?? .never,
            changes: changes)
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
