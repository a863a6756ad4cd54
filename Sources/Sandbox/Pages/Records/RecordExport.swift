import Database
import ExchangeModel

/// Records as files: XML with raw values and what people read for them, CSV with what people read.
struct RecordExport {
    /// How many records a file holds at most.
    private static let most = 10_000

    let visit: RecordVisit
    let table: Table

    /// One record.
    func one(_ record: StoredRecord, _ format: ExportFormat) throws -> Answer {
        try write(query: "sys_id=" + record.sysID, columns: nil, format)
    }

    /// Everything that a list finds, and not one page of it alone.
    func list(_ list: RecordList, _ format: ExportFormat) throws -> Answer {
        try write(
            query: list.query, columns: format == .csv ? list.columns ?? ViewColumns.names("desktop", of: table) : nil,
            format)
    }

    private func write(query: String, columns: [String]?, _ format: ExportFormat) throws -> Answer {
        let window = try visit.store.selections.window(
            of: try visit.call.rows(of: table, query: query), limit: RecordExport.most, offset: 0, counted: false)
        let plan = JoinPlan(table, in: visit.call.schema)
        let names = columns ?? table.columns.filter { !$0.type.isSecret && !$0.isJournal }.map(\.name)
        let fields = try RecordFields(names, visit.call, plan: plan)
        let access = try visit.call.readAccess(to: table, alias: plan.alias) ?? SQLFragment("1")
        let reader = try RowReader(window.rows, fields.columns + [access], plan: plan, store: visit.store)
        let lookup = visit.lookup
        let isEscaping =
            try format == .csv
            && InstanceProperty.isTrue("glide.export.escape_formulas", in: visit.store, shipped: true)
        var out: [UInt8] = []
        switch format {
        case .csv: RecordExport.line(fields.fields.map(\.key), into: &out)
        case .xml: out += Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xml>\n".utf8)
        }
        while try reader.next() {
            guard reader.statement.integer(fields.fields.count) == 1 else { continue }
            let values = try fields.fields.enumerated().map { offset, field in
                let stored = reader.statement.text(offset)
                if field.column.type.isSecret { return (key: field.key, value: "", text: "") }
                let value = field.column.isJournal ? "" : RecordRenderer.wire(stored, field.column)
                let text = try lookup.display(stored, value, in: field.column)
                return (key: field.key, value: value, text: isEscaping ? RecordExport.harmless(text, field) : text)
            }
            switch format {
            case .csv: RecordExport.line(values.map(\.text), into: &out)
            case .xml:
                out += Array("<\(table.name)>\n".utf8)
                for value in values {
                    let shown = value.text == value.value ? "" : " display_value=\"\(HTML.escaped(value.text))\""
                    out += Array("<\(value.key)\(shown)>\(HTML.escaped(value.value))</\(value.key)>\n".utf8)
                }
                out += Array("</\(table.name)>\n".utf8)
            }
        }
        if format == .xml { out += Array("</xml>\n".utf8) }
        let file = table.name + (format == .csv ? ".csv" : ".xml")
        return Answer(
            status: 200, body: out,
            contentType: format == .csv ? "text/csv;charset=UTF-8" : "text/xml;charset=UTF-8",
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
