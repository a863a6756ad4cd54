import ExchangeModel

/// What people read for stored values that need no look-up.
struct DisplayText {
    let format: DateFormat

    init(_ format: DateFormat) { self.format = format }

    /// In the instance's own date format.
    init(zone: TimeZoneRule) { format = DateFormat(zone: zone) }

    /// The display value of a raw value; never called for references, lists and journals.
    func text(of raw: String, in column: Column) -> String {
        if let label = column.choiceLabel(of: raw) { return label }
        switch column.type {
        case .dateTime:
            // Recorded answers say so of task columns that a service level would have filled.
            if raw.isEmpty { return column.name == "sla_due" || column.name == "activity_due" ? "UNKNOWN" : "" }
            guard let moment = Timestamp(glideText: raw) else { return raw }
            return format.text(of: moment)
        case .date:
            return Timestamp(glideText: raw).map { format.text(ofDay: $0.civil) } ?? raw
        case .integer: return DisplayText.grouped(raw)
        case .duration: return DisplayText.duration(raw)
        case .currency: return raw.isEmpty ? "" : "$" + DisplayText.grouped(DisplayText.cents(raw))
        case .password, .password2: return "********"
        default: return raw
        }
    }

    /// Digits in threes: `102197` reads `102,197`.
    static func grouped(_ raw: String) -> String {
        let digits = Array(raw.utf8)
        let end = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
        let start = digits.first == UInt8(ascii: "-") ? 1 : 0
        guard end - start > 3, digits[start..<end].allSatisfy({ (48...57).contains($0) }) else { return raw }
        var out = Array(digits[..<start])
        for index in start..<end {
            if index > start, (end - index) % 3 == 0 { out.append(UInt8(ascii: ",")) }
            out.append(digits[index])
        }
        return String(decoding: out + digits[end...], as: UTF8.self)
    }

    /// An amount with two decimals at least: `509.5` reads `509.50`.
    private static func cents(_ raw: String) -> String {
        guard let point = raw.firstIndex(of: ".") else { return raw + ".00" }
        return raw.utf8.distance(from: point, to: raw.endIndex) == 2 ? raw + "0" : raw
    }

    /// A duration is kept as a moment after 1970 began: `1970-01-02 04:23:17` reads `1 Day 4 Hours 23 Minutes`.
    static func duration(_ raw: String) -> String {
        guard let moment = Timestamp(glideText: raw), moment.seconds >= 0 else { return raw }
        let seconds = moment.seconds
        let parts = [(seconds / 86_400, "Day"), (seconds / 3600 % 24, "Hour"), (seconds / 60 % 60, "Minute")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" + ($0.0 == 1 ? "" : "s") }
        return words.isEmpty ? "\(seconds) Second" + (seconds == 1 ? "" : "s") : words.joined(separator: " ")
    }
}
