import ExchangeModel

/// A user's format for dates and times: a zone, and patterns such as `dd/MM/yyyy` and `hh:mm:ss a`
/// (`sys_user.date_format` and `time_format`).
struct DateFormat: Sendable, Hashable {
    /// The instance's default patterns.
    static let systemDate = "yyyy-MM-dd"
    static let systemTime = "HH:mm:ss"

    let zone: TimeZoneRule
    let date: String
    let time: String

    /// Empty patterns are the instance's defaults.
    init(zone: TimeZoneRule, date: String = "", time: String = "") {
        self.zone = zone
        self.date = date.isEmpty ? DateFormat.systemDate : date
        self.time = time.isEmpty ? DateFormat.systemTime : time
    }

    private var isSystem: Bool { date == DateFormat.systemDate && time == DateFormat.systemTime }

    func text(of moment: Timestamp) -> String {
        let civil = zone.civil(at: moment)
        return isSystem ? civil.glideText : DateFormat.write(civil, date) + " " + DateFormat.write(civil, time)
    }

    /// A date, which has no zone.
    func text(ofDay civil: CivilTime) -> String { DateFormat.write(civil, date) }

    /// Parses a time in the user's or the instance's format. A date alone is its first second.
    func moment(of text: String) -> Timestamp? {
        let civil =
            DateFormat.read(text, date + " " + time) ?? DateFormat.read(text, date)
            ?? Timestamp(glideText: text)?.civil
        return civil.map(zone.moment)
    }

    func day(of text: String) -> CivilTime? { DateFormat.read(text, date) ?? Timestamp(glideText: text)?.civil }

    /// The pattern in runs of letters: `dd`, `/`, `MM`.
    private static func pieces(_ pattern: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = pattern[...]
        while let first = rest.first {
            let piece = rest.prefix { $0 == first }
            pieces.append(piece)
            rest = rest[piece.endIndex...]
        }
        return pieces
    }

    private static func write(_ civil: CivilTime, _ pattern: String) -> String {
        pieces(pattern).map { piece in
            let width = piece.utf8.count
            switch piece.first {
            case "y": return width == 2 ? (civil.year % 100).padded(to: 2) : civil.year.padded(to: width)
            case "M": return civil.month.padded(to: width)
            case "d": return civil.day.padded(to: width)
            case "H": return civil.hour.padded(to: width)
            case "h": return ((civil.hour + 11) % 12 + 1).padded(to: width)
            case "m": return civil.minute.padded(to: width)
            case "s": return civil.second.padded(to: width)
            case "a": return civil.hour < 12 ? "AM" : "PM"
            default: return String(piece)
            }
        }.joined()
    }

    private static func read(_ text: String, _ pattern: String) -> CivilTime? {
        var rest = text[...]
        var parts: [Character: Int] = [:]
        for piece in pieces(pattern) {
            guard let letter = piece.first else { continue }
            switch letter {
            case "y", "M", "d", "H", "h", "m", "s":
                // At most four digits, whatever the pattern: dates are computed in seconds.
                let digits = rest.prefix(min(max(piece.utf8.count, 2), 4)).prefix { $0.isASCII && $0.isNumber }
                guard let number = Int(digits) else { return nil }
                parts[letter] = number
                rest = rest[digits.endIndex...]
            case "a":
                let half = rest.prefix(2).uppercased()
                guard half == "AM" || half == "PM" else { return nil }
                parts["a"] = half == "PM" ? 12 : 0
                rest = rest.dropFirst(2)
            default:
                guard rest.hasPrefix(piece) else { return nil }
                rest = rest.dropFirst(piece.count)
            }
        }
        guard rest.isEmpty, let year = parts["y"], let month = parts["M"], let day = parts["d"] else { return nil }
        let hour = parts["H"] ?? parts["h"].map { $0 % 12 + (parts["a"] ?? 0) } ?? 0
        let civil = CivilTime(
            year: year, month: month, day: day, hour: hour, minute: parts["m"] ?? 0, second: parts["s"] ?? 0)
        // An invalid date does not survive the round trip.
        return CivilTime(secondsSince1970: civil.secondsSince1970) == civil ? civil : nil
    }
}
