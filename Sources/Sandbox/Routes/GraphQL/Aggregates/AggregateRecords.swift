import Database

/// The aggregates of a table's records, read by the engine of the Aggregate API: the same columns, functions, conditions
/// and orders, and the same rows of those that a user may not read.
struct AggregateRecords {
    /// One group; the whole when nothing is grouped.
    struct Group {
        let count: Int64
        /// What the functions came to, as the wire has it, in the order of the query's.
        let results: [String]
        /// The values that its records share, as they are stored, in the order of the query's groups.
        let values: [String]
    }

    let query: AggregateQuery
    let groups: [Group]
    /// How many records the query finds, those of groups that are left out included.
    let total: Int64

    /// Reads them, of the records that an encoded query describes.
    init(_ request: AggregateRequest, of table: Table, query conditions: String, call: Call) throws {
        let plan = JoinPlan(table, in: call.schema)
        var (condition, _) = try call.selection(plan, query: conditions)
        let query = try AggregateQuery(request, plan: plan, rules: call.rules)
        // Rows that the user may not read count, but no value is made of them.
        if query.showsValues {
            let access = try call.access(.read, to: table, alias: plan.alias)
            condition = SQLFragment.joined([condition, access].compactMap { $0 }, by: "AND")
        }
        try call.store.fill(plan.tables)
        let fragment = query.statement(from: plan, where: condition)
        let statement = try Statement(fragment.text, on: call.store.connection)
        try statement.bind(fragment.values)
        let functions = query.aggregates
        var found: [Group] = []
        while try statement.step() {
            found.append(
                Group(
                    count: statement.integer(0),
                    results: functions.indices.map { functions[$0].text(statement, 1 + $0) },
                    values: query.groups.indices.map { statement.text(1 + functions.count + $0) }))
        }
        if query.isFiltered {
            let text = "SELECT count(*) FROM " + plan.source + (condition.map { " WHERE " + $0.text } ?? "")
            let counting = try Statement(text, on: call.store.connection)
            try counting.bind(condition?.values ?? [])
            total = try counting.step() ? counting.integer(0) : 0
        } else {
            total = found.reduce(0) { $0 + $1.count }
        }
        self.query = query
        groups = found
    }

    /// What a function of a column came to in a group; nil when the column has no such value.
    func result(_ function: Aggregate.Function, of path: String, in group: Group) -> String? {
        query.aggregates.firstIndex { $0.function == function && $0.path == path }.map { group.results[$0] }
    }
}
