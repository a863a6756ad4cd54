package import ExchangeModel
package import Notation
package import NowData
import Workbench

/// Words for a value that a column cannot hold.
package enum ValueText {
    package static func sentence(_ column: String, _ value: String, _ reading: ValueInterpretation) -> String {
        let value = SingleLine.of(value, limit: 40)
        return switch reading {
        case .noNumber: "\(column) is a number; \(value) is not."
        case .noDate: "\(column) is a date; \(value) cannot be read as one."
        case .notBoolean: "\(column) is true or false, not \(value)."
        case .value, .label, .noChoice, .name: "\(column) has no choice \(value)."
        }
    }

    /// Suggests the nearest value, and lists what the column accepts.
    ///
    /// - Parameters:
    ///   - before: the column and operator in front of the value: `priority=`.
    ///   - condition: the condition that the value belongs to; nil for a value to be stored.
    package static func hints(
        _ column: ColumnDescription, _ value: String, _ reading: ValueInterpretation, now: Timestamp, before: String,
        in condition: EncodedQuery.Condition? = nil
    ) -> [String] {
        func meant(_ values: [String]) -> [String] {
            let lines = values.map { value in
                let name = column.choices.first { $0.value == value }.map(named) ?? value
                return before + name
            }
            return lines.isEmpty ? [] : ["Did you mean " + Phrase.listed(lines, joinedBy: "or") + "?"]
        }
        switch reading {
        case .noChoice:
            // Any number is similar to any other, so numbers get no suggestion.
            let near =
                Double(value) != nil
                ? [] : DidYouMean.nearest(to: value, among: column.choices.flatMap { [$0.value, $0.name] })
            let values = column.choices.filter { near.contains($0.value) || near.contains($0.name) }.map(\.value)
            return meant(values) + ["Choices: " + choices(of: column) + "."]
        case .notBoolean:
            switch value.lowercased().first {
            case "t", "y": return meant(["true"])
            case "f", "n": return meant(["false"])
            default: return meant(["true", "false"])
            }
        case .noDate:
            let isWritten = condition == nil
            if let near = moment(value) ?? (isWritten ? day(value, now) : nil) {
                return meant([isWritten ? Quoting.word(near) : near])
            }
            let example = isWritten ? Quoting.word(now.glideText) : now.glideText
            return [
                "A date is written \(now.civil.dateText) or \(example)"
                    + (isWritten ? "." : ", or as a script: javascript:gs.beginningOfToday().")
            ]
        case .noNumber:
            let digits = value.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
            return Double(digits) == nil ? [] : meant([String(digits)])
        case .name(let table): return ["table list \(Quoting.word(table))"]
        case .label(let choices): return meant(choices.map(\.value))
        case .value: return []
        }
    }

    /// `1 (Critical), 2 (High)`.
    static func choices(of column: ColumnDescription) -> String {
        let all = column.choices.filter { !$0.value.isEmpty }
        let some = all.prefix(maxChoices).map(named)
        let more = all.count - some.count
        return Phrase.listed(some + (more > 0 ? ["\(more) more choices"] : []), joinedBy: "and")
    }

    private static func named(_ choice: ChoiceDescription) -> String {
        choice.name == choice.value ? choice.value : "\(choice.value) (\(choice.name))"
    }

    private static func moment(_ text: String) -> String? {
        let text = text.hasSuffix("Z") ? text.dropLast() : text[...]
        guard text.utf8.count <= 19 || text.dropFirst(19).first == "." else { return nil }
        let plain = text.prefix(19).replacing("T", with: " ")
        return ["", ":00", ":00:00"].lazy.map { plain + $0 }.first { Timestamp(glideText: $0) != nil }
    }

    private static func day(_ word: String, _ now: Timestamp) -> String? {
        let days: [String: Int64] = ["yesterday": -1, "today": 0, "now": 0, "tomorrow": 1]
        guard let days = days[word.lowercased()] else { return nil }
        let moment = now.advanced(bySeconds: days * 86400)
        return word.lowercased() == "now" ? moment.glideText : moment.civil.dateText
    }

    private static let maxChoices = 20
}
