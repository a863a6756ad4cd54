import Database
import ExchangeModel
import Notation

/// `/<table>_list.do`: a list of records.
struct ListPage {
    /// The default and maximum number of rows on a page.
    private static let defaultRows = 20
    private static let maxRows = 1000

    let visit: RecordVisit
    let table: Table

    private var parameters: Parameters { visit.call.parameters }
    private var query: String { parameters["sysparm_query"] ?? "" }
    private var form: String { table.name + "_list" }
    private var limit: Int {
        min(max(parameters.number("sysparm_force_row_count") ?? ListPage.defaultRows, 1), ListPage.maxRows)
    }
    private var first: Int { max(parameters.number("sysparm_first_row") ?? 1, 1) }
    private var columns: [String]? {
        parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: table) }
    }
    private var isDescending: Bool {
        parameters["sysparm_order_direction"].map { HeaderFields.same($0, "desc") } ?? false
    }

    /// The query, sorted by the URL's order first.
    private var sortedQuery: String {
        guard let order = parameters["sysparm_order"], table[order] != nil else { return query }
        let ordering = (isDescending ? "ORDERBYDESC" : "ORDERBY") + order
        return query.isEmpty ? ordering : ordering + "^" + query
    }

    func answer() throws -> Answer {
        guard visit.call.rules.reading(table) != .refused else { return visit.withheld(form) }
        try visit.store.fill([table.name])
        let list = RecordList(
            visit: visit, table: table, query: sortedQuery, columns: columns, offset: first - 1, limit: limit)
        let rows = try list.read(), last = min(first - 1 + limit, rows.total)
        let new =
            "<p class=\"actions\"><a class=\"button primary\" href=\"\(RecordAddress.new(table.name))\">New</a></p>\n"
        let count =
            rows.total == 0
            ? "0 records" : first > last ? "none of \(rows.total)" : "\(first) to \(last) of \(rows.total)"
        let withheld = "Number of rows removed from this list by Security constraints: \(rows.withheld)"
        return visit.page(
            table.definition.plural, form: form,
            PageTemplate.fill(
                "list",
                [
                    "breadcrumb": breadcrumb, "count": count, "links": links(rows.total, last),
                    "rows": rows.rows.isEmpty ? "<p>No records to display</p>" : rows.table(heading),
                    "removal": rows.withheld == 0 ? "" : "<p class=\"hint\">\(withheld)</p>\n",
                    "new": visit.call.rules.may(.insert, in: table) ? new : "",
                ]))
    }

    private var breadcrumb: String {
        let plan = JoinPlan(table, in: visit.call.schema)
        let lines = EncodedQuery(query).explanation { plan.column(at: $0)?.definition.label }
        if query.isEmpty || lines == ["every record"] { return "All" }
        let all = HTML.link(RecordAddress.list(table.name, query: ""), "All")
        return all + " &gt; " + HTML.escaped(lines.joined(separator: ", "))
    }

    private func heading(_ field: RecordFields.Field) -> String {
        let isOrder = parameters["sysparm_order"] == field.key
        let direction = isOrder && !isDescending ? "desc" : "asc"
        let mark = isOrder ? (isDescending ? " ▼" : " ▲") : ""
        let address = address(with: [("sysparm_order", field.key), ("sysparm_order_direction", direction)], first: 1)
        return HTML.link(address, field.column.definition.label + mark)
    }

    private func links(_ total: Int, _ last: Int) -> String {
        var pages: [(Int, String)] = []
        if first > 1 { pages += [(1, "First page"), (max(first - limit, 1), "Previous page")] }
        if last < total, first <= last {
            pages += [(first + limit, "Next page"), ((total - 1) / limit * limit + 1, "Last page")]
        }
        return pages.map { HTML.link(address(with: [], first: $0), $1) }.joined(separator: "\n")
    }

    private func address(with changes: [(String, String)], first: Int) -> String {
        let names = [
            "sysparm_query", "sysparm_order", "sysparm_order_direction", "sysparm_force_row_count", "sysparm_view",
        ]
        var fields = names.compactMap { name in
            (changes.first { $0.0 == name }?.1 ?? parameters[name]).map { (name, $0) }
        }
        if first > 1 { fields.append(("sysparm_first_row", String(first))) }
        let query = fields.map { $0.0 + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
        return "/" + table.name + "_list.do" + (query.isEmpty ? "" : "?" + query)
    }
}

/// A page of records as an HTML table, selected, paged and withheld by the Table API's code.
struct RecordList {
    let visit: RecordVisit
    let table: Table
    /// An encoded query, including order and groups.
    let query: String
    var columns: [String]?
    var offset = 0
    let limit: Int

    struct Rows {
        let fields: [RecordFields.Field]
        /// The number of matching records, before access rules.
        let total: Int
        /// The number of rows on the page that the user may not read.
        let withheld: Int
        /// The cells of each row in HTML.
        let rows: [String]
    }

    func read() throws -> Rows {
        let window = try visit.call.window(of: table, query: query, limit: limit, offset: offset)
        let plan = JoinPlan(table, in: visit.call.schema)
        let names = columns ?? ViewColumns.names("desktop", of: table) ?? []
        let fields = try RecordFields(names, visit.call, plan: plan)
        let hasClass = table["sys_class_name"] != nil, lookup = visit.lookup, count = fields.fields.count
        let extra = [
            SQLFragment(plan.alias + ".\"sys_id\""), SQLFragment(hasClass ? plan.alias + ".\"sys_class_name\"" : "''"),
        ]
        var shown: [String] = []
        try visit.call.forEach(window.rows, of: plan, fields.columns + extra) { row in
            let className = row.text(count + 1)
            let owner = visit.call.schema[className]?.isKind(of: table.name) == true ? className : table.name
            let address = RecordAddress.form(owner, row.text(count))
            let cells = try fields.fields.enumerated().map { offset, field in
                try cell(own(field, of: owner), row.text(offset), lookup, address: offset == 0 ? address : nil)
            }
            shown.append("<tr>\(cells.joined())</tr>")
        }
        return Rows(
            fields: fields.fields, total: window.total ?? 0, withheld: window.rows.count - shown.count, rows: shown)
    }

    /// The column in the record's own table, which may have other choices.
    private func own(_ field: RecordFields.Field, of owner: String) -> Column {
        guard field.key == field.column.name else { return field.column }
        return visit.call.schema[owner]?[field.key] ?? field.column
    }

    private func cell(_ column: Column, _ stored: String, _ lookup: DisplayLookup, address: String?) throws -> String {
        let value = RecordRenderer.sent(stored, column)
        let text = column.type.isSecret ? "" : try lookup.display(stored, value, in: column)
        if let address { return "<td>\(HTML.link(address, text.isEmpty ? "(empty)" : text))</td>" }
        if text.isEmpty { return "<td class=\"empty\"></td>" }
        if let target = column.reference, visit.call.schema[target] != nil, column.definition.referenceKey == nil {
            return "<td>\(HTML.link(RecordAddress.form(target, value), text))</td>"
        }
        return (column.type.isTemporal ? "<td class=\"when\">" : "<td>") + HTML.escaped(text) + "</td>"
    }
}

extension RecordList.Rows {
    /// The rows as an HTML table; `heading` writes a column's heading.
    func table(_ heading: (RecordFields.Field) -> String = { HTML.escaped($0.column.definition.label) }) -> String {
        let heads = fields.map { "<th scope=\"col\">\(heading($0))</th>" }.joined()
        return PageTemplate.fill("table", ["heads": heads, "rows": rows.joined(separator: "\n")])
    }
}
