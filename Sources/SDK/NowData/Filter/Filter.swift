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
