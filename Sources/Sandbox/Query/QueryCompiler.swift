import Database
import ExchangeModel
import Notation

/// Compiles an encoded query, or `column=value` pairs, to a WHERE condition and an ORDER BY list.
/// What an instance would silently ignore is ignored: malformed parts, unknown columns, scripts that may not be
/// evaluated.
struct QueryCompiler {
    static let maxConditions = 5000

    /// The maximum size of a query's SQL, in bytes. SQLite compares every parameter with all previous ones, and a
    /// condition on a date part contains all changes of a time zone.
    static let maxBytes = 1_000_000

    let plan: JoinPlan
    let context: QueryContext

    private var conditions: ConditionCompiler { ConditionCompiler(plan: plan, context: context) }

    func condition(of query: EncodedQuery) throws(QueryComplexityError) -> SQLFragment? {
        var groups: [SQLFragment] = []
        var count = 0
        var bytes = 0
        var dropped = !query.unparsed.isEmpty
        for group in query.groups {
            var terms: [SQLFragment] = []
            for term in group.terms {
                var alternatives: [SQLFragment] = []
                for condition in term.conditions {
                    count += 1
                    guard count <= QueryCompiler.maxConditions else {
                        throw QueryComplexityError(limit: "conditions", most: QueryCompiler.maxConditions)
                    }
                    guard let made = try compile(condition) else {
                        dropped = true
                        continue
                    }
                    alternatives.append(made)
                    bytes += made.text.utf8.count
                    guard bytes <= QueryCompiler.maxBytes else {
                        throw QueryComplexityError(limit: "bytes of conditions", most: QueryCompiler.maxBytes)
                    }
                }
                if let term = SQLFragment.joined(alternatives, by: "OR") { terms.append(term) }
            }
            if let group = SQLFragment.joined(terms, by: "AND") { groups.append(group) }
        }
        if dropped, context.invalidMatchesNothing { return .never }
        return restricted(SQLFragment.joined(groups, by: "OR"))
    }

    func condition(of pairs: [(name: String, value: String)]) throws(QueryComplexityError) -> SQLFragment? {
        var terms: [SQLFragment] = []
        for (name, value) in pairs {
            guard let column = plan.column(at: name), var term = try conditions.compile(name, .equals, value) else {
                continue
            }
            if !value.isEmpty {
                let stored = column.choiceValues(labelled: value).joined(separator: ",")
                let shown = plan.displayPath(of: name)
                let others = [
                    shown == nil ? nil : try conditions.compile(shown ?? name, .equals, value),
                    stored.isEmpty ? nil : try conditions.compile(name, .isOneOf, stored),
                ]
                term = SQLFragment.joined([term] + others.compactMap { $0 }, by: "OR") ?? term
            }
            terms.append(term)
        }
        return restricted(SQLFragment.joined(terms, by: "AND"))
    }

    func order(of query: EncodedQuery) throws(QueryComplexityError) -> String {
        var parts: [String] = []
        for ordering in query.orderings.prefix(16) {
            guard let column = plan.column(at: ordering.field), !column.type.isSecret,
                let key = try plan.operand(at: plan.displayPath(of: ordering.field) ?? ordering.field)?.sql
            else { continue }
            parts.append(key + (ordering.descending ? " DESC" : ""))
        }
        return (parts + [plan.naturalOrder]).joined(separator: ", ")
    }

    private func restricted(_ condition: SQLFragment?) -> SQLFragment? {
        guard let classes = plan.classCondition else { return condition }
        guard let condition else { return SQLFragment(classes) }
        return SQLFragment(classes + " AND " + condition.text, condition.values)
    }

    func compile(_ condition: EncodedQuery.Condition) throws(QueryComplexityError) -> SQLFragment? {
        switch condition.kind {
        case .comparison: try conditions.compile(condition.field, condition.operator, condition.value)
        case .textSearch: TextSearch(plan: plan).condition(for: condition.value)
        case .textIndexGroup: SQLFragment("1")
        case .block where condition.operator == .subquery: nil
        case .block: try RelatedRows(plan: plan, context: context).compile(condition)
        }
    }
}

struct QueryContext: Sendable {
    var owned: [QueryScript.Owner: [String]]
    let zone: ZoneRule
    let now: Timestamp
    var dynamicValues: [String: [String]] = [:]
    /// Whether a query with an invalid part finds nothing; default: that part is ignored.
    var invalidMatchesNothing = false
}

extension QueryContext {
    init(userID: String, userName: String, groupIDs: [String] = [], zone: ZoneRule, now: Timestamp) {
        self.init(
            owned: [.userID: [userID], .userName: [userName], .groups: groupIDs], zone: zone, now: now,
            dynamicValues: [DynamicFilterOption.myGroups: groupIDs])
    }

    init(_ account: Account, now: Timestamp) {
        self.init(
            userID: account.sysID, userName: account.userName, groupIDs: account.groupIDs, zone: account.zone, now: now)
    }
}

/// A piece of SQL with the values of its `?` parameters, in order.
/// Names in the text come only from the schema; everything from a client is a parameter.
struct SQLFragment: Hashable {
    var text: String
    var values: [SQLValue]

    init(_ text: String, _ values: [SQLValue] = []) {
        self.text = text
        self.values = values
    }

    static let never = SQLFragment("0")

    static func list(_ names: [String]) -> String { names.map { "'" + $0 + "'" }.joined(separator: ", ") }

    static func all(_ parts: [SQLFragment?]) -> SQLFragment? { joined(parts.compactMap { $0 }, by: "AND") }

    /// In parentheses, because a query may have alternatives.
    var enclosed: SQLFragment { SQLFragment("(" + text + ")", values) }

    /// Joins conditions as a balanced tree, because SQLite limits the depth of expressions to 1000. Nil if there are
    /// none.
    static func joined(_ parts: [SQLFragment], by word: String) -> SQLFragment? {
        guard let first = parts.first else { return nil }
        guard parts.count > 1 else { return first }
        var text = ""
        write(parts[...], by: word, into: &text)
        // The planner repeatedly examines every part of a long condition for an index; inside IS TRUE it only evaluates
        // it.
        if parts.count > 64 { text = "(" + text + " IS TRUE)" }
        return SQLFragment(text, parts.flatMap(\.values))
    }

    private static func write(_ parts: ArraySlice<SQLFragment>, by word: String, into text: inout String) {
        guard parts.count > 1 else {
            for part in parts { text += part.text }
            return
        }
        let middle = parts.startIndex + parts.count / 2
        text += "("
        write(parts[..<middle], by: word, into: &text)
        text += " " + word + " "
        write(parts[middle...], by: word, into: &text)
        text += ")"
    }
}

struct QueryComplexityError: Error, Sendable, Hashable {
    let limit: String
    let most: Int
}
