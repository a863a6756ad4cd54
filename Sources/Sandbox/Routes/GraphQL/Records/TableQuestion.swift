import Database
import Notation

/// One table field: `incident(queryConditions: "active=true", pagination: {limit: 10}) { _rowCount _results { … } }`.
///
/// Without `pagination`, or without a limit in it, as many rows come as the Table API gives: what instances do is not
/// known. Rows that are hidden from the user count, and leave a page shorter, as they do there.
struct TableQuestion {
    private let table: Table
    private let execution: GraphQLExecution
    private let type: String
    private let fields: [GraphQLField]
    /// Nil when nothing is asked about rows.
    private let window: RowWindow?

    /// Finds the rows. What cannot be asked is refused here, before anything is written.
    init(_ field: GraphQLField, of table: Table, _ execution: GraphQLExecution) throws {
        self.table = table
        self.execution = execution
        type = GraphQL.RecordNames.tablePrefix + table.name
        fields = try execution.fields(below: field, on: type)
        let asksRows = fields.contains { $0.name == "_results" }
        let asksCount = fields.contains { $0.name == "_rowCount" }
        let isCounted = try !(field.arguments.boolean("omitCount") ?? false) && asksCount
        let pages = try field.arguments.object("pagination")
        let limit = max(try pages?.integer("limit") ?? TableReading.defaultLimit, 0)
        let offset = try pages?.integer("offset") ?? 0
        guard offset >= 0 else { throw Refusal.negativePage }
        guard asksRows || isCounted else {
            window = nil
            return
        }
        let call = execution.call
        let query = try execution.filled(field.arguments.text("queryConditions")) ?? ""
        let sysID = try execution.filled(field.arguments.text("sys_id"))
        let rows =
            try sysID.map { try call.rows(of: table, query: query, sysID: $0) }
            ?? call.rows(of: table, query: query)
        window = try call.store.selections.window(
            of: rows, limit: asksRows ? limit : 0, offset: asksRows ? offset : 0, counted: isCounted)
    }

    /// Writes the field's value.
    func answer(into out: inout JSONText) throws {
        try execution.write(fields, of: type, into: &out) { field, out in
            switch field.name {
            case "_rowCount":
                if let total = window?.total { out.number(total) } else { out.raw("null") }
            case "_results": try write(window?.rows ?? [], field, into: &out)
            case "_table_metadata": try TableMetadata(table, execution.call.rules).write(field, execution, into: &out)
            // Nobody is told of changes here, and what fails is told in `errors`.
            case "_subscription", "error_message": out.raw("null")
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    private func write(_ rows: [Int64], _ field: GraphQLField, into out: inout JSONText) throws {
        let template = try RecordTemplate(field, of: table, execution)
        out.raw("[")
        if execution.call.rules.reading(table) == .allowed {
            var written = 0
            let reader = try template.reader(of: rows)
            while try execution.element(written, { try reader.next() }) {
                let start = out.count
                if written > 0 { out.raw(",") }
                let isShown = try execution.element(written) { try template.write(reader, into: &out) }
                if isShown { written += 1 } else { out.cut(to: start) }
            }
        }
        out.raw("]")
    }
}

extension Refusal {
    /// The Table API's own refusal, of the argument that says the same.
    fileprivate static let negativePage = Refusal(
        status: 400, message: "Invalid offset", detail: "The offset must not be negative")
}
