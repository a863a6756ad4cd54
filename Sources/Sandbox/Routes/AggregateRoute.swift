import Database
import ExchangeModel
import Notation

extension RESTResource {
    static let aggregates = RESTResource(
        "now/stats/{table}", [.get: { try AggregateRoute(call: $0, table: $0.table()).answer() }])
}

/// `GET /api/now/stats/{table}`: counts and other aggregates, optionally grouped. All numbers are strings.
/// Hidden rows are counted, but values and groups are computed only from rows the user may read; for a table whose rows
/// are all hidden there are none.
struct AggregateRoute {
    let call: Call
    let table: Table

    func answer() throws -> Answer {
        let records = try AggregateRecords(AggregateRequest(call.parameters), of: table, call) {
            try call.selection($0).condition
        }
        guard !records.query.groups.isEmpty else {
            // No group: the whole does not match `sysparm_having`.
            return .result(["stats": records.groups.first.map { stats($0, records.query) } ?? .object([])])
        }
        let form = DisplayMode(call.parameters).form, lookup = DisplayLookup(store: call.store, call.account.format)
        return .result(
            .array(
                try records.groups.map { group in
                    let fields = try zip(records.query.groups, group.values).map { try field($0, $1, form, lookup) }
                    return ["stats": stats(group, records.query), "groupby_fields": .array(fields)]
                }))
    }

    private func stats(_ group: AggregateRecords.Group, _ query: AggregateQuery) -> JSON {
        var members: [JSON.Member] = []
        if query.counts { members.append(.init("count", .string(String(group.count)))) }
        for function in Aggregate.Function.ofStatistics {
            let values = zip(query.aggregates, group.results).filter { $0.0.function == function }.map {
                JSON.Member($0.path, .string($1))
            }
            if !values.isEmpty { members.append(.init(function.rawValue, .object(values))) }
        }
        return .object(members)
    }

    /// With `sysparm_display_value=true` the display value replaces the value, with `all` both are included.
    private func field(
        _ group: AggregateQuery.Group, _ stored: String, _ form: DisplayMode.Form, _ lookup: DisplayLookup
    ) throws -> JSON {
        let column = group.operand.column, value = RecordRenderer.wire(stored, column)
        let name = JSON.Member("field", .string(group.path))
        if form == .value { return .object([name, .init("value", .string(value))]) }
        let shown = JSON.string(value.isEmpty ? "" : try lookup.display(stored, value, in: column))
        if form == .display { return .object([name, .init("value", shown)]) }
        return .object([name, .init("value", .string(value)), .init("display_value", shown)])
    }
}

struct AggregateRequest {
    struct Function: Hashable {
        let function: Aggregate.Function
        let path: String
    }

    var counts = false
    var groups: [String] = []
    var functions: [Function] = []
    var having: [String] = []
    var order: [String] = []

    /// The maximum number of columns of each kind in a request.
    static let maxColumns = 20

    init() {}

    init(_ parameters: Parameters) {
        counts = parameters.isTrue("sysparm_count")
        groups = AggregateRequest.names(parameters, "sysparm_group_by")
        for function in Aggregate.Function.ofStatistics {
            functions += AggregateRequest.names(parameters, "sysparm_" + function.rawValue + "_fields").map {
                Function(function: function, path: $0)
            }
        }
        having = AggregateRequest.names(parameters, "sysparm_having")
        order = AggregateRequest.names(parameters, "sysparm_order_by")
    }

    private static func names(_ parameters: Parameters, _ name: String) -> [String] {
        var seen: Set<String> = []
        return Array(parameters.names(name).filter { seen.insert($0).inserted }.prefix(maxColumns))
    }
}

struct AggregateRecords {
    struct Group {
        let count: Int64
        let results: [String]
        let values: [String]
    }

    let query: AggregateQuery
    let groups: [Group]
    private let counting: SQLFragment
    private let store: RecordStore

    init(
        _ request: AggregateRequest, of table: Table, _ call: Call, _ select: (JoinPlan) throws -> SQLFragment?
    ) throws {
        let plan = JoinPlan(table, in: call.schema)
        var condition = try select(plan)
        let query = try AggregateQuery(request, plan: plan, rules: call.rules)
        // Rows that the user may not read are counted but contribute no values.
        if query.showsValues {
            guard call.rules.reading(table) == .allowed else { throw APIError.tableRefused }
            condition = .all([condition, try call.access(.read, to: table, alias: plan.alias)])
        }
        try call.store.fill(plan.tables)
        let functions = query.aggregates
        groups = try call.store.connection.rows(of: query.statement(from: plan, where: condition)) { row in
            Group(
                count: row.integer(0), results: functions.indices.map { functions[$0].text(row, 1 + $0) },
                values: query.groups.indices.map { row.text(1 + functions.count + $0) })
        }
        let text = "SELECT count(*) FROM " + plan.source + (condition.map { " WHERE " + $0.text } ?? "")
        counting = SQLFragment(text, condition?.values ?? [])
        (self.query, store) = (query, call.store)
    }

    func total() throws -> Int64 {
        query.isFiltered
            ? try store.connection.rows(of: counting) { $0.integer(0) }.first ?? 0 : groups.reduce(0) { $0 + $1.count }
    }

    func result(_ function: Aggregate.Function, of path: String, in group: Group) -> String? {
        query.aggregates.firstIndex { $0.function == function && $0.path == path }.map { group.results[$0] }
    }
}

/// A request for aggregates as parts of one statement.
/// Unknown columns, functions that a column does not support and malformed conditions are ignored, as in an encoded
/// query.
struct AggregateQuery {
    struct Group {
        let path: String
        let operand: JoinPlan.Operand
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

    var showsValues: Bool { !groups.isEmpty || !aggregates.isEmpty || having != nil }

    var isFiltered: Bool { having != nil }

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

    private static func condition(_ text: String, _ columns: AggregateColumns) throws -> SQLFragment? {
        let parts = text.split(separator: "^", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        let signs = ["=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="]
        guard parts.count == 4, let sign = signs[parts[2]] else { return nil }
        if HeaderFields.same(parts[0], "count") {
            return Aggregate.number(parts[3]).map { SQLFragment("count(*) " + sign + " ?", [$0]) }
        }
        guard let function = Aggregate.Function(rawValue: parts[0].lowercased()),
            let aggregate = try Aggregate(function, of: parts[1], columns), let value = aggregate.comparable(parts[3])
        else { return nil }
        return SQLFragment(aggregate.sql + " " + sign + " ?", [value])
    }

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

struct Aggregate {
    enum Function: String {
        case avg, min, max, sum, countDistinct

        static let ofStatistics: [Function] = [.avg, .min, .max, .sum]
    }

    let function: Function
    let path: String
    let column: Column
    let sql: String
    private let isDuration: Bool

    /// Nil if the column does not exist or does not support the function: text has no sum, a password nothing at all.
    /// Averages and sums of durations are durations.
    init?(_ function: Function, of path: String, _ columns: AggregateColumns) throws {
        guard let operand = try columns.operand(at: path) else { return nil }
        self.function = function
        self.path = path
        column = operand.column
        let isNumber = column.type.storage == .integer || column.type.storage == .number
        isDuration = column.type == .duration || column.type == .timer
        guard isNumber || isDuration || function != .avg && function != .sum else { return nil }
        let value = isDuration ? "CAST(strftime('%s', " + operand.sql + ") AS INTEGER)" : operand.sql
        switch function {
        case .min, .max: sql = function.rawValue + "(" + operand.sql + ")"
        case .avg: sql = "avg(" + value + ")"
        case .countDistinct: sql = "count(DISTINCT " + operand.sql + ")"
        // `sum` fails on integer overflow; `total` does not, but is zero for no rows.
        case .sum: sql = "CASE WHEN count(" + value + ") > 0 THEN total(" + value + ") END"
        }
    }

    func text(_ row: Statement, _ index: Int) -> String {
        if row.isNull(index) { return "" }
        if function == .min || function == .max { return RecordRenderer.wire(row.text(index), column) }
        if function == .countDistinct { return String(row.integer(index)) }
        if isDuration {
            let seconds = row.real(index).rounded()
            return seconds.magnitude < 1e11 ? Timestamp(seconds: Int64(seconds)).glideText : ""
        }
        switch function {
        case .avg: return Aggregate.fourDecimals(row.real(index))
        default: return Aggregate.shortest(row.real(index), isWhole: column.type.storage == .integer)
        }
    }

    func comparable(_ raw: String) -> SQLValue? {
        if function == .min || function == .max { return column.comparable(raw) }
        if function == .countDistinct { return Aggregate.number(raw) }
        if isDuration, let moment = Timestamp(glideText: raw) { return .integer(moment.seconds) }
        return Aggregate.number(raw)
    }

    static func number(_ raw: String) -> SQLValue? {
        guard let number = Double(raw), number.isFinite else { return Optional.none }
        return .real(number)
    }

    private static func fourDecimals(_ number: Double) -> String {
        guard number.magnitude < 1e14 else { return String(number) }
        let scaled = Int64((number * 10_000).rounded())
        return (scaled < 0 ? "-" : "") + String(scaled.magnitude / 10_000) + "."
            + (scaled.magnitude % 10_000).padded(to: 4)
    }

    private static func shortest(_ number: Double, isWhole: Bool) -> String {
        if isWhole { return number.magnitude < 9e15 ? String(Int64(number)) : String(number) }
        var text = fourDecimals(number)
        guard number.magnitude < 1e14 else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}

struct AggregateColumns {
    let plan: JoinPlan
    let rules: AccessRules

    /// The column at the end of a dot-walk. Nil if there is none, or its values are secret or stored elsewhere. Throws
    /// if the user may not read it in every record that the dot-walk may reach, because the response would reveal its
    /// values.
    func operand(at path: String) throws -> JoinPlan.Operand? {
        guard let operand = try plan.operand(at: path), !operand.column.type.isSecret, !operand.column.isJournal
        else { return nil }
        let isWithheld = operand.alias != plan.alias && rules.verdict(.read, in: operand.table) != .everything
        guard rules.mayRead(operand.column), !isWithheld, rules.reading(operand.table) != .refused else {
            throw APIError.queryRefused(plan.table.name)
        }
        return operand
    }
}
