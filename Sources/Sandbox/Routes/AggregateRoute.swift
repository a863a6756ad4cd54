import Database
import ExchangeModel
import Notation

extension RESTResource {
    static let aggregates = RESTResource(
        "now/stats/{table}", [.get: { try AggregateRoute(call: $0, table: $0.table()).answer() }])
}

/// `GET /api/now/stats/{table}`: counts and other aggregates, grouped or not. All numbers are strings.
///
/// Rows that are hidden from the user count, but values and groups are made of the rows he may read; of a table whose
/// rows are hidden altogether he is shown none.
struct AggregateRoute {
    let call: Call
    let table: Table

    func answer() throws -> Answer {
        let plan = JoinPlan(table, in: call.schema)
        var (condition, _) = try call.selection(plan)
        let query = try AggregateQuery(AggregateRequest(call.parameters), plan: plan, rules: call.rules)
        if query.showsValues {
            guard call.rules.reading(table) == .allowed else { throw APIError.tableRefused }
            let access = try call.access(.read, to: table, alias: plan.alias)
            condition = SQLFragment.joined([condition, access].compactMap { $0 }, by: "AND")
        }
        try call.store.fill(plan.tables)
        let fragment = query.statement(from: plan, where: condition)
        let statement = try Statement(fragment.text, on: call.store.connection)
        try statement.bind(fragment.values)

        guard !query.groups.isEmpty else {
            // No row: the whole does not meet `sysparm_having`.
            let stats = try statement.step() ? stats(statement, query) : .object([])
            return .json(JSON.object([.init("result", ["stats": stats])]).compactBytes)
        }
        let values = GroupValues(call: call)
        var out = JSONText(capacity: 16_384)
        out.raw("{\"result\":[")
        var isFirst = true
        while try statement.step() {
            if !isFirst { out.raw(",") }
            isFirst = false
            let fields = try query.groups.enumerated().map { offset, group in
                try values.field(group, statement.text(1 + query.aggregates.count + offset))
            }
            let row: JSON = ["stats": stats(statement, query), "groupby_fields": .array(fields)]
            out.raw(row.compactBytes)
        }
        out.raw("]}")
        return .json(out.bytes)
    }

    private func stats(_ row: Statement, _ query: AggregateQuery) -> JSON {
        var members: [JSON.Member] = []
        if query.counts { members.append(.init("count", .string(String(row.integer(0))))) }
        for function in Aggregate.Function.ofStatistics {
            let values = query.aggregates.enumerated().filter { $0.element.function == function }.map {
                JSON.Member($0.element.path, .string($0.element.text(row, 1 + $0.offset)))
            }
            if !values.isEmpty { members.append(.init(function.rawValue, .object(values))) }
        }
        return .object(members)
    }
}

/// The functions, groups, conditions and orders of a request, by the names of columns.
struct AggregateRequest {
    struct Function: Hashable {
        let function: Aggregate.Function
        /// The column, dot-walk included.
        let path: String
    }

    var counts = false
    var groups: [String] = []
    var functions: [Function] = []
    /// `count^priority^>^3`: the aggregate, the column, the sign, the value.
    var having: [String] = []
    /// `COUNT`, `AVG^order` or the name of a group's column, each with an optional `^DESC`.
    var order: [String] = []

    /// The most columns of each sort that one request may name.
    static let mostColumns = 20

    init() {}

    /// What the parameters of the Aggregate API ask for. Names beyond the most are left out.
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
        return Array(parameters.names(name).filter { seen.insert($0).inserted }.prefix(mostColumns))
    }
}

/// Writes what a group has in common: `{"field":…,"value":…}`, the value as the request asks for it.
struct GroupValues {
    private let form: DisplayMode.Form
    private let lookup: DisplayLookup
    private let text: DisplayText

    init(call: Call) {
        form = DisplayMode(call.parameters).form
        lookup = DisplayLookup(store: call.store, call.account.format)
        text = DisplayText(call.account.format)
    }

    /// With `sysparm_display_value=true` the display value takes the place of the value, with `all` both are given.
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
