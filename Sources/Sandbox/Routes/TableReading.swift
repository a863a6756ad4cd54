import Database
import ExchangeModel

/// GET of the Table API: lists and single records.
struct TableReading {
    let call: Call
    let table: Table
    /// The version in the request's path; nil when there is none.
    let version: Int?

    /// How many records a list holds when the request does not say.
    static let defaultLimit = 10_000

    /// One record.
    func record(_ sysID: String) throws -> Answer {
        guard try call.may(.read, sysID, in: table), let body = try call.render(sysID, in: table) else {
            throw Refusal.noRecord
        }
        return .json(body)
    }

    /// A list of records with its paging headers.
    func list() throws -> Answer {
        let limit = max(call.parameters.number("sysparm_limit") ?? TableReading.defaultLimit, 0)
        let offset = call.parameters.number("sysparm_offset") ?? 0
        guard offset >= 0 else { throw Refusal.negativeOffset }
        let window = try call.store.selections.window(
            of: try call.rows(of: table), limit: limit, offset: offset,
            counted: !call.parameters.isTrue("sysparm_no_count"))
        let plan = JoinPlan(table, in: call.schema)
        let fields = try RecordFields(call, plan: plan)

        var out = JSONText(capacity: 16_384)
        out.raw("{\"result\":[")
        var rows = 0
        if call.rules.reading(table) == .allowed {
            // The window is cut before access rules are looked at, as an instance cuts it: a page may come out shorter
            // than asked for, even empty, while more rows follow.
            let access = try call.access(.read, to: table, alias: plan.alias)
            let reader = try RowReader(
                window.rows, fields.columns + [access ?? SQLFragment("1")], plan: plan, store: call.store)
            let renderer = call.renderer(fields)
            while try reader.next() {
                guard reader.statement.integer(fields.fields.count) == 1 else { continue }
                if rows > 0 { out.raw(",") }
                try renderer.write(reader.statement, into: &out)
                rows += 1
            }
        }
        out.raw("]}")
        if version == 1, rows == 0 { throw Refusal.noRecord }
        return .json(
            out.bytes, fields: headers(limit: limit, offset: offset, rows: window.rows.count, total: window.total))
    }

    private func headers(limit: Int, offset: Int, rows: Int, total: Int?) -> [HeaderField] {
        let links = PagingLinks(url: call.request.url, limit: limit, offset: offset, rows: rows, total: total).field
        let wanted = !call.parameters.isTrue("sysparm_suppress_pagination_header")
        return (wanted ? [links].compactMap { $0 } : [])
            + [total.map { HeaderField("X-Total-Count", String($0)) }].compactMap { $0 }
    }
}
