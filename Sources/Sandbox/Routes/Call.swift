import Database
import ExchangeModel
import Notation

/// One signed-in request with what its route needs to answer it.
struct Call {
    let request: HTTPRequest
    let parameters: Parameters
    let account: Account
    let store: RecordStore
    /// Where links in the answer begin: the origin and the API path in the version of the request, up to `/table/`.
    let linkBase: String

    var rules: AccessRules { AccessRules(account: account) }
    var schema: Schema { store.schema }

    /// The table of that name, filled and open to the user.
    func table(_ name: String) throws -> Table {
        guard let table = schema[name] else { throw Refusal.invalidTable(name) }
        if rules.reading(table) == .refused { throw Refusal.tableRefused }
        try store.fill([table.name])
        return table
    }

    /// The user and the moment, for queries; dynamic filters are looked up that `sysparm_query` names.
    func context() throws -> QueryContext { try context(for: parameters["sysparm_query"]) }

    /// The same for another query than that of the request's parameters.
    func context(for query: String?) throws -> QueryContext {
        var context = QueryContext(account, now: try store.now)
        context.invalidMatchesNothing = try InvalidQueryProperty.isSet(in: store)
        let filters = try DynamicFilters(store: store, account: account).values(for: query)
        context.dynamicValues.merge(filters) { $1 }
        return context
    }

    /// The rows that `sysparm_query`, or the pairs beside it, describe. The plan holds the joins afterwards.
    func selection(_ plan: JoinPlan) throws -> (condition: SQLFragment?, query: EncodedQuery) {
        if let text = parameters["sysparm_query"] { return try selection(plan, query: text) }
        try permit(parameters.pairs.map(\.name), in: plan)
        let compiler = QueryCompiler(plan: plan, context: try context())
        return (try compiler.condition(of: parameters.pairs), EncodedQuery(""))
    }

    /// The rows that an encoded query describes. The plan holds the joins afterwards.
    func selection(_ plan: JoinPlan, query text: String) throws -> (condition: SQLFragment?, query: EncodedQuery) {
        let query = EncodedQuery(text)
        try permit(query.groups.flatMap(\.terms).flatMap(\.conditions).map(\.field), in: plan)
        try permit(query.orderings.map(\.field), in: plan)
        let compiler = QueryCompiler(plan: plan, context: try context(for: text))
        if store.invalidQueriesFindNothing, try isInvalid(query, in: plan, compiler.context) { return (.never, query) }
        return (try compiler.condition(of: query), query)
    }

    /// Whether an instance drops a part of an encoded query for a table.
    func drops(partOf text: String, of table: Table) throws -> Bool {
        let plan = JoinPlan(table, in: schema)
        return try isInvalid(EncodedQuery(text), in: plan, context(for: text))
    }

    /// Whether an instance drops a part of the query: one that cannot be read, names no column, or holds a script that
    /// may not be evaluated.
    private func isInvalid(_ query: EncodedQuery, in plan: JoinPlan, _ context: QueryContext) throws -> Bool {
        if !query.unread.isEmpty { return true }
        let compiler = QueryCompiler(plan: JoinPlan(plan.table, in: schema), context: context)
        return try query.groups.flatMap(\.terms).flatMap(\.conditions).contains { condition in
            try compiler.compile(condition) == nil
        }
    }

    /// Refuses a query that asks after a column the user may not read, or after a table that is closed to him: its answer would tell what stands there.
    private func permit(_ fields: [String], in plan: JoinPlan) throws {
        guard !account.isAdmin else { return }
        // Looked up apart, so that a name which is dropped later adds no join to the statement.
        let walks = JoinPlan(plan.table, in: schema)
        for field in Set(fields) where !field.isEmpty {
            guard let operand = try walks.operand(at: field) else { continue }
            if !rules.mayRead(operand.column) || rules.reading(operand.table) == .refused {
                throw Refusal.queryRefused(plan.table.name)
            }
        }
    }

    /// The rows of a table that the request describes, in the order it asks for.
    func rows(of table: Table) throws -> RowSelection { try rows(of: table) { try selection($0) } }

    /// The rows of a table that an encoded query describes, in its order.
    func rows(of table: Table, query: String) throws -> RowSelection {
        try rows(of: table) { try selection($0, query: query) }
    }

    /// The same, as far as they are the one record.
    func rows(of table: Table, query: String, sysID: String) throws -> RowSelection {
        try rows(JoinPlan(table, in: schema)) { plan in
            let (condition, query) = try selection(plan, query: query)
            let one = SQLFragment(plan.alias + ".\"sys_id\" = ?", [.text(sysID)])
            // In parentheses: a query may be alternatives.
            let rest = condition.map { SQLFragment("(" + $0.text + ")", $0.values) }
            return (SQLFragment.joined([one] + [rest].compactMap { $0 }, by: "AND"), query)
        }
    }

    private func rows(
        of table: Table, _ select: (JoinPlan) throws -> (condition: SQLFragment?, query: EncodedQuery)
    ) throws -> RowSelection {
        let rows = try rows(JoinPlan(table, in: schema), select)
        guard let reference = rows.plan.soleReference, try store.hasIndex(on: reference, of: table) else { return rows }
        return try self.rows(JoinPlan(table, in: schema, by: reference), select)
    }

    private func rows(
        _ plan: JoinPlan, _ select: (JoinPlan) throws -> (condition: SQLFragment?, query: EncodedQuery)
    ) throws -> RowSelection {
        let (condition, query) = try select(plan)
        let order = try QueryCompiler(plan: plan, context: try context()).order(of: query)
        try store.fill(plan.tables)
        return RowSelection(plan: plan, condition: condition, order: order)
    }

    /// What holds for the records of a table that the user may do this with; nil when he may with all.
    func access(_ operation: AccessRules.Operation, to table: Table, alias: String) throws -> SQLFragment? {
        guard !account.isAdmin else { return rules.may(operation, in: table) ? nil : .never }
        return try RecordAccess(rules: rules, store: store, context: try context()).condition(
            operation, of: table, alias: alias)
    }

    /// What holds for the records of a table, reached from another, that the user may read; nil when he may read all.
    func readAccess(to table: Table, alias: String) throws -> SQLFragment? {
        rules.reading(table) == .allowed ? try access(.read, to: table, alias: alias) : .never
    }

    /// Whether there is a record that the user may do this with.
    func may(_ operation: AccessRules.Operation, _ sysID: String, in table: Table) throws -> Bool {
        let plan = JoinPlan(table, in: schema)
        let access = try access(operation, to: table, alias: plan.alias)
        let conditions = [plan.classCondition, plan.alias + ".\"sys_id\" = ?", access?.text].compactMap { $0 }
        let statement = try Statement(
            "SELECT 1 FROM \(plan.source) WHERE " + conditions.joined(separator: " AND "), on: store.connection)
        try statement.bind([.text(sysID)] + (access?.values ?? []))
        return try statement.step()
    }

    /// A renderer for fields of a plan, in the form the request asks for.
    func renderer(_ fields: RecordFields) -> RecordRenderer {
        RecordRenderer(
            fields, mode: DisplayMode(parameters), lookup: DisplayLookup(store: store, account.format), base: linkBase)
    }

    /// One record in the form the request asks for, wrapped as `{"result":…}`. Nil when there is no such record.
    func render(_ sysID: String, in table: Table) throws -> [UInt8]? {
        let plan = JoinPlan(table, in: schema)
        let fields = try RecordFields(self, plan: plan)
        try store.fill(plan.tables)
        let condition = [plan.classCondition, plan.alias + ".\"sys_id\" = ?"].compactMap { $0 }.joined(
            separator: " AND ")
        let statement = try Statement(
            "SELECT \(fields.list.text) FROM \(plan.source) WHERE \(condition)", on: store.connection)
        try statement.bind(fields.list.values + [.text(sysID)])
        guard try statement.step() else { return nil }
        var out = JSONText()
        out.raw("{\"result\":")
        try renderer(fields).write(statement, into: &out)
        out.raw("}")
        return out.bytes
    }
}
