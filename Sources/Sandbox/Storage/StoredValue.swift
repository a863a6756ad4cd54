import Database
import ExchangeModel

extension Column {
    /// A raw value of the wire as this column compares it. Nil when the column can hold no such value.
    func comparable(_ raw: String) -> SQLValue? {
        switch type.storage {
        case .integer where type == .boolean: .integer(Column.isTrue(raw) ? 1 : 0)
        case .integer: Int64(raw).map(SQLValue.integer) ?? Column.finite(raw).map(SQLValue.real)
        case .number: Column.finite(raw).map(SQLValue.real)
        case .text, .elsewhere: type.isTemporal ? Column.temporal(raw, type).map(SQLValue.text) : .text(raw)
        }
    }

    /// A raw value of the wire as this column keeps it; a moment may be written as ISO 8601 has it. The empty value, and one that the column cannot hold, is NULL;
    /// text longer than the column is cut, as an instance cuts it: by characters of Unicode, since what is read as one
    /// letter may hold any number of them.
    func stored(_ raw: String) -> SQLValue {
        let moment = type == .dateTime || type == .date ? Timestamp(isoText: raw)?.glideText : nil
        guard !raw.isEmpty, let value = comparable(moment ?? raw) else { return .null }
        switch value {
        case .text(let text) where text.utf8.count > definition.length:
            return .text(String(text.unicodeScalars.prefix(definition.length)))
        case .real(let number) where type.storage == .integer:
            return number.magnitude < 9e15 ? .integer(Int64(number)) : .null
        default: return value
        }
    }

    private static func isTrue(_ raw: String) -> Bool {
        raw == "1" || HeaderFields.same(raw, "true") || HeaderFields.same(raw, "yes")
    }

    private static func finite(_ raw: String) -> Double? { Double(raw).flatMap { $0.isFinite ? $0 : nil } }

    /// Moments in the one form whose text order is time order; a bare day is its first second.
    private static func temporal(_ raw: String, _ type: InternalType) -> String? {
        guard let moment = Timestamp(glideText: raw) else { return nil }
        return type == .date ? moment.civil.dateText : moment.glideText
    }
}
