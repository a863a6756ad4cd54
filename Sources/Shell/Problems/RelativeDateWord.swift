import Notation

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
