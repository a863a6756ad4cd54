import ExchangeModel
import Notation

/// `/<table>_list.do`: a list of records.
struct ListPage {
    /// How many rows a page of a list shows when the address does not say, and at most.
    private static let usualRows = 20
    private static let mostRows = 1000

    let visit: RecordVisit
    let table: Table

    static func show(_ table: Table, _ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        return try ListPage(visit: visit, table: table).answer()
    }

    private var parameters: Parameters { visit.call.parameters }
    private var query: String { parameters["sysparm_query"] ?? "" }
    private var form: String { table.name + "_list" }
    private var limit: Int {
        min(max(parameters.number("sysparm_force_row_count") ?? ListPage.usualRows, 1), ListPage.mostRows)
    }
    /// The first row, counted from 1.
    private var first: Int { max(parameters.number("sysparm_first_row") ?? 1, 1) }
    private var columns: [String]? {
        parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: table) }
    }
    private static func isDescending(_ parameters: Parameters) -> Bool {
        parameters["sysparm_order_direction"].map { HeaderFields.same($0, "desc") } ?? false
    }

    /// The query of an address, with the order of the address before its own.
    static func query(of table: Table, _ parameters: Parameters) -> String {
        let query = parameters["sysparm_query"] ?? ""
        guard let order = parameters["sysparm_order"], table[order] != nil else { return query }
        let ordering = (isDescending(parameters) ? "ORDERBYDESC" : "ORDERBY") + order
        return query.isEmpty ? ordering : ordering + "^" + query
    }

    private func answer() throws -> Answer {
        guard visit.call.rules.reading(table) != .refused else { return visit.withheld(form) }
        try visit.store.fill([table.name])
        let list = RecordList(
            visit: visit, table: table, query: ListPage.query(of: table, parameters), columns: columns,
            offset: first - 1, limit: limit)
        let rows = try list.read()
        let withheld =
            rows.withheld == 0
            ? ""
            : "<p class=\"hint\">Number of rows removed from this list by Security constraints: \(rows.withheld)</p>\n"
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
            \(withheld)\(new)
            """)
    }

    /// What the list shows, in words.
    private var breadcrumb: String {
        let parsed = EncodedQuery(query)
        let plan = JoinPlan(table, in: visit.call.schema)
        let lines = parsed.explanation { plan.column(at: $0)?.definition.label }
        let text = query.isEmpty || lines == ["every record"] ? "All" : lines.joined(separator: ", ")
        let all = "<a href=\"\(RecordAddress.list(table.name, query: ""))\">All</a>"
        return "<p class=\"breadcrumb\">" + (text == "All" ? "All" : all + " &gt; " + HTML.escaped(text)) + "</p>"
    }

    /// What is said of a filter that does not rule out what its words do.
    private func dropped() throws -> String {
        guard try visit.call.drops(partOf: query, of: table) else { return "" }
        let isClosed = try visit.store.invalidQueriesFindNothing || InvalidQueryProperty.isSet(in: visit.store)
        return "<p class=\"hint\">A part of the filter names no column or cannot be read. "
            + (isClosed ? "So nothing is found." : "It is left out.") + "</p>\n"
    }

    private func heading(_ column: Column, _ key: String) -> String {
        let isOrder = parameters["sysparm_order"] == key
        let isDescending = ListPage.isDescending(parameters)
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

    /// The address of this list with other parameters.
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
