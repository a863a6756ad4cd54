import Database
import ExchangeModel
import Notation

extension RESTResource {
    static let aggregates = RESTResource(
        "now/stats/{table}", [.get: { try AggregateRoute(call: $0, table: $0.table()).answer() }])
}

/// `GET /api/now/stats/{table}`: counts and other aggregates, optionally grouped. All numbers are strings.
///
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
        let values = GroupValues(call: call)
        return .result(
            .array(
                try records.groups.map { group in
                    let fields = try zip(records.query.groups, group.values).map { try values.field($0, $1) }
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
}

/// The functions, groups, conditions and orders of a request, by column names.
struct AggregateRequest {
    struct Function: Hashable {
        let function: Aggregate.Function
        /// The column, including dot-walks.
        let path: String
    }

    var counts = false
    var groups: [String] = []
    var functions: [Function] = []
    /// `count^priority^>^3`: aggregate, column, operator, value.
    var having: [String] = []
    /// `COUNT`, `AVG^order` or a grouped column, each with an optional `^DESC`.
    var order: [String] = []

    /// The maximum number of columns of each kind in a request.
    static let maxColumns = 20

    init() {}

    /// Parses the parameters of the Aggregate API. Names beyond the maximum are ignored.
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

/// Writes the common values of a group: `{"field":…,"value":…}`.
struct GroupValues {
    private let form: DisplayMode.Form
    private let lookup: DisplayLookup
    private let text: DisplayText

    init(call: Call) {
        form = DisplayMode(call.parameters).form
        lookup = DisplayLookup(store: call.store, call.account.format)
        text = DisplayText(call.account.format)
    }

    /// With `sysparm_display_value=true` the display value replaces the value, with `all` both are included.
    func field(_ group: AggregateQuery.Group, _ stored: String) throws -> JSON {
        let value = RecordRenderer.wire(stored, group.operand.column)
        let name = JSON.Member("field", .string(group.path))
        switch form {
        case .value: return .object([name, .init("value", .string(value))])
        case .display: return .object([name, .init("value", .string(try display(value, group.operand.column)))])
        case .both:
            let shown = try display(value, group.operand.column)
            return .object([name, .init("value", .string(value)), .init("display_value", .string(shown))])
        }
    }

    private func display(_ value: String, _ column: Column) throws -> String {
        if value.isEmpty { return "" }
        if column.type == .list { return try lookup.list(value, in: column) }
        if column.reference != nil { return try lookup.reference(value, in: column) }
        if column.type == .className { return lookup.className(value) }
        return text.text(of: value, in: column)
    }
}

/// Aggregates of a table's records by group, computed from the records the user may read.
struct AggregateRecords {
    /// One group, or all records without grouping.
    struct Group {
        let count: Int64
        /// The functions' results in wire form, in the query's order.
        let results: [String]
        /// The group's stored values, in the order of the query's groups.
        let values: [String]
    }

    let query: AggregateQuery
    let groups: [Group]
    private let counting: SQLFragment
    private let store: RecordStore

    /// Aggregates the records that match the condition that `select` builds with the plan's joins.
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

    /// The number of matching records, including those of excluded groups.
    func total() throws -> Int64 {
        query.isFiltered
            ? try store.connection.rows(of: counting) { $0.integer(0) }.first ?? 0 : groups.reduce(0) { $0 + $1.count }
    }

    /// The result of a column's function in a group; nil if the column does not support it.
    func result(_ function: Aggregate.Function, of path: String, in group: Group) -> String? {
        query.aggregates.firstIndex { $0.function == function && $0.path == path }.map { group.results[$0] }
    }
}
