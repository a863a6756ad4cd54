public import FoundationEssentials
import Notation

/// Which rows are wanted, and in what order.
public struct Filter: Sendable, Hashable {
    /// The filter as an encoded query; nil when a part cannot be written in one.
    let query: String?
    let queryCategory: String?

    /// Rows that meet one of the criteria.
    public init(criteria: [Criteria], sortBy: [Sort]? = nil, queryCategory: String? = nil) {
        query = Filter.sorted(EncodedText.joined(criteria, by: "^NQ"), sortBy)
        self.queryCategory = queryCategory
    }

    /// Rows that meet all conditions.
    public init(conditions: [any QueryProviding], sorts: [Sort]? = nil) {
        query = Filter.sorted(EncodedText.joined(conditions, by: "^"), sorts)
        queryCategory = nil
    }

    /// Rows an encoded query finds.
    public init(query: String, queryCategory: String? = nil) {
        self.query = query
        self.queryCategory = queryCategory
    }

    /// Rows in which the keywords are found and that meet all conditions.
    public init(keywords: String? = nil, conditions: [Condition], sortBy: [Sort]? = nil) {
        queryCategory = nil
        let all = EncodedText.joined(conditions, by: "^")
        guard let keywords, !keywords.isEmpty else {
            query = Filter.sorted(all, sortBy)
            return
        }
        guard let all, EncodedQuery.mayStandAsValue(keywords) else {
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

/// One condition on one field; dot-walked fields are allowed.
public struct Condition: QueryProviding, Hashable {
    /// The condition in an encoded query; nil when it cannot be written there.
    public let query: String?

    private init<Kind>(_ field: FieldName, _ clause: Clause<Kind>) {
        let isName = !field.isEmpty && field.utf8.allSatisfy { ASCII.isName($0) && $0 != UInt8(ascii: "-") }
        query = isName && clause.isUsable ? field + clause.text : nil
    }

    /// A condition on a true-or-false field.
    public static func boolean(field: FieldName, _ clause: Clause<BooleanKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a moment.
    public static func dateTime(field: FieldName, _ clause: Clause<DateTimeKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a mail address.
    public static func email(field: FieldName, _ clause: Clause<EmailKind>) -> Condition { Condition(field, clause) }
    /// A condition on a choice whose values are whole numbers.
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
    /// A condition on a choice whose values are text.
    public static func stringChoice(field: FieldName, _ clause: Clause<StringChoiceKind>) -> Condition {
        Condition(field, clause)
    }
}

/// Conditions of which one must hold (`^OR`).
public struct CompoundCondition: QueryProviding, Hashable {
    /// The alternatives in an encoded query; nil when one cannot be written there.
    public let query: String?

    /// One of the conditions holds.
    public static func or(_ conditions: [Condition]) -> CompoundCondition {
        CompoundCondition(query: EncodedText.joined(conditions, by: "^OR"))
    }

    /// One of the conditions holds.
    public static func or(_ conditions: Condition...) -> CompoundCondition { or(conditions) }
}

/// Conditions that hold together; a filter of several criteria finds what meets one of them.
public struct Criteria: QueryProviding {
    /// The conditions in an encoded query; nil when one cannot be written there.
    public let query: String?

    /// Conditions that must all hold.
    public init(conditions: [any QueryProviding]) {
        query = EncodedText.joined(conditions, by: "^")
    }
}

/// An order of rows.
public enum Sort: Sendable, Hashable {
    /// Smallest first.
    case asc(FieldName)
    /// Largest first.
    case desc(FieldName)

    var query: String {
        switch self {
        case .asc(let field): EncodedQuery.Ordering(field).text
        case .desc(let field): EncodedQuery.Ordering(field, descending: true).text
        }
    }
}

/// Something that is part of an encoded query.
public protocol QueryProviding: Sendable {
    /// Its text in an encoded query; nil when it cannot be written there: a value holds `^`, or a comma in a list, or a
    /// field's name is none.
    var query: String? { get }
}

/// A moment counted back from now, evaluated on the instance in the user's zone.
public enum RelativeTime: String, Sendable, Hashable, CaseIterable {
    /// The first second of that minute.
    case minutesAgoStart
    /// The last second of that minute.
    case minutesAgoEnd
    /// The first second of that hour.
    case hoursAgoStart
    /// The last second of that hour.
    case hoursAgoEnd
    /// That many days ago, at this time of day.
    case daysAgo
    /// The first second of that day.
    case daysAgoStart
    /// The last second of that day.
    case daysAgoEnd
    /// The first second of that month.
    case monthsAgoStart
    /// The last second of that month.
    case monthsAgoEnd
    /// That many quarters ago, at this time of day.
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
