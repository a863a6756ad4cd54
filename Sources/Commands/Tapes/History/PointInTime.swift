import ExchangeModel
import Notation
import Workbench

/// A day or a time as people type it: `today`, `yesterday`, `30m`, `2h`, `3d`, `2w`, `2026-11-20`, `2026-11-20T14:30`.
struct PointInTime: Sendable, Hashable {
    /// The start of a day, or the time itself.
    let moment: Timestamp

    /// What can be typed, for errors.
    static let forms = "today, yesterday, 30m, 2h, 3d, 2w, 2026-11-20 or 2026-11-20T14:30"

    /// Parses a time; nil for other forms and for days that do not exist.
    ///
    /// - Parameters:
    ///   - now: the time from which `2h` counts back.
    ///   - zone: the time zone of days.
    init?(_ text: String, now: Timestamp, zone: ZoneRule) {
        let today = zone.civil(at: now).startOfDay
        switch text {
        case "today": moment = zone.moment(of: today)
        case "yesterday": moment = zone.moment(of: today.moved(days: -1))
        default:
            if let seconds = Self.span(text) {
                moment = now.advanced(bySeconds: -seconds)
            } else if let wall = Self.wall(text) {
                moment = zone.moment(of: wall)
            } else {
                return nil
            }
        }
    }

    /// The seconds of `30m`, `2h`, `3d` or `2w`.
    static func span(_ text: String) -> Int64? {
        guard
            let unit = [
                UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600, UInt8(ascii: "d"): 86400, UInt8(ascii: "w"): 604_800,
            ][text.utf8.last ?? 0]
        else { return nil }
        let digits = text.utf8.dropLast()
        guard (1...6).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
        return Int64(String(digits) ?? "").map { $0 * Int64(unit) }
    }

    private static func wall(_ text: String) -> CivilTime? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].utf8.count == 10, parts.count == 1 || parts[1].utf8.count == 5 else {
            return nil
        }
        return Timestamp(glideText: parts[0] + (parts.count == 1 ? "" : " " + parts[1] + ":00"))?.civil
    }
}

extension BoundArguments {
    /// The time that a flag names; nil if it was omitted.
    func moment(_ flag: Flag<String>, now: Timestamp, zone: ZoneRule?) throws(Problem) -> Timestamp? {
        guard let text = self[flag] else { return nil }
        guard let point = PointInTime(text, now: now, zone: zone ?? .utc) else {
            throw problem(.usage, "This is not a time: \(PointInTime.forms).", at: flag)
        }
        return point.moment
    }
}
