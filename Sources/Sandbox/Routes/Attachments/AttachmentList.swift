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
        let window = try call.store.selections.window(
            of: try call.rows(of: table), limit: limit, offset: offset, counted: true)
        let plan = JoinPlan(table, in: call.schema)
        let columns = table.columns.filter { !$0.isJournal }
        let reader = try RowReader(
            window.rows, columns.map { SQLFragment(plan.alias + "." + $0.sqlName) }, plan: plan, store: call.store)
        var result: [JSON] = []
        while try reader.next() {
            let record = Dictionary(
                uniqueKeysWithValues: columns.enumerated().map { ($0.element.name, reader.statement.value($0.offset)) })
            let metadata = AttachmentMetadata(record, of: table, base: call.attachmentBase)
            if try access.mayRead(metadata.tableName, metadata.recordID) { result.append(metadata.json) }
        }
        let total = window.total ?? 0
        let isLinked = !call.parameters.isTrue("sysparm_suppress_pagination_header")
        let link = PagingLinks(
            url: call.request.url, limit: limit, offset: offset, rows: window.rows.count, total: total
        ).field
        return .json(
            JSON.object([.init("result", .array(result))]).compactBytes,
            fields: [isLinked ? link : nil, HeaderField("X-Total-Count", String(total))].compactMap { $0 })
    }
}
