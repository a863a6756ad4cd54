import ExchangeModel

/// A time zone of the sandbox's users.
///
/// The built-in zones have their current rule (since 2007 in the United States, since 1996 in the European Union),
/// applied to earlier years too, so that responses do not depend on a time-zone database. Any other zone can be read
/// from such a database once and is then part of the options (`TimeZoneFile`).
package struct TimeZoneRule: Sendable, Hashable {
    struct Change: Sendable, Hashable {
        let seconds: Int64
        /// Seconds east of UTC from then on.
        let offset: Int64
    }

    let rule: ZoneRule
    /// The changes that the rule does not describe, in order: the rule applies after the last of them.
    var changes: [Change] = []

    package var name: String { rule.name }
    /// Seconds east of UTC in winter.
    var offset: Int64 { rule.standardOffset }

    private static let all = [
        ("US/Pacific", "PST8PDT,M3.2.0,M11.1.0"), ("US/Mountain", "MST7MDT,M3.2.0,M11.1.0"),
        ("US/Central", "CST6CDT,M3.2.0,M11.1.0"), ("US/Eastern", "EST5EDT,M3.2.0,M11.1.0"), ("GMT", "GMT0"),
        ("Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"), ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
        ("Asia/Kolkata", "IST-5:30"), ("Asia/Tokyo", "JST-9"),
    ].compactMap { name, text in ZoneRule(named: name, text).map { TimeZoneRule(rule: $0) } }

    /// The zone of the instance and the users' default.
    static let instance = all[0]

    /// The zone with that name, or the instance's.
    static func named(_ name: String) -> TimeZoneRule { known(name) ?? instance }

    /// The built-in zone with that name.
    package static func known(_ name: String) -> TimeZoneRule? { all.first { $0.name == name } }

    /// Seconds east of UTC at a time.
    func offset(at moment: Timestamp) -> Int64 {
        if let last = changes.last, moment.seconds < last.seconds {
            return changes.last { $0.seconds <= moment.seconds }?.offset ?? changes[0].offset
        }
        return rule.offset(at: moment)
    }

    func civil(at moment: Timestamp) -> CivilTime { moment.advanced(bySeconds: offset(at: moment)).civil }

    /// The time of a local time; if there are two, the earlier one.
    func moment(of time: CivilTime) -> Timestamp {
        let naive = Timestamp(seconds: time.secondsSince1970)
        let (before, after) = (
            offset(at: naive.advanced(bySeconds: -86_400)), offset(at: naive.advanced(bySeconds: 86_400))
        )
        let (larger, smaller) = (max(before, after), min(before, after))
        for candidate in [larger, smaller] {
            let moment = naive.advanced(bySeconds: -candidate)
            if offset(at: moment) == candidate { return moment }
        }
        return naive.advanced(bySeconds: -before)
    }
}

/// Reads a zone from a file of a time-zone database (TZif, RFC 9636, version 2 or later).
package struct TimeZoneFile {
    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The zone in a file; nil if the file is malformed or uses an unsupported feature.
    package static func zone(named name: String, from bytes: [UInt8]) -> TimeZoneRule? {
        var file = TimeZoneFile(bytes)
        return file.zone(name)
    }

    private mutating func zone(_ name: String) -> TimeZoneRule? {
        // The first block is for 32-bit readers.
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
        return TimeZoneRule(rule: rule, changes: changes)
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

    /// A signed big-endian number.
    private func number(at offset: Int, bytes count: Int) -> Int64 {
        let raw = bytes[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: raw << UInt64(64 - count * 8)) >> Int64(64 - count * 8)
    }
}
