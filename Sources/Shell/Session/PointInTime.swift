package import ExchangeModel

/// A time as typed after `--since`: `today`, `yesterday`, `30m`, `2h`, `3d`, `2w` ago, `2026-11-20` or
/// `2026-11-20T14:30`, in a time zone.
package struct PointInTime: Sendable, Hashable {
    package let moment: Timestamp

    package init?(_ text: String, now: Timestamp, zone: ZoneRule) {
        let text = text.lowercased()
        if let seconds = Self.span(text) {
            moment = now.advanced(bySeconds: -seconds)
            return
        }
        let today = now.advanced(bySeconds: zone.offset(at: now)).civil
        let midnight = CivilTime(year: today.year, month: today.month, day: today.day).secondsSince1970
        let wall: Int64
        switch text {
        case "today": wall = midnight
        case "yesterday": wall = midnight - 86400
        default:
            let parts = text.split(separator: text.contains("t") ? "t" : " ", maxSplits: 1)
            let clock = parts.count > 1 ? parts[1] : "00:00"
            let full = "\(parts.first ?? "") \(clock)" + (clock.utf8.count == 5 ? ":00" : "")
            guard let typed = Timestamp(glideText: full) else { return nil }
            wall = typed.seconds
        }
        let near = Timestamp(seconds: wall - zone.offset(at: Timestamp(seconds: wall)))
        moment = Timestamp(seconds: wall - zone.offset(at: near))
    }

    /// The seconds of `30m`, `2h`, `3d` or `2w`; nil if the text is no such span.
    package static func span(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86400, "w": 604_800]
        guard let last = text.last, let unit = units[last], let count = Int64(text.dropLast()),
            (0...100_000).contains(count)
        else { return nil }
        return count * unit
    }
}

extension BoundArguments {
    /// The moment of a flag; nil if it is not given.
    func moment(_ name: String, now: Timestamp, zone: ZoneRule?) throws(Problem) -> Timestamp? {
        guard let text = string(name) else { return nil }
        guard let point = PointInTime(text, now: now, zone: zone ?? .utc) else {
            throw problem(
                .usage, "\(text) is not a time: yesterday, 2h, 3d, 2026-11-20 or 2026-11-20T14:30.", at: name)
        }
        return point.moment
    }
}

extension FlagDefinition {
    static func since(_ summary: String) -> FlagDefinition { FlagDefinition("since", .word("TIME"), summary) }
}
