import Database
import ExchangeModel

/// Records as files: XML with raw and display values, CSV with display values.
struct RecordExport {
    /// The maximum number of records in a file.
    static let most = 10_000

    let visit: RecordVisit
    let table: Table

    /// The response of a processor. Nil if there is none with that name.
    static func answer(
        _ word: String, of table: Table, isList: Bool, _ page: PageCall
    ) throws -> Answer? {
        guard let visit = try RecordVisit(page) else { return APIError.notAuthenticated.answer }
        guard let format = ExportFormat(rawValue: word) else { return nil }
        do {
            guard visit.call.rules.reading(table) != .refused else { throw APIError.tableRefused }
            try visit.store.fill([table.name])
            let export = RecordExport(visit: visit, table: table)
            switch format {
            case .json, .jsonV2: return try JSONProcessor(export: export).answer()
            case .csv, .xml:
                let method = page.request.effectiveMethod
                guard [.get, .head].contains(method) else { throw APIError.method(method, allowed: [.get, .head]) }
                guard !isList, let sysID = visit.call.parameters["sys_id"] else { return try export.list(format) }
                let record = try StoredRecord(sysID, in: table, visit.store)
                return try RecordExport(visit: visit, table: record?.table ?? table).write(
                    query: "sys_id=" + (record?.sysID ?? "-1"), columns: nil, format)
            }
        } catch {
            return SandboxEngine.apiError(error).answer
        }
    }

    /// Everything that a list finds, not only one page.
    private func list(_ format: ExportFormat) throws -> Answer {
        let parameters = visit.call.parameters
        let view = parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: table) }
        let columns = format == .csv ? view ?? ViewColumns.names("desktop", of: table) : nil
        return try write(query: ListPage.query(of: table, parameters), columns: columns, format)
    }

    /// A field of a record, its stored value and its display value.
    typealias Value = (field: RecordFields.Field, value: String, text: String)

    /// Reads the records that a query finds and the user may read, up to the limit.
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
            try isSpreadsheet && visit.store.isTrue("glide.export.escape_formulas", shipped: true)
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

    /// Prefixes text that a spreadsheet would read as a formula with an apostrophe, except numbers.
    private static func harmless(_ text: String, _ field: RecordFields.Field) -> String {
        guard field.column.type.storage == .text || field.column.isJournal, let first = text.utf8.first,
            "=+-@".utf8.contains(first)
        else { return text }
        return "'" + text
    }

    /// A line of CSV (RFC 4180), with every field quoted.
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

/// Export formats: a query field without a value names the processor (`incident_list.do?CSV`).
enum ExportFormat: String {
    case xml = "XML"
    case csv = "CSV"
    case json = "JSON"
    case jsonV2 = "JSONv2"

    /// The processor in a URL, existing or not: a field without a value whose name begins with two capitals. Nil for a
    /// page.
    static func word(in url: HTTPURL) -> String? {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return url.queryFields.first { field in
            field.value.isEmpty && field.name.utf8.count > 1 && field.name.utf8.prefix(2).allSatisfy(capitals.contains)
        }?.name
    }
}

/// One record for pages: raw values and display values.
struct StoredRecord {
    let table: Table
    let sysID: String
    private let values: [String: SQLValue]

    /// Reads a record, ignoring access rules, from its own table. Nil if there is none.
    init?(_ sysID: String, in table: Table, _ store: RecordStore) throws {
        guard let values = try store.record(sysID, in: table) else { return nil }
        var own = table
        if case .text(let name)? = values["sys_class_name"], let found = store.schema[name],
            found.isKind(of: table.name)
        {
            own = found
        }
        (self.table, self.sysID, self.values) = (own, sysID, values)
    }

    /// A column's value in wire form; empty for journals and secrets.
    subscript(name: String) -> String {
        guard let column = table[name], !column.isJournal, !column.type.isSecret else { return "" }
        let text =
            switch values[name] ?? .null {
            case .text(let text): text
            case .integer(let number): String(number)
            case .real(let number): StoredRecord.text(number)
            case .null, .blob: ""
            }
        return RecordRenderer.wire(text, column)
    }

    /// The display value: number or name.
    var name: String { table.displayColumn.map { self[$0.name] } ?? "" }

    private static func text(_ number: Double) -> String {
        number.magnitude < 9e15 && number == number.rounded() ? String(Int64(number)) + ".0" : String(number)
    }
}

/// URLs of record pages, not escaped for HTML.
enum RecordAddress {
    static func form(_ table: String, _ sysID: String) -> String {
        "/" + table + ".do?sys_id=" + PercentCoding.encode(sysID)
    }

    /// The form of the first record that a query finds.
    static func form(_ table: String, query: String) -> String {
        "/" + table + ".do?sysparm_query=" + PercentCoding.encode(query)
    }

    static func list(_ table: String, query: String) -> String {
        "/" + table + "_list.do" + (query.isEmpty ? "" : "?sysparm_query=" + PercentCoding.encode(query))
    }

    static func new(_ table: String, query: String = "") -> String {
        "/" + table + ".do?sys_id=-1" + (query.isEmpty ? "" : "&sysparm_query=" + PercentCoding.encode(query))
    }

    /// A submitted URL, if it leads to a page of this instance: path and query.
    static func local(_ text: String?) -> String? {
        guard var text, !text.isEmpty, text.utf8.count <= 8192 else { return nil }
        // By bytes: in a `String`, a slash followed by a combining mark is another character.
        if text.utf8.first != UInt8(ascii: "/") { text = "/" + text }
        let head = text.utf8.prefix { !"?#".utf8.contains($0) }
        guard !head.starts(with: "//".utf8), !head.contains(where: { "\\:".utf8.contains($0) }),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }
}
