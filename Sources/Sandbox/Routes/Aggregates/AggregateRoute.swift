import Database
import Notation

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
            guard call.rules.reading(table) == .allowed else { throw Refusal.tableRefused }
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
