public import FoundationEssentials
import Notation

/// The conditions and sort order of a query.
public struct Filter: Sendable, Hashable {
    /// The encoded query; nil if a part is not representable.
    let query: String?
    let queryCategory: String?

    /// Rows that match any of the criteria.
    public init(criteria: [Criteria], sortBy: [Sort]? = nil, queryCategory: String? = nil) {
        query = Filter.sorted(Filter.joined(criteria, by: "^NQ"), sortBy)
        self.queryCategory = queryCategory
    }

    /// Rows that match all conditions.
    public init(conditions: [any QueryProviding], sorts: [Sort]? = nil) {
        query = Filter.sorted(Filter.joined(conditions, by: "^"), sorts)
        queryCategory = nil
    }

    /// Rows that match an encoded query.
    public init(query: String, queryCategory: String? = nil) {
        self.query = query
        self.queryCategory = queryCategory
    }

    /// Rows that contain the keywords and match all conditions.
    public init(keywords: String? = nil, conditions: [Condition], sortBy: [Sort]? = nil) {
        queryCategory = nil
        let all = Filter.joined(conditions, by: "^")
        guard let keywords, !keywords.isEmpty else {
            query = Filter.sorted(all, sortBy)
            return
        }
        guard let all, EncodedQuery.isValidValue(keywords) else {
            query = nil
            return
        }
        let parts = [EncodedQuery.Condition.textSearchField + "=" + keywords] + (all.isEmpty ? [] : [all]) + ["EQ"]
        query = Filter.sorted(parts.joined(separator: "^"), sortBy)
    }

    private static func sorted(_ query: String?, _ sorts: [Sort]?) -> String? {
        query.map { query in
            ((query.isEmpty ? [] : [query]) + (sorts ?? []).map(\.query)).joined(separator: "^")
        }
    }
}

/// A condition on one field, which may be dot-walked.
public struct Condition: QueryProviding, Hashable {
    /// The condition as an encoded query; nil if not representable.
    public let query: String?

    private init<Kind>(_ field: FieldName, _ clause: Clause<Kind>) {
        let isName = !field.isEmpty && field.utf8.allSatisfy { ASCII.isName($0) && $0 != UInt8(ascii: "-") }
        query = isName && clause.isUsable ? field + clause.text : nil
    }

    /// A condition on a Boolean field.
    public static func boolean(field: FieldName, _ clause: Clause<BooleanKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a date and time.
    public static func dateTime(field: FieldName, _ clause: Clause<DateTimeKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on an email address.
    public static func email(field: FieldName, _ clause: Clause<EmailKind>) -> Condition { Condition(field, clause) }
    /// A condition on a choice with integer values.
    public static func integerChoice(field: FieldName, _ clause: Clause<IntegerChoiceKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a number.
    public static func numeric(field: FieldName, _ clause: Clause<NumericKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a reference.
    public static func reference(field: FieldName, _ clause: Clause<ReferenceKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on text.
    public static func string(field: FieldName, _ clause: Clause<StringKind>) -> Condition { Condition(field, clause) }
    /// A condition on a choice with text values.
    public static func stringChoice(field: FieldName, _ clause: Clause<StringChoiceKind>) -> Condition {
        Condition(field, clause)
    }
}

/// Alternative conditions (`^OR`).
public struct CompoundCondition: QueryProviding, Hashable {
    /// The alternatives as an encoded query; nil if not representable.
    public let query: String?

    /// Matches if any condition does.
    public static func or(_ conditions: [Condition]) -> CompoundCondition {
        CompoundCondition(query: Filter.joined(conditions, by: "^OR"))
    }

    /// Matches if any condition does.
    public static func or(_ conditions: Condition...) -> CompoundCondition { or(conditions) }
}

/// Conditions that must all match. A filter with several criteria matches if any of them does.
public struct Criteria: QueryProviding {
    /// The conditions as an encoded query; nil if not representable.
    public let query: String?

    /// Creates criteria from conditions.
    public init(conditions: [any QueryProviding]) {
        query = Filter.joined(conditions, by: "^")
    }
}

/// A sort order.
public enum Sort: Sendable, Hashable {
    /// Ascending.
    case asc(FieldName)
    /// Descending.
    case desc(FieldName)

    var query: String {
        switch self {
        case .asc(let field): EncodedQuery.Ordering(field).text
        case .desc(let field): EncodedQuery.Ordering(field, descending: true).text
        }
    }
}

/// A part of an encoded query.
public protocol QueryProviding: Sendable {
    /// The encoded query; nil if not representable: a value contains `^` or, in a list, a comma, or a field name is
    /// invalid.
    var query: String? { get }
}

/// A time relative to now, evaluated on the instance in the user's time zone.
public enum RelativeTime: String, Sendable, Hashable, CaseIterable {
    /// The first second of that minute.
    case minutesAgoStart
    /// The last second of that minute.
    case minutesAgoEnd
    /// The first second of that hour.
    case hoursAgoStart
    /// The last second of that hour.
    case hoursAgoEnd
    /// That many days ago, at the current time of day.
    case daysAgo
    /// The first second of that day.
    case daysAgoStart
    /// The last second of that day.
    case daysAgoEnd
    /// The first second of that month.
    case monthsAgoStart
    /// The last second of that month.
    case monthsAgoEnd
    /// That many quarters ago, at the current time of day.
    case quartersAgo

    func text(_ count: Int) -> String { "javascript:gs.\(rawValue)(\(count))" }
}

extension Clause where Kind == DateTimeKind {
    /// `>`
    public static func after(_ count: Int, _ unit: RelativeTime) -> Self { Self(">", [unit.text(count)]) }
    /// `>=`: `.atOrAfter(0, .daysAgoStart)` is today or later.
    public static func atOrAfter(_ count: Int, _ unit: RelativeTime) -> Self { Self(">=", [unit.text(count)]) }
    /// `<`
    public static func before(_ count: Int, _ unit: RelativeTime) -> Self { Self("<", [unit.text(count)]) }
    /// `<=`
    public static func atOrBefore(_ count: Int, _ unit: RelativeTime) -> Self { Self("<=", [unit.text(count)]) }
    /// `>`
    public static func after(_ date: Date) -> Self { greaterThan(date) }
    /// `>=`
    public static func atOrAfter(_ date: Date) -> Self { greaterThanOrIs(date) }
    /// `<`
    public static func before(_ date: Date) -> Self { lessThan(date) }
    /// `<=`
    public static func atOrBefore(_ date: Date) -> Self { lessThanOrIs(date) }
}

/// The operator and operand of a condition.
///
/// `Kind` determines the available operators: `Condition.boolean(field: "active", .is(true))`.
public struct Clause<Kind: ClauseKind>: Sendable, Hashable {
    /// Operator and operand, as they follow the field name in an encoded query.
    let text: String
    /// Whether every operand can be written in a query. `^` would end the condition, and no escape for it is
    /// documented.
    let isUsable: Bool

    init(_ operation: String, _ values: [String] = [], separator: String = "") {
        text = operation + values.joined(separator: separator)
        isUsable = values.allSatisfy { value in
            EncodedQuery.isValidValue(value) && (separator != "," || !value.utf8.contains(UInt8(ascii: ",")))
        }
    }
}

extension Clause {
    /// `=`
    public static func `is`(_ value: Kind.Value) -> Self { Self("=", [Kind.text(of: value)]) }
    /// `!=`; does not match rows whose field is empty.
    public static func isNot(_ value: Kind.Value) -> Self { Self("!=", [Kind.text(of: value)]) }
    /// `ISEMPTY`
    public static var isEmpty: Self { Self("ISEMPTY") }
    /// `ISNOTEMPTY`
    public static var isNotEmpty: Self { Self("ISNOTEMPTY") }
    /// `ANYTHING`: always true.
    public static var isAnything: Self { Self("ANYTHING") }
    /// `SAMEAS`: equal to another field of the row.
    public static func isSame(as field: FieldName) -> Self { Self("SAMEAS", [field]) }
    /// `NSAMEAS`: different from another field of the row.
    public static func isDifferent(from field: FieldName) -> Self { Self("NSAMEAS", [field]) }
    /// `VALCHANGES`; matches no row in a list query.
    public static var changes: Self { Self("VALCHANGES") }
    /// `CHANGESFROM`; matches no row in a list query.
    public static func changesFrom(_ value: Kind.Value) -> Self { Self("CHANGESFROM", [Kind.text(of: value)]) }
    /// `CHANGESTO`; matches no row in a list query.
    public static func changesTo(_ value: Kind.Value) -> Self { Self("CHANGESTO", [Kind.text(of: value)]) }
}

extension Clause where Kind: ListableKind {
    /// `IN`; values must not contain a comma.
    public static func isOneOf(_ values: [Kind.Value]) -> Self { Self("IN", values.map(Kind.text), separator: ",") }
    /// `NOT IN`; values must not contain a comma.
    public static func isNotOneOf(_ values: [Kind.Value]) -> Self {
        Self("NOT IN", values.map(Kind.text), separator: ",")
    }
}

extension Clause where Kind: TextualKind {
    /// `LIKE`; for a reference, compares the display value.
    public static func contains(_ text: String) -> Self { Self("LIKE", [text]) }
    /// `NOT LIKE`; does not match rows whose field is empty.
    public static func doesNotContain(_ text: String) -> Self { Self("NOT LIKE", [text]) }
    /// `STARTSWITH`
    public static func startsWith(_ text: String) -> Self { Self("STARTSWITH", [text]) }
    /// `ENDSWITH`
    public static func endsWith(_ text: String) -> Self { Self("ENDSWITH", [text]) }
    /// `EMPTYSTRING`
    public static var isEmptyString: Self { Self("EMPTYSTRING") }
}

extension Clause where Kind: OrderedKind {
    /// `<`
    public static func lessThan(_ value: Kind.Value) -> Self { Self("<", [Kind.text(of: value)]) }
    /// `<=`
    public static func lessThanOrIs(_ value: Kind.Value) -> Self { Self("<=", [Kind.text(of: value)]) }
    /// `>`
    public static func greaterThan(_ value: Kind.Value) -> Self { Self(">", [Kind.text(of: value)]) }
    /// `>=`
    public static func greaterThanOrIs(_ value: Kind.Value) -> Self { Self(">=", [Kind.text(of: value)]) }
    /// `BETWEEN`, inclusive.
    public static func between(_ low: Kind.Value, _ high: Kind.Value) -> Self {
        Self("BETWEEN", [Kind.text(of: low), Kind.text(of: high)], separator: "@")
    }
}

/// A kind of field: its value type and how values are written in a query.
public protocol ClauseKind {
    /// The value type of the field.
    associatedtype Value
    /// The value as written in an encoded query.
    static func text(of value: Value) -> String
}

/// A kind with the operators `IN` and `NOT IN`.
public protocol ListableKind: ClauseKind {}
/// A kind with text operators.
public protocol TextualKind: ClauseKind {}
/// A kind with ordering operators.
public protocol OrderedKind: ClauseKind {}

/// True or false.
public enum BooleanKind: ClauseKind {
    /// `true` or `false`.
    public static func text(of value: Bool) -> String { value ? "true" : "false" }
}

/// A date and time, compared in UTC to the second, as stored.
public enum DateTimeKind: OrderedKind {
    /// The time in UTC, `yyyy-MM-dd HH:mm:ss`.
    public static func text(of value: Date) -> String { GlideDate.text(of: value) }
}

/// An email address.
public enum EmailKind: TextualKind, ListableKind {
    /// The address unchanged.
    public static func text(of value: String) -> String { value }
}

/// A choice with integer values.
public enum IntegerChoiceKind: OrderedKind, ListableKind {
    /// The digits.
    public static func text(of value: Int) -> String { String(value) }
}

/// A number.
public enum NumericKind: OrderedKind, ListableKind {
    /// The number, without a fraction if it is integral.
    public static func text(of value: Double) -> String { Int64(exactly: value).map { String($0) } ?? String(value) }
}

/// A reference: compared by sys_id, searched by display value.
public enum ReferenceKind: TextualKind, ListableKind {
    /// The sys_id.
    public static func text(of value: SysID) -> String { value }
}

/// Text.
public enum StringKind: TextualKind, ListableKind, OrderedKind {
    /// The text unchanged.
    public static func text(of value: String) -> String { value }
}

/// A choice with text values, compared by value and not by label.
public enum StringChoiceKind: TextualKind, ListableKind {
    /// The stored value unchanged.
    public static func text(of value: String) -> String { value }
}

extension Filter {
    /// Parts as one encoded query; nil if a part is not representable.
    static func joined(_ parts: [any QueryProviding], by separator: String) -> String? {
        let texts = parts.map(\.query)
        return texts.contains(nil) ? nil : texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
    }
}
