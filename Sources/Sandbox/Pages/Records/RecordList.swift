import Database
import Notation

/// A window of records as a table of HTML: chosen, cut and withheld by the Table API's own code.
struct RecordList {
    let visit: RecordVisit
    let table: Table
    /// An encoded query, order and groups included.
    let query: String
    /// Which columns; nil for those of the table's list.
    var columns: [String]?
    var offset = 0
    let limit: Int
    /// The address of a record, by its table and sys_id.
    var address: (String, String) -> String = { RecordAddress.form($0, $1) }

    /// The rows of a window.
    struct Rows {
        let table: Table
        let fields: [Column]
        let keys: [String]
        /// How many records the query finds, before access rules.
        let total: Int
        /// How many rows of the window the user may not read.
        let withheld: Int
        /// Each with its address and its cells in HTML, and what they are grouped by.
        let rows: [(address: String, cells: [String], group: String)]
        /// What the user reads for the column they are grouped by; nil without groups.
        let grouping: String?
    }

    func read() throws -> Rows {
        let parsed = EncodedQuery(query)
        let grouping = parsed.groupings.first.flatMap { table[$0] }.flatMap { visit.call.rules.mayRead($0) ? $0 : nil }
        let ordered = grouping.map { "ORDERBY" + $0.name + "^" + query } ?? query
        let selection = try visit.call.rows(of: table, query: ordered)
        let window = try visit.store.selections.window(of: selection, limit: limit, offset: offset, counted: true)
        let plan = JoinPlan(table, in: visit.call.schema)
        let names = columns ?? ViewColumns.names("desktop", of: table) ?? []
        let fields = try RecordFields(names, visit.call, plan: plan)
        var shown: [(address: String, cells: [String], group: String)] = []
        let isOpen = visit.call.rules.reading(table) == .allowed
        if isOpen {
            let access = try visit.call.access(.read, to: table, alias: plan.alias) ?? SQLFragment("1")
            let hasClass = table["sys_class_name"] != nil
            let extra = [
                access, SQLFragment(plan.alias + ".\"sys_id\""),
                SQLFragment(hasClass ? plan.alias + ".\"sys_class_name\"" : "''"),
                SQLFragment(grouping.map { plan.alias + "." + $0.sqlName } ?? "''"),
            ]
            let reader = try RowReader(window.rows, fields.columns + extra, plan: plan, store: visit.store)
            let lookup = visit.lookup
            let count = fields.fields.count
            while try reader.next() {
                guard reader.statement.integer(count) == 1 else { continue }
                let className = reader.statement.text(count + 2)
                let owner = visit.call.schema[className]?.isKind(of: table.name) == true ? className : table.name
                let address = address(owner, reader.statement.text(count + 1))
                let group = try grouping.map { column in
                    let stored = reader.statement.text(count + 3)
                    return try lookup.display(stored, RecordRenderer.wire(stored, column), in: column)
                }
                let cells = try fields.fields.enumerated().map { offset, field in
                    try cell(
                        own(field, of: owner), reader.statement.text(offset), lookup,
                        address: offset == 0 ? address : nil)
                }
                shown.append((address, cells, group ?? ""))
            }
        }
        return Rows(
            table: table, fields: fields.fields.map(\.column), keys: fields.fields.map(\.key), total: window.total ?? 0,
            withheld: window.rows.count - shown.count, rows: shown, grouping: grouping?.definition.label)
    }

    /// A column as the record's own table sees it, which may have other choices than the list's.
    private func own(_ field: RecordFields.Field, of owner: String) -> Column {
        guard field.key == field.column.name else { return field.column }
        return visit.call.schema[owner]?[field.key] ?? field.column
    }

    private func cell(_ column: Column, _ stored: String, _ lookup: DisplayLookup, address: String?) throws -> String {
        let value = column.isJournal || column.type.isSecret ? "" : RecordRenderer.wire(stored, column)
        let text = column.type.isSecret ? "" : try lookup.display(stored, value, in: column)
        let short = text.utf8.count > RecordList.longestCell ? String(text.prefix(RecordList.longestCell)) + "…" : text
        let escaped = HTML.escaped(short)
        if let address {
            return "<td><a href=\"\(HTML.escaped(address))\">\(escaped.isEmpty ? "(empty)" : escaped)</a></td>"
        }
        if text.isEmpty { return "<td class=\"empty\"></td>" }
        if let target = column.reference, visit.call.schema[target] != nil, column.definition.referenceKey == nil {
            return "<td><a href=\"\(HTML.escaped(RecordAddress.form(target, value)))\">\(escaped)</a></td>"
        }
        return (column.type.isTemporal ? "<td class=\"when\">" : "<td>") + escaped + "</td>"
    }

    private static let longestCell = 200
}

extension RecordList.Rows {
    /// The rows as a table; `heading` writes a column's.
    func table(_ heading: (Column, String) -> String = { column, _ in HTML.escaped(column.definition.label) }) -> String
    {
        let heads = zip(fields, keys).map { "<th scope=\"col\">\(heading($0, $1))</th>" }.joined()
        var body: [String] = []
        var last: String?
        for row in rows {
            if let grouping, row.group != last {
                last = row.group
                let name = row.group.isEmpty ? "(empty)" : row.group
                body.append(
                    "<tr class=\"group\"><th colspan=\"\(fields.count)\" scope=\"colgroup\">"
                        + "\(HTML.escaped(grouping)): \(HTML.escaped(name))</th></tr>")
            }
            body.append("<tr>" + row.cells.joined() + "</tr>")
        }
        return """
            <div class="scroll">
            <table>
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(body.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            """
    }
}
