import ExchangeModel
import Notation

/// What a text is to a column that it is compared with or written to.
package enum ValueReading: Sendable, Hashable {
    case value
    /// What people call a choice; several choices may share a label.
    case label(of: [ChoiceDescription])
    /// None of the column's choices.
    case noChoice
    /// Neither a sys_id nor empty: perhaps the name of a record of that table.
    case name(in: String)
    case noNumber
    case noDate
    case noTruth
}

extension ColumnDescription {
    /// Reads a text as a value of this column. What the instance evaluates (`javascript:`) and what is not known of a type
    /// passes as a value.
    package func read(_ text: String) -> ValueReading {
        if text.isEmpty || text.hasPrefix("javascript:") { return .value }
        if type == "reference" {
            guard let table = reference, !RecordName.isSysID(text) else { return .value }
            return .name(in: table)
        }
        if type == "boolean" { return Self.truth(of: text) == nil ? .noTruth : .value }
        // A list may offer nothing but `-- None --`.
        if choices.contains(where: { !$0.value.isEmpty }) {
            if choices.contains(where: { $0.value == text }) { return .value }
            let labelled = choices.filter { $0.isCalled(text) }
            return labelled.isEmpty ? .noChoice : .label(of: labelled)
        }
        if isNumeric { return Double(text)?.isFinite ?? false ? .value : .noNumber }
        if isDated { return Self.isDate(text) ? .value : .noDate }
        return .value
    }

    /// Whether it holds numbers.
    package var isNumeric: Bool { ["integer", "longint", "decimal", "float", "percent_complete"].contains(type) }
    /// Whether it holds dates, with a time or without.
    package var isDated: Bool { ["glide_date", "glide_date_time", "due_date", "date", "datetime"].contains(type) }

    /// What an instance stores for a text in a column of truth; nil for a text that is neither.
    package static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes": true
        case "false", "0", "no": false
        default: nil
        }
    }

    /// Whether a text is a day or a moment as instances store it, or a moment as ISO 8601 writes it:
    /// `2025-03-03T08:00:00Z`.
    private static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 13, bytes[10] == UInt8(ascii: "T") else { return Timestamp(glideText: text) != nil }
        return bytes[11...12].allSatisfy(ASCII.isDigit)
            && Timestamp(glideText: String(decoding: bytes[..<10], as: UTF8.self)) != nil
    }
}

extension ChoiceDescription {
    /// The label without the value that some labels begin with: `Critical` of `1 - Critical`.
    package var name: String {
        let prefix = value + " - "
        return label.hasPrefix(prefix) && label.utf8.count > prefix.utf8.count
            ? String(label.dropFirst(prefix.count)) : label
    }

    /// Whether people call it that, letter case aside.
    func isCalled(_ text: String) -> Bool {
        let text = text.lowercased()
        return label.lowercased() == text || name.lowercased() == text
    }
}
