import Database
import ExchangeModel

struct DisplayText {
    let format: DateFormat

    func text(of raw: String, in column: Column) -> String {
        if let label = column.choiceLabel(of: raw) { return label }
        switch column.type {
        case .dateTime:
            // As in recorded responses, for task columns that a service level would have set.
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

    /// Thousands separators: `102197` is `102,197`.
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

    /// At least two decimals: `509.5` is `509.50`.
    private static func cents(_ raw: String) -> String {
        guard let point = raw.firstIndex(of: ".") else { return raw + ".00" }
        return raw.utf8.distance(from: point, to: raw.endIndex) == 2 ? raw + "0" : raw
    }

    /// A duration is stored as a time after 1970-01-01: `1970-01-02 04:23:17` is `1 Day 4 Hours 23 Minutes`.
    static func duration(_ raw: String) -> String {
        guard let moment = Timestamp(glideText: raw), moment.seconds >= 0 else { return raw }
        let seconds = moment.seconds
        let parts = [(seconds / 86_400, "Day"), (seconds / 3600 % 24, "Hour"), (seconds / 60 % 60, "Minute")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" + ($0.0 == 1 ? "" : "s") }
        return words.isEmpty ? "\(seconds) Second" + (seconds == 1 ? "" : "s") : words.joined(separator: " ")
    }
}

final class DisplayLookup {
    private let store: RecordStore
    let text: DisplayText
    private var known: [String: [String: String]] = [:]
    private var authors: [String: String] = [:]

    init(store: RecordStore, _ format: DateFormat) {
        self.store = store
        text = DisplayText(format: format)
    }

    /// The display value of a record's column: `stored` is the statement's value (for a journal the sys_id of the
    /// record), `value` its wire form.
    func display(_ stored: String, _ value: String, in column: Column) throws -> String {
        if column.isJournal { return stored.isEmpty ? "" : try journal(of: stored, in: column) }
        if column.type.isSecret { return stored.isEmpty ? "" : text.text(of: stored, in: column) }
        if column.type == .list { return try list(value, in: column) }
        if column.reference != nil { return try reference(value, in: column) }
        if column.type == .className { return className(value) }
        return text.text(of: value, in: column)
    }

    func reference(_ value: String, in column: Column) throws -> String {
        if column.type == .domainID { return value }
        guard !value.isEmpty, let name = column.definition.reference, let table = store.schema[name],
            let display = table.displayColumn
        else { return "" }
        let key = column.definition.referenceKey ?? "sys_id"
        if let found = known[name + "." + key]?[value] { return found }
        try store.fill([name])
        let sql = "SELECT \(display.sqlName) FROM \(table.storage) WHERE \"\(key)\" = ?"
        let found = try store.connection.row(sql, [.text(value)]) { $0.text(0) } ?? ""
        known[name + "." + key, default: [:]][value] = found
        return found
    }

    func key(of text: String, in column: Column) throws -> String? {
        guard let table = column.definition.reference.flatMap({ store.schema[$0] }) else { return text }
        try store.fill([table.name])
        let key = "\"\(column.definition.referenceKey ?? "sys_id")\"", shown = table.displayColumn?.sqlName ?? key
        return try store.connection.row(
            """
            SELECT \(key) FROM \(table.storage) WHERE \(shown) = ?1 OR \(key) = ?1
            ORDER BY \(shown) = ?1 DESC, "_row" LIMIT 1
            """, [.text(text)]
        ) { $0.text(0) }
    }

    func className(_ value: String) -> String { store.schema[value]?.label ?? value }

    func list(_ value: String, in column: Column) throws -> String {
        try value.split(separator: ",").map { entry in
            let found = try reference(String(entry), in: column)
            return found.isEmpty ? String(entry) : found
        }.joined(separator: ", ")
    }

    /// The entries of a journal column, newest first: `2024-05-01 09:30:00 - Abel Tuter (Work notes)`, the text, an
    /// empty line.
    func journal(of sysID: String, in column: Column) throws -> String {
        let sql: String
        switch column.name {
        case "comments_and_work_notes": sql = DisplayLookup.entries + "\"element\" IN ('comments', 'work_notes')"
        case "approval_history": return ""
        default: sql = DisplayLookup.entries + "\"element\" = '" + column.name + "'"
        }
        try store.fill(["sys_journal_field"])
        let entries = try store.connection.rows(
            sql + " ORDER BY \"sys_created_on\" DESC, \"_row\" DESC", [.text(sysID)]
        ) { (element: $0.text(0), value: $0.text(1), created: $0.text(2), author: $0.text(3)) }
        var out = ""
        for entry in entries {
            let moment = DisplayLookup.created.map { text.text(of: entry.created, in: $0) } ?? entry.created
            let sort = entry.element == "work_notes" ? "Work notes" : "Additional comments"
            out += "\(moment) - \(try author(entry.author)) (\(sort))\n\(entry.value)\n\n"
        }
        return out
    }

    private static let entries =
        "SELECT \"element\", \"value\", \"sys_created_on\", \"sys_created_by\" FROM \"sys_journal_field\" "
        + "WHERE \"element_id\" = ? AND "
    private static let created = Schema.standard["sys_journal_field"]?["sys_created_on"]

    func author(_ userName: String) throws -> String {
        if let found = authors[userName] { return found }
        try store.fill(["sys_user"])
        let found = try store.connection.row(
            "SELECT \"name\" FROM \"sys_user\" WHERE \"user_name\" = ?", [.text(userName)]
        ) { $0.text(0) }
        authors[userName] = found ?? userName
        return found ?? userName
    }
}

/// A user's format for dates and times: a zone, and patterns such as `dd/MM/yyyy` and `hh:mm:ss a`
/// (`sys_user.date_format` and `time_format`).
struct DateFormat: Sendable, Hashable {
    static let systemDate = "yyyy-MM-dd"
    static let systemTime = "HH:mm:ss"

    let zone: ZoneRule
    let date: String
    let time: String

    init(zone: ZoneRule, date: String = "", time: String = "") {
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
            DateFormat.read(text, date + " " + time) ?? DateFormat.read(text, date) ?? Timestamp(glideText: text)?.civil
        return civil.map(zone.moment)
    }

    func day(of text: String) -> CivilTime? { DateFormat.read(text, date) ?? Timestamp(glideText: text)?.civil }

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
