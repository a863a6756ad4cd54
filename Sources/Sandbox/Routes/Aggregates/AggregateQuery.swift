import Database
import ExchangeModel

/// What a request for aggregates asks for, as parts of one statement.
///
/// Names of columns that do not exist, functions that a column does not have and conditions that cannot be read are
/// ignored, as in an encoded query.
struct AggregateQuery {
    /// One column that records are grouped by.
    struct Group {
        /// The column as it was asked for, dot-walk included.
        let path: String
        let operand: JoinPlan.Operand
        /// What groups are sorted by: a reference by what people read.
        let order: String
    }

    let counts: Bool
    let groups: [Group]
    let aggregates: [Aggregate]
    private let having: SQLFragment?
    private let ordering: [String]

    init(_ request: AggregateRequest, plan: JoinPlan, rules: AccessRules) throws {
        let columns = AggregateColumns(plan: plan, rules: rules)
        counts = request.counts
        groups = try AggregateQuery.groups(request.groups, columns)
        var aggregates: [Aggregate] = []
        for wanted in request.functions {
            if let made = try Aggregate(wanted.function, of: wanted.path, columns) { aggregates.append(made) }
        }
        self.aggregates = aggregates
        var conditions: [SQLFragment] = []
        for text in request.having {
            if let made = try AggregateQuery.condition(text, columns) { conditions.append(made) }
        }
        having = SQLFragment.joined(conditions, by: "AND")
        var ordering: [String] = []
        for text in request.order {
            if let made = try AggregateQuery.order(text, groups, columns) { ordering.append(made) }
        }
        self.ordering = ordering
    }

    /// Whether the answer would show values of records and not only how many there are.
    var showsValues: Bool { !groups.isEmpty || !aggregates.isEmpty || having != nil }

    /// Whether groups, or the whole, must meet a condition to be shown.
    var isFiltered: Bool { having != nil }

    /// The statement. Its columns: the count, the aggregates, the groups.
    func statement(from plan: JoinPlan, where condition: SQLFragment?) -> SQLFragment {
        let columns = ["count(*)"] + aggregates.map(\.sql) + groups.map(\.operand.sql)
        var text = "SELECT " + columns.joined(separator: ", ") + " FROM " + plan.source
        if let condition { text += " WHERE " + condition.text }
        if !groups.isEmpty {
            text += " GROUP BY " + groups.map(\.operand.sql).joined(separator: ", ")
        } else if having != nil {
            text += " GROUP BY NULL"
        }
        if let having { text += " HAVING " + having.text }
        if !groups.isEmpty {
            text += " ORDER BY " + (ordering + groups.flatMap { [$0.order, $0.operand.sql] }).joined(separator: ", ")
        }
        return SQLFragment(text, (condition?.values ?? []) + (having?.values ?? []))
    }

    private static func groups(_ paths: [String], _ columns: AggregateColumns) throws -> [Group] {
        var groups: [Group] = []
        for path in paths {
            guard let operand = try columns.operand(at: path) else { continue }
            let shown = try columns.plan.displayOperand(of: operand, at: path)
            groups.append(Group(path: path, operand: operand, order: shown?.sql ?? operand.sql))
        }
        return groups
    }

    /// `count^priority^>^3`: the aggregate, the column, the sign, the value. What is counted is records, whatever the
    /// column.
    private static func condition(_ text: String, _ columns: AggregateColumns) throws -> SQLFragment? {
        let parts = text.split(separator: "^", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        let signs = ["=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="]
        guard parts.count == 4, let sign = signs[parts[2]] else { return nil }
        if HeaderFields.same(parts[0], "count") {
            return Aggregate.number(parts[3]).map { SQLFragment("count(*) " + sign + " ?", [$0]) }
        }
        guard let function = Aggregate.Function(rawValue: parts[0].lowercased()),
            let aggregate = try Aggregate(function, of: parts[1], columns),
            let value = aggregate.comparable(parts[3])
        else { return nil }
        return SQLFragment(aggregate.sql + " " + sign + " ?", [value])
    }

    /// `COUNT`, `AVG^order` or the name of a group's column, each with an optional `^DESC`.
    private static func order(_ text: String, _ groups: [Group], _ columns: AggregateColumns) throws -> String? {
        var parts = text.split(separator: "^").map(String.init)
        let isDescending = parts.last == "DESC"
        if parts.count > 1, isDescending || parts.last == "ASC" { parts.removeLast() }
        let end = isDescending ? " DESC" : ""
        guard let first = parts.first else { return nil }
        if let group = groups.first(where: { $0.path == first }), parts.count == 1 { return group.order + end }
        if HeaderFields.same(first, "count") { return "count(*)" + end }
        guard parts.count == 2, let function = Aggregate.Function(rawValue: first.lowercased()),
            let aggregate = try Aggregate(function, of: parts[1], columns)
        else { return nil }
        return aggregate.sql + end
    }
}
