import Database
import ExchangeModel

/// Records as files: XML with raw values and what people read for them, CSV with what people read.
struct RecordExport {
    /// How many records a file holds at most.
    static let most = 10_000

    let visit: RecordVisit
    let table: Table

    /// What a processor answers. Nil when the instance has none of that name.
    static func answer(
        _ word: String, of table: Table, isList: Bool, _ page: inout PageCall, _ desk: inout SignInDesk
    ) throws -> Answer? {
        guard let visit = try RecordVisit(&page, &desk) else { return Refusal.notAuthenticated.answer }
        guard let format = ExportFormat(rawValue: word) else { return nil }
        do {
            guard visit.call.rules.reading(table) != .refused else { throw Refusal.tableRefused }
            try visit.store.fill([table.name])
            let export = RecordExport(visit: visit, table: table)
            switch format {
            case .json, .jsonV2: return try JSONProcessor(export: export).answer()
            case .csv, .xml:
                let method = page.request.effectiveMethod
                guard [.get, .head].contains(method) else { throw Refusal.method(method, allowed: [.get, .head]) }
                guard !isList, let sysID = visit.call.parameters["sys_id"] else { return try export.list(format) }
                let record = try StoredRecord(sysID, in: table, visit.store)
                return try RecordExport(visit: visit, table: record?.table ?? table).write(
                    query: "sys_id=" + (record?.sysID ?? "-1"), columns: nil, format)
            }
        } catch {
            return SandboxEngine.refusal(error).answer
        }
    }

    /// Everything that a list finds, and not one page of it alone.
    private func list(_ format: ExportFormat) throws -> Answer {
        let parameters = visit.call.parameters
        let view = parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: table) }
        let columns = format == .csv ? view ?? ViewColumns.names("desktop", of: table) : nil
        return try write(query: ListPage.query(of: table, parameters), columns: columns, format)
    }

    /// One field of a record: what is stored, and what people read for it.
    typealias Value = (field: RecordFields.Field, value: String, text: String)

    /// Reads the records that a query finds and the user may read, as far as the limit.
    func read(query: String, columns: [String]?, limit: Int = most, each: ([Value]) throws -> Void) throws {
        let window = try visit.store.selections.window(
            of: try visit.call.rows(of: table, query: query), limit: limit, offset: 0, counted: false)
        let plan = JoinPlan(table, in: visit.call.schema)
        let names = columns ?? table.columns.filter { !$0.type.isSecret && !$0.isJournal }.map(\.name)
        let fields = try RecordFields(names, visit.call, plan: plan)
        let access = try visit.call.readAccess(to: table, alias: plan.alias) ?? SQLFragment("1")
        let reader = try RowReader(window.rows, fields.columns + [access], plan: plan, store: visit.store)
        let lookup = visit.lookup
        while try reader.next() {
            guard reader.statement.integer(fields.fields.count) == 1 else { continue }
            try each(
                fields.fields.enumerated().map { offset, field in
                    let stored = reader.statement.text(offset)
                    if field.column.type.isSecret { return (field, "", "") }
                    let value = field.column.isJournal ? "" : RecordRenderer.wire(stored, field.column)
                    return (field, value, try lookup.display(stored, value, in: field.column))
                })
        }
    }

    private func write(query: String, columns: [String]?, _ format: ExportFormat) throws -> Answer {
        let isSpreadsheet = format == .csv
        let isEscaping =
            try isSpreadsheet && InstanceProperty.isTrue("glide.export.escape_formulas", in: visit.store, shipped: true)
        let head = isSpreadsheet ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xml>\n"
        var out = Array(head.utf8)
        if isSpreadsheet {
            let names = columns ?? table.columns.filter { !$0.type.isSecret && !$0.isJournal }.map(\.name)
            RecordExport.line(
                try RecordFields(names, visit.call, plan: JoinPlan(table, in: visit.call.schema)).fields.map(\.key),
                into: &out)
        }
        try read(query: query, columns: columns) { values in
            if isSpreadsheet {
                let texts = values.map { isEscaping ? RecordExport.harmless($0.text, $0.field) : $0.text }
                return RecordExport.line(texts, into: &out)
            }
            out += Array("<\(table.name)>\n".utf8)
            for value in values {
                let shown = value.text == value.value ? "" : " display_value=\"\(HTML.escaped(value.text))\""
                out += Array("<\(value.field.key)\(shown)>\(HTML.escaped(value.value))</\(value.field.key)>\n".utf8)
            }
            out += Array("</\(table.name)>\n".utf8)
        }
        if !isSpreadsheet { out += Array("</xml>\n".utf8) }
        let file = table.name + (isSpreadsheet ? ".csv" : ".xml")
        return Answer(
            status: 200, body: out, contentType: isSpreadsheet ? "text/csv;charset=UTF-8" : "text/xml;charset=UTF-8",
            fields: [HeaderField("Content-Disposition", "attachment; filename=\"" + file + "\"")])
    }

    /// A text that a spreadsheet would take for a formula, with an apostrophe before it. Numbers are none.
    private static func harmless(_ text: String, _ field: RecordFields.Field) -> String {
        guard field.column.type.storage == .text || field.column.isJournal, let first = text.utf8.first,
            "=+-@".utf8.contains(first)
        else { return text }
        return "'" + text
    }

    /// A line of CSV (RFC 4180), every field in quotes.
    private static func line(_ fields: [String], into out: inout [UInt8]) {
        for (offset, field) in fields.enumerated() {
            if offset > 0 { out.append(UInt8(ascii: ",")) }
            out.append(UInt8(ascii: "\""))
            for byte in field.utf8 {
                if byte == UInt8(ascii: "\"") { out.append(byte) }
                out.append(byte)
            }
            out.append(UInt8(ascii: "\""))
        }
        out += [0x0D, 0x0A]
    }
}
