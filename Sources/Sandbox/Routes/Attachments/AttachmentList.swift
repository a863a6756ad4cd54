import Database
import ExchangeModel
import Notation

/// `GET /api/now/attachment`: what is known of several attachments. As in other lists, attachments the user may not see
/// are left out after the limit and still count.
struct AttachmentList {
    let call: Call
    let table: Table
    let access: AttachmentAccess

    /// How many attachments a list holds when the request does not say.
    static let defaultLimit = 1000

    func answer() throws -> Answer {
        let limit = max(call.parameters.number("sysparm_limit") ?? AttachmentList.defaultLimit, 0)
        let offset = call.parameters.number("sysparm_offset") ?? 0
        guard offset >= 0 else { throw Refusal.negativeOffset }
        let plan = JoinPlan(table, in: call.schema)
        let (condition, query) = try call.selection(plan)
        let order = try QueryCompiler(plan: plan, context: try call.context()).order(of: query)
        try call.store.fill(plan.tables)
        let source = plan.source + (condition.map { " WHERE " + $0.text } ?? "")

        let total = try rows("SELECT count(*) FROM " + source, condition) { Int($0.integer(0)) }.first ?? 0
        let columns = table.columns.filter { !$0.isJournal }
        let list = columns.map { plan.alias + "." + $0.sqlName }.joined(separator: ", ")
        let records = try rows(
            "SELECT \(list) FROM \(source) ORDER BY \(order) LIMIT \(limit) OFFSET \(offset)", condition
        ) { row in
            Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($0.element.name, row.value($0.offset)) })
        }
        var result: [JSON] = []
        for record in records {
            let metadata = AttachmentMetadata(record, of: table, base: call.attachmentBase)
            if try access.mayRead(metadata.tableName, metadata.recordID) { result.append(metadata.json) }
        }
        let isLinked = !call.parameters.isTrue("sysparm_suppress_pagination_header")
        let link = PagingLinks(url: call.request.url, limit: limit, offset: offset, total: total).field
        return .json(
            JSON.object([.init("result", .array(result))]).compactBytes,
            fields: [isLinked ? link : nil, HeaderField("X-Total-Count", String(total))].compactMap { $0 })
    }

    private func rows<Row>(_ sql: String, _ condition: SQLFragment?, read: (Statement) -> Row) throws -> [Row] {
        let statement = try Statement(sql, on: call.store.connection)
        try statement.bind(condition?.values ?? [])
        var rows: [Row] = []
        while try statement.step() { rows.append(read(statement)) }
        return rows
    }
}
