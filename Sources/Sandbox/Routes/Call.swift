import Database
import ExchangeModel
import Notation

struct Call {
    let request: HTTPRequest
    let parameters: Parameters
    let account: Account
    let store: RecordStore
    /// The base of links in the response: the origin and the API path in the request's version, up to `/table/`.
    let linkBase: String
    var path = RESTPath()
    var serve: ((HTTPRequest) -> HTTPResponse)?
    /// Continues the request's session as another user; nil if the request may not do that.
    var impersonate: ((String) -> Void)?

    var rules: AccessRules { AccessRules(account: account) }
    var schema: Schema { store.schema }

    func table() throws -> Table { try table(path["table"]) }

    func table(_ name: String) throws -> Table {
        guard let table = schema[name] else { throw APIError.invalidTable(name) }
        if rules.reading(table) == .refused { throw APIError.tableRefused }
        try store.fill([table.name])
        return table
    }

    func context() throws -> QueryContext { try context(for: parameters["sysparm_query"]) }

    func context(for query: String?) throws -> QueryContext {
        var context = QueryContext(account, now: try store.now)
        context.invalidMatchesNothing = try store.invalidQueryReturnsNoRows
        try DynamicFilters(store: store, account: account).fill(&context, for: query)
        return context
    }

    func selection(_ plan: JoinPlan) throws -> (condition: SQLFragment?, query: EncodedQuery) {
        if let text = parameters["sysparm_query"] { return try selection(plan, query: text) }
        try permit(parameters.pairs.map(\.name), in: plan)
        let compiler = QueryCompiler(plan: plan, context: try context())
        return (try compiler.condition(of: parameters.pairs), EncodedQuery(""))
    }

    func selection(_ plan: JoinPlan, query text: String) throws -> (condition: SQLFragment?, query: EncodedQuery) {
        let query = EncodedQuery(text)
        try permit(query.conditions.map(\.field), in: plan)
        try permit(query.orderings.map(\.field), in: plan)
        let compiler = QueryCompiler(plan: plan, context: try context(for: text))
        if store.invalidQueriesFindNothing, try isInvalid(query, in: plan, compiler.context) { return (.never, query) }
        return (try compiler.condition(of: query), query)
    }

    /// Whether an instance ignores a part of the query: one that is malformed, names an unknown column, or has an
    /// unsupported script.
    private func isInvalid(_ query: EncodedQuery, in plan: JoinPlan, _ context: QueryContext) throws -> Bool {
        if !query.unparsed.isEmpty { return true }
        let compiler = QueryCompiler(plan: JoinPlan(plan.table, in: schema), context: context)
        return try query.conditions.contains { condition in
            try compiler.compile(condition) == nil
        }
    }

    /// Throws if a query uses a column the user may not read, or a table that is closed to the user: the response would
    /// reveal its values.
    private func permit(_ fields: [String], in plan: JoinPlan) throws {
        guard !account.isAdmin else { return }
        // In a separate plan, so that an ignored name adds no join to the statement.
        let walks = JoinPlan(plan.table, in: schema)
        for field in Set(fields) where !field.isEmpty {
            guard let operand = try walks.operand(at: field) else { continue }
            if !rules.mayRead(operand.column) || rules.reading(operand.table) == .refused {
                throw APIError.queryRefused(plan.table.name)
            }
        }
    }

    /// The rows of a table that match the request, or an encoded query, in its order; only the record with that sys_id
    /// if one is given.
    func rows(of table: Table, query text: String? = nil, sysID: String? = nil) throws -> RowSelection {
        let plan = JoinPlan(table, in: schema)
        var (condition, query) = try text.map { try selection(plan, query: $0) } ?? selection(plan)
        if let sysID {
            let one = SQLFragment(plan.alias + ".\"sys_id\" = ?", [.text(sysID)])
            condition = .all([one, condition?.enclosed])
        }
        let order = try QueryCompiler(plan: plan, context: try context()).order(of: query)
        try store.fill(plan.tables)
        return RowSelection(plan: plan, condition: condition, order: order)
    }

    func window(
        of table: Table, query: String? = nil, limit: Int, offset: Int = 0, counted: Bool = true
    ) throws -> RowWindow {
        try store.window(of: rows(of: table, query: query), limit: limit, offset: offset, counted: counted)
    }

    func access(_ operation: AccessRules.Operation, to table: Table, alias: String) throws -> SQLFragment? {
        guard !account.isAdmin else { return rules.may(operation, in: table) ? nil : .never }
        return try RecordAccess(rules: rules, store: store, context: try context()).condition(
            operation, of: table, alias: alias)
    }

    func readAccess(to table: Table, alias: String) throws -> SQLFragment? {
        rules.reading(table) == .allowed ? try access(.read, to: table, alias: alias) : .never
    }

    func may(_ operation: AccessRules.Operation, _ sysID: String, in table: Table) throws -> Bool {
        let plan = JoinPlan(table, in: schema)
        return try store.holds(access(operation, to: table, alias: plan.alias), for: sysID, in: plan)
    }

    func forEach(
        _ rows: [Int64], of plan: JoinPlan, _ columns: [SQLFragment], _ body: (Statement) throws -> Void
    ) throws {
        guard rules.reading(plan.table) == .allowed else { return }
        let access = try access(.read, to: plan.table, alias: plan.alias) ?? SQLFragment("1")
        let reader = try RowReader(rows, columns + [access], plan: plan, store: store)
        while try reader.next() {
            if reader.statement.integer(columns.count) == 1 { try body(reader.statement) }
        }
    }

    func renderer(_ fields: RecordFields) -> RecordRenderer {
        RecordRenderer(
            fields, mode: DisplayMode(parameters), lookup: DisplayLookup(store: store, account.format), base: linkBase)
    }

    func render(_ sysID: String, in table: Table) throws -> [UInt8]? {
        let plan = JoinPlan(table, in: schema)
        let fields = try RecordFields(self, plan: plan)
        try store.fill(plan.tables)
        let condition = [plan.classCondition, plan.alias + ".\"sys_id\" = ?"].compactMap { $0 }.joined(
            separator: " AND ")
        let statement = try store.connection.ownStatement(
            "SELECT \(fields.list.text) FROM \(plan.source) WHERE \(condition)")
        try statement.bind(fields.list.values + [.text(sysID)])
        guard try statement.step() else { return nil }
        var out = JSONText(capacity: 4096)
        out.raw("{\"result\":")
        try renderer(fields).write(statement, into: &out)
        out.raw("}")
        return out.bytes
    }
}

enum ViewColumns {
    /// The columns of a table's view, in order. Nil for an unknown view: then all columns are included.
    ///
    /// `mobile` has the columns of narrow screens, `desktop` those of lists, `both` has both.
    static func names(_ view: String, of table: Table) -> [String]? {
        let desktop = known("desktop", table) ?? general(table, most: 10)
        let mobile = known("mobile", table) ?? general(table, most: 4)
        switch view {
        case "desktop": return desktop
        case "mobile": return mobile
        case "both": return desktop + mobile.filter { !desktop.contains($0) }
        default: return nil
        }
    }

    private static func known(_ view: String, _ table: Table) -> [String]? {
        table.chain.lazy.compactMap { $0.views[view] }.first
    }

    private static func general(_ table: Table, most: Int) -> [String] {
        let own = table.columns.filter { !$0.name.hasPrefix("sys_") && $0 !== table.displayColumn }.map(\.name)
        return Array(([table.displayColumn?.name].compactMap { $0 } + own).prefix(most))
    }
}

struct Parameters {
    private let fields: [(name: String, value: String)]
    private let positions: [String: Int]

    init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
        positions = Dictionary(
            fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    init(_ url: HTTPURL) { self.init(url.queryFields) }

    /// The form in a body. Nil if the media type is another, the body malformed, or larger than that.
    init?(posted request: HTTPRequest, most bytes: Int = 262_144) {
        guard let type = request.headers["Content-Type"], let body = request.body, body.count <= bytes,
            HeaderFields.same(String(type.prefix { $0 != ";" && $0 != " " }), "application/x-www-form-urlencoded")
        else { return nil }
        self.init(HTTPURL(scheme: "http", host: "form", query: String(decoding: body, as: UTF8.self)))
    }

    subscript(name: String) -> String? { positions[name].map { fields[$0].value } }

    func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    func isRepeated(_ name: String) -> Bool { fields.lazy.filter { $0.name == name }.prefix(2).count > 1 }

    /// Whether a boolean parameter is `true`, in any case: Python clients send `True`, which instances accept.
    func isTrue(_ name: String) -> Bool { self[name].map { HeaderFields.same($0, "true") } ?? false }

    /// An integer, clamped to what a statement can use; nil if it is missing or not a number.
    func number(_ name: String) -> Int? {
        guard let text = self[name] else { return nil }
        if let number = Int(text) { return min(max(number, -1), 1_000_000_000) }
        // A number too large for an integer must not count as missing.
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard text.utf8.count - digits.count <= 1, !digits.isEmpty,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return text.hasPrefix("-") ? -1 : 1_000_000_000
    }

    func names(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    var pairs: [(name: String, value: String)] {
        fields.filter { !$0.name.hasPrefix("sysparm_") && !$0.name.isEmpty && $0.name != APIKeyStore.name }.prefix(200)
            .map { $0 }
    }
}
