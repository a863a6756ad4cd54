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
            if let meant = condition.flatMap({ RelativeDateWord.meant(by: $0, type: column.type) }),
                meant != condition?.text
            {
                return ["Did you mean \(meant)?"]
            }
            let example = isWritten ? Quoting.word(now.glideText) : now.glideText
            return ["A date is written \(now.civil.dateText) or \(example)."]
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

/// A relative date word, such as `today` or `last week`. Queries have no such words; scripts give their edges.
struct RelativeDateWord {
    /// `LastWeek`, as in the names of scripts.
    private let period: String

    init?(_ text: String) {
        let words = text.lowercased().split { $0 == " " || $0 == "_" }
        period = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard Self.periods.contains(period) else { return nil }
    }

    private static let periods =
        ["Today", "Yesterday", "Tomorrow", "ThisQuarter"]
        + ["This", "Last", "Next"].flatMap { [$0 + "Week", $0 + "Month", $0 + "Year"] }

    private var start: String { "javascript:gs.beginningOf\(period)()" }
    private var end: String { "javascript:gs.endOf\(period)()" }

    /// `Last week@` and both edges, the value of `ON`.
    private var span: String {
        let label = period.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined().dropFirst()
        return "\(label.prefix(1).uppercased())\(label.dropFirst())@\(start)@\(end)"
    }

    /// The condition that was meant by one whose values are such words, or `now`. Nil if it cannot be written as one
    /// that an instance understands.
    static func meant(by condition: EncodedQuery.Condition, type: String) -> String? {
        let text = correction(of: condition)
        guard let text, EncodedQuery(text).diagnostics(knownColumns: { _ in true }, internalType: { _ in type }).isEmpty
        else { return nil }
        return text
    }

    private static func correction(of condition: EncodedQuery.Condition) -> String? {
        let field = condition.field, value = condition.value
        let now = "javascript:gs.nowDateTime()"
        if value.lowercased() == "now" { return field + condition.operator.rawValue + now }
        if condition.operator == .between {
            let ends = value.split(separator: "@").map(String.init)
            guard ends.count == 2 else { return nil }
            let words = ends.map(RelativeDateWord.init)
            let edges = [words[0]?.start, words[1]?.end]
            let values = zip(ends, edges).map { $0.lowercased() == "now" ? now : $1 ?? $0 }
            return field + condition.operator.rawValue + values.joined(separator: "@")
        }
        let words = value.split(separator: ",").map { RelativeDateWord(String($0)) }
        guard let word = words.first ?? nil else { return nil }
        switch condition.operator {
        case .isOneOf where !words.contains { $0 == nil }:
            return words.compactMap { $0.map { field + Operator.on.rawValue + $0.span } }.joined(separator: "^OR")
        case _ where words.count > 1: return nil
        case .equals: return field + Operator.on.rawValue + word.span
        case .differs, .isNoneOf: return field + Operator.notOn.rawValue + word.span
        case .less, .greaterOrEqual: return field + condition.operator.rawValue + word.start
        case .lessOrEqual, .greater: return field + condition.operator.rawValue + word.end
        default: return nil
        }
    }
}
