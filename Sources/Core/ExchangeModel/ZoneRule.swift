/// A time zone given by a POSIX rule: `CET-1CEST,M3.5.0,M10.5.0/3`. The rule applies to all years, so output does not
/// depend on the time-zone database; every time is printed with its UTC offset.
package struct ZoneRule: Sendable, Hashable {
    package let name: String
    package let text: String
    /// The standard offset, in seconds east of UTC.
    package let standardOffset: Int64
    /// The daylight saving rule; nil for none.
    package let daylight: DaylightRule?

    package init?(named name: String, _ text: String) {
        var reader = PosixZone(Array(text.utf8.prefix(Self.longest + 1)))
        guard text.utf8.count <= Self.longest, let (standardOffset, daylight) = reader.read(),
            ([standardOffset] + (daylight.map { [$0.daylightOffset] } ?? [])).allSatisfy({ abs($0) <= 26 * 3600 })
        else { return nil }
        self.init(
            name: name, text: text == Self.legacyRule ? Self.utc.text : text, standardOffset: standardOffset,
            daylight: daylight)
    }

    /// Parses a file of the time-zone database (TZif, RFC 9636), whose last line is the rule.
    package init?(named name: String, file bytes: [UInt8]) {
        guard bytes.starts(with: "TZif".utf8), bytes.last == UInt8(ascii: "\n"),
            let start = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        self.init(named: name, String(decoding: bytes[(start + 1)...].dropLast(), as: UTF8.self))
    }

    /// The zone on a tape; nil for tapes recorded before times were printed with their zone.
    package init?(taped name: String, _ text: String) {
        guard text != Self.legacyRule else { return nil }
        self.init(named: name, text)
    }

    private init(name: String, text: String, standardOffset: Int64, daylight: DaylightRule?) {
        (self.name, self.text, self.standardOffset, self.daylight) = (name, text, standardOffset, daylight)
    }

    package static let utc = ZoneRule(name: "UTC", text: "<UTC>0", standardOffset: 0, daylight: nil)
    /// Times are printed as the instance displays them to its user; others in UTC.
    package static let instance = ZoneRule(name: "instance", text: "<UTC>0", standardOffset: 0, daylight: nil)
    /// The rule on tapes recorded before times were printed with their zone.
    package static let legacyRule = "UTC0"
    private static let longest = 200

    /// The offset at a time, in seconds east of UTC.
    package func offset(at moment: Timestamp) -> Int64 {
        daylight?.offset(at: moment, standardOffset: standardOffset) ?? standardOffset
    }

    package func civil(at moment: Timestamp) -> CivilTime { moment.advanced(bySeconds: offset(at: moment)).civil }

    /// The moment of a date and time in this zone; the first one of an hour that is repeated.
    package func moment(of time: CivilTime) -> Timestamp {
        let naive = Timestamp(seconds: time.secondsSince1970)
        let offsets = [-86_400, 86_400].map { offset(at: naive.advanced(bySeconds: $0)) }
        let found = offsets.sorted(by: >).map { (naive.advanced(bySeconds: -$0), $0) }.first {
            offset(at: $0.0) == $0.1
        }
        return found?.0 ?? naive.advanced(bySeconds: -offsets[0])
    }

    /// When the offset changes in these years, and the offset from then on.
    package func changes(in years: Range<Int>) -> [(moment: Timestamp, offset: Int64)] {
        guard let daylight else { return [] }
        return years.flatMap { year in
            [
                (Timestamp(seconds: daylight.begin.seconds(in: year) - standardOffset), daylight.daylightOffset),
                (Timestamp(seconds: daylight.end.seconds(in: year) - daylight.daylightOffset), standardOffset),
            ]
        }.sorted { $0.0 < $1.0 }
    }

    /// `2024-04-14 19:29:09 +02:00`, or with `UTC` for an offset of zero.
    package func text(of moment: Timestamp) -> String {
        let offset = offset(at: moment)
        let text = moment.advanced(bySeconds: offset).glideText
        if offset == 0 { return text + " UTC" }
        let minutes = offset.magnitude / 60
        return text + (offset < 0 ? " -" : " +") + (minutes / 60).padded(to: 2) + ":" + (minutes % 60).padded(to: 2)
    }
}

/// Parses a POSIX time zone: `EST5EDT,M3.2.0,M11.1.0`.
private struct PosixZone {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func read() -> (standardOffset: Int64, daylight: DaylightRule?)? {
        guard name(), let west = time() else { return nil }
        guard !bytes.isEmpty else { return (-west, nil) }
        guard name() else { return nil }
        var daylightOffset = -west + 3600
        if bytes.first != UInt8(ascii: ",") {
            guard let other = time() else { return nil }
            daylightOffset = -other
        }
        guard let begin = transition(), let end = transition(), bytes.isEmpty else { return nil }
        return (-west, DaylightRule(daylightOffset: daylightOffset, begin: begin, end: end))
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: sign) else { return false }
        bytes.removeFirst()
        return true
    }

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

    /// An offset such as `5`, `-3:30` or `+1:00:00`, in seconds.
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

    /// A transition such as `,M3.2.0/2`.
    private mutating func transition() -> DaylightRule.Transition? {
        guard take(","), take("M"), let month = whole(), take("."), let week = whole(), take("."), let day = whole(),
            (1...12).contains(month), (1...5).contains(week), day < 7
        else { return nil }
        var time: Int64 = 7200
        if take("/") {
            guard let given = self.time() else { return nil }
            time = given
        }
        return DaylightRule.Transition(month: Int(month), week: Int(week), weekday: Int(day), time: time)
    }
}

/// A daylight saving rule as in the last line of a zone file (POSIX `TZ`): `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct DaylightRule: Sendable, Hashable {
    /// A yearly transition: a day and a local time.
    package struct Transition: Sendable, Hashable {
        let month: Int
        /// The week of the month; 5 is the last.
        let week: Int
        /// 0 is Sunday.
        let weekday: Int
        /// Seconds after midnight; may be outside the day.
        let time: Int64

        /// Seconds since 1970 of the local time, as if it were UTC.
        func seconds(in year: Int) -> Int64 {
            let first = CivilTime(year: year, month: month, day: 1)
            var day = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            while day > first.daysInMonth { day -= 7 }
            return CivilTime(year: year, month: month, day: day).secondsSince1970 + time
        }
    }

    /// The daylight saving offset, in seconds east of UTC.
    let daylightOffset: Int64
    let begin: Transition
    let end: Transition

    /// The offset at a time, in seconds east of UTC.
    package func offset(at moment: Timestamp, standardOffset: Int64) -> Int64 {
        let year = moment.advanced(bySeconds: standardOffset).civil.year
        let (start, stop) = (begin.seconds(in: year) - standardOffset, end.seconds(in: year) - daylightOffset)
        let isSummer = start < stop ? (start..<stop).contains(moment.seconds) : !(stop..<start).contains(moment.seconds)
        return isSummer ? daylightOffset : standardOffset
    }
}
