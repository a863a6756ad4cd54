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
    /// The first row, counted from 1.
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
            visit: visit, table: table, query: sortedQuery, columns: columns,
            offset: first - 1, limit: limit)
        let rows = try list.read()
        let new =
            visit.call.rules.may(.insert, in: table)
            ? "<p class=\"actions\"><a class=\"button primary\" href=\"\(RecordAddress.new(table.name))\">New</a></p>\n"
            : ""
        return visit.page(
            table.definition.plural, form: form,
            """
            \(breadcrumb)
            \(try dropped())\(paging(rows))
            \(rows.rows.isEmpty ? "<p>No records to display</p>" : rows.table(heading))
            \(rows.removal)\(rows.withheld == 0 ? "" : "\n")\(new)
            """)
    }

    /// A description of the list.
    private var breadcrumb: String {
        let parsed = EncodedQuery(query)
        let plan = JoinPlan(table, in: visit.call.schema)
        let lines = parsed.explanation { plan.column(at: $0)?.definition.label }
        let text = query.isEmpty || lines == ["every record"] ? "All" : lines.joined(separator: ", ")
        let all = "<a href=\"\(RecordAddress.list(table.name, query: ""))\">All</a>"
        return "<p class=\"breadcrumb\">" + (text == "All" ? "All" : all + " &gt; " + HTML.escaped(text)) + "</p>"
    }

    /// A warning about ignored conditions.
    private func dropped() throws -> String {
        guard try visit.call.drops(partOf: query, of: table) else { return "" }
        let isClosed = try visit.store.invalidQueriesFindNothing || visit.store.invalidQueryReturnsNoRows
        return "<p class=\"hint\">A part of the filter cannot be read or names a column that does not exist. "
            + (isClosed ? "So nothing is found." : "It is left out.") + "</p>\n"
    }

    private func heading(_ column: Column, _ key: String) -> String {
        let isOrder = parameters["sysparm_order"] == key
        let direction = isOrder && !isDescending ? "desc" : "asc"
        let mark = isOrder ? (isDescending ? " ▼" : " ▲") : ""
        let address = address(with: [("sysparm_order", key), ("sysparm_order_direction", direction)], first: 1)
        return "<a href=\"\(HTML.escaped(address))\">\(HTML.escaped(column.definition.label))\(mark)</a>"
    }

    private func paging(_ rows: RecordList.Rows) -> String {
        let last = min(first - 1 + limit, rows.total)
        let count =
            rows.total == 0
            ? "0 records" : first > last ? "none of \(rows.total)" : "\(first) to \(last) of \(rows.total)"
        var links: [String] = []
        func link(_ first: Int, _ name: String) {
            links.append("<a href=\"\(HTML.escaped(address(with: [], first: first)))\">\(name)</a>")
        }
        if first > 1 {
            link(1, "First page")
            link(max(first - limit, 1), "Previous page")
        }
        if last < rows.total, first <= last {
            link(first + limit, "Next page")
            link((rows.total - 1) / limit * limit + 1, "Last page")
        }
        return "<div class=\"paging\">\n<p class=\"count\">\(count)</p>\n" + links.joined(separator: "\n") + "\n</div>"
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
    /// The columns; nil for the table's default list columns.
    var columns: [String]?
    var offset = 0
    let limit: Int
    /// The URL of a record, by its table and sys_id.
    var address: (String, String) -> String = { RecordAddress.form($0, $1) }

    struct Rows {
        let table: Table
        let fields: [Column]
        let keys: [String]
        /// The number of matching records, before access rules.
        let total: Int
        /// The number of rows on the page that the user may not read.
        let withheld: Int
        /// The URL, the cells in HTML and the group of each row.
        let rows: [(address: String, cells: [String], group: String)]
        /// The label of the column that rows are grouped by; nil without groups.
        let grouping: String?

        /// A message about withheld rows; empty if there are none.
        var removal: String {
            withheld == 0
                ? ""
                : "<p class=\"hint\">Number of rows removed from this list by Security constraints: \(withheld)</p>"
        }
    }

    func read() throws -> Rows {
        let parsed = EncodedQuery(query)
        let grouping = parsed.groupings.first.flatMap { table[$0] }.flatMap { visit.call.rules.mayRead($0) ? $0 : nil }
        let ordered = grouping.map { "ORDERBY" + $0.name + "^" + query } ?? query
        let window = try visit.call.window(of: table, query: ordered, limit: limit, offset: offset)
        let plan = JoinPlan(table, in: visit.call.schema)
        let names = columns ?? ViewColumns.names("desktop", of: table) ?? []
        let fields = try RecordFields(names, visit.call, plan: plan)
        var shown: [(address: String, cells: [String], group: String)] = []
        let hasClass = table["sys_class_name"] != nil, lookup = visit.lookup
        let extra = [
            SQLFragment(plan.alias + ".\"sys_id\""),
            SQLFragment(hasClass ? plan.alias + ".\"sys_class_name\"" : "''"),
            SQLFragment(grouping.map { plan.alias + "." + $0.sqlName } ?? "''"),
        ]
        let count = fields.fields.count
        try visit.call.forEach(window.rows, of: plan, fields.columns + extra) { row in
            let className = row.text(count + 1)
            let owner = visit.call.schema[className]?.isKind(of: table.name) == true ? className : table.name
            let address = address(owner, row.text(count))
            let group = try grouping.map { column in
                let stored = row.text(count + 2)
                return try lookup.display(stored, RecordRenderer.wire(stored, column), in: column)
            }
            let cells = try fields.fields.enumerated().map { offset, field in
                try cell(own(field, of: owner), row.text(offset), lookup, address: offset == 0 ? address : nil)
            }
            shown.append((address, cells, group ?? ""))
        }
        return Rows(
            table: table, fields: fields.fields.map(\.column), keys: fields.fields.map(\.key), total: window.total ?? 0,
            withheld: window.rows.count - shown.count, rows: shown, grouping: grouping?.definition.label)
    }

    /// The column in the record's own table, which may have other choices.
    private func own(_ field: RecordFields.Field, of owner: String) -> Column {
        guard field.key == field.column.name else { return field.column }
        return visit.call.schema[owner]?[field.key] ?? field.column
    }

    private func cell(_ column: Column, _ stored: String, _ lookup: DisplayLookup, address: String?) throws -> String {
        let value = RecordRenderer.sent(stored, column)
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
    /// The rows as an HTML table; `heading` writes a column's heading.
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
