import ExchangeModel
import Notation

/// How a text is interpreted as a value of a column.
package enum ValueInterpretation: Sendable, Hashable {
    case value
    /// The label of a choice; several choices may share one.
    case label(of: [ChoiceDescription])
    /// Not a choice of the column.
    case noChoice
    /// Neither a sys_id nor empty: possibly the name of a record of that table.
    case name(in: String)
    case noNumber
    case noDate
    case notBoolean
}

extension ColumnDescription {
    /// Interprets a text as a value of this column. Expressions (`javascript:`) and unknown types count as values.
    package func read(_ text: String) -> ValueInterpretation {
        if text.isEmpty || text.hasPrefix("javascript:") { return .value }
        if type == "reference" {
            guard let table = reference, !SysIDForm.isWritten(text) else { return .value }
            return .name(in: table)
        }
        if type == "boolean" { return Self.truth(of: text) == nil ? .notBoolean : .value }
        // A list may consist of `-- None --` only.
        if choices.contains(where: { !$0.value.isEmpty }) {
            if choices.contains(where: { $0.value == text }) { return .value }
            let labelled = choices.filter { $0.hasName(text) }
            return labelled.isEmpty ? .noChoice : .label(of: labelled)
        }
        if isNumeric { return Double(text)?.isFinite ?? false ? .value : .noNumber }
        if isDated { return Self.isDate(text) ? .value : .noDate }
        return .value
    }

    package var isNumeric: Bool { ["integer", "longint", "decimal", "float", "percent_complete"].contains(type) }
    /// Whether the type is a date or a date and time.
    package var isDated: Bool { ["glide_date", "glide_date_time", "due_date", "date", "datetime"].contains(type) }

    /// The stored form of a Boolean; nil if the text is not a Boolean.
    package static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes": true
        case "false", "0", "no": false
        default: nil
        }
    }

    /// Whether a text is a date or time as stored, or an ISO 8601 time such as `2025-03-03T08:00:00Z`.
    private static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 13, bytes[10] == UInt8(ascii: "T") else { return Timestamp(glideText: text) != nil }
        return bytes[11...12].allSatisfy(ASCII.isDigit)
            && Timestamp(glideText: String(decoding: bytes[..<10], as: UTF8.self)) != nil
    }
}

extension ChoiceDescription {
    /// The label without a leading value: `Critical` for `1 - Critical`.
    package var name: String {
        let prefix = value + " - "
        return label.hasPrefix(prefix) && label.utf8.count > prefix.utf8.count
            ? String(label.dropFirst(prefix.count)) : label
    }

    /// Case-insensitive.
    func hasName(_ text: String) -> Bool {
        let text = text.lowercased()
        return label.lowercased() == text || name.lowercased() == text
    }
}
