import ExchangeModel
import FoundationEssentials

/// Moments as instances store them: `yyyy-MM-dd HH:mm:ss` in UTC.
enum GlideDate {
    /// Fractions of a second are dropped towards the past. A date beyond what the form can say is cut to its limits.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Timestamp(seconds: Int64(min(max(seconds, earliest), latest))).glideText
    }

    /// Nil when the text is not of that form.
    static func date(_ text: String) -> Date? {
        Timestamp(glideText: text).map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }

    /// 0000-01-01 00:00:00 and 9999-12-31 23:59:59.
    private static let earliest = Double(CivilTime(year: 0, month: 1, day: 1).secondsSince1970)
    private static let latest = Double(CivilTime(year: 10_000, month: 1, day: 1).secondsSince1970 - 1)
}
