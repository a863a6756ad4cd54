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
        try store.fill([table.root])
        return table
    }

    /// The user and the moment, for queries.
    func context() throws -> QueryContext {
        QueryContext(
            userID: account.sysID, userName: account.userName, groupIDs: account.groupIDs, zone: account.zone,
            now: try store.now, invalidMatchesNothing: try InvalidQueryProperty.isSet(in: store))
    }

    /// The rows that `sysparm_query`, or the pairs beside it, describe. The plan holds the joins afterwards.
    func selection(_ plan: JoinPlan) throws -> (condition: SQLFragment?, query: EncodedQuery) {
        let compiler = QueryCompiler(plan: plan, context: try context())
        guard let text = parameters["sysparm_query"] else {
            return (try compiler.condition(of: parameters.pairs), EncodedQuery(""))
        }
        let query = EncodedQuery(text)
        return (try compiler.condition(of: query), query)
    }

    /// The rows of a table that the request describes, in the order it asks for.
    func rows(of table: Table) throws -> RowSelection {
        let plan = JoinPlan(table, in: schema)
        let (condition, query) = try selection(plan)
        let order = try QueryCompiler(plan: plan, context: try context()).order(of: query)
        try store.fill(plan.roots)
        return RowSelection(plan: plan, condition: condition, order: order)
    }

    /// A renderer for fields of a plan, in the form the request asks for.
    func renderer(_ fields: RecordFields) -> RecordRenderer {
        RecordRenderer(
            fields, mode: DisplayMode(parameters), lookup: DisplayLookup(store: store, zone: account.zone),
            zone: account.zone, base: linkBase)
    }

    /// One record in the form the request asks for, wrapped as `{"result":…}`. Nil when there is no such record.
    func render(_ sysID: String, in table: Table) throws -> [UInt8]? {
        let plan = JoinPlan(table, in: schema)
        let fields = try RecordFields(parameters, plan: plan)
        try store.fill(plan.roots)
        let condition = [plan.classCondition, plan.alias + ".\"sys_id\" = ?"].compactMap { $0 }.joined(
            separator: " AND ")
        let statement = try Statement(
            "SELECT \(fields.list) FROM \(plan.source) WHERE \(condition)", on: store.connection)
        try statement.bind([.text(sysID)])
        guard try statement.step() else { return nil }
        var out = JSONText()
        out.raw("{\"result\":")
        try renderer(fields).write(statement, into: &out)
        out.raw("}")
        return out.bytes
    }
}
