import ExchangeModel

/// `/sp`: the service portal. Unlike that of instances it works without scripts.
enum PortalPage {
    static func show(_ visit: RecordVisit) throws -> Answer {
        let page = visit.page
        let parameters = visit.call.parameters
        switch parameters["id"] ?? "index" {
        case "ticket", "form", "standard_ticket": return try ticket(visit, parameters)
        case "list": return try list(visit, parameters)
        case "kb_article", "kb_article_view": return page.redirect(to: "/kb?" + (page.request.url.query ?? ""))
        case "index": return try home(visit)
        default:
            return visit.page(
                "Page not found", form: "sp", "<p role=\"alert\">There is no such page in the portal.</p>")
        }
    }

    private static func home(_ visit: RecordVisit) throws -> Answer {
        guard let incidents = visit.call.schema["incident"] else { return visit.missing("sp") }
        try visit.store.fill([incidents.name])
        let mine = "caller_id=" + visit.account.sysID + "^active=true"
        let rows = try RecordList(
            visit: visit, table: incidents, query: mine + "^ORDERBYDESCopened_at",
            columns: ["number", "short_description", "state", "opened_at"], limit: 10
        ) { address("ticket", $0, $1) }.read()
        let new = RecordAddress.new("incident", query: "caller_id=javascript:gs.getUserID()^contact_type=self-service")
        return visit.page(
            "How can we help?", form: "sp",
            """
            <ul class="cards">
            <li><a href="\(HTML.escaped(new))">Report a problem</a></li>
            <li><a href="/kb">Look it up in the knowledge base</a></li>
            <li><a href="/sp?id=list&amp;table=incident">All incidents</a></li>
            <li><a href="/sp?id=list&amp;table=sc_req_item">Requested items</a></li>
            </ul>
            <section>
            <h2>My open incidents: \(rows.total)</h2>
            \(rows.total == 0 ? "<p>None.</p>" : rows.table())
            </section>
            """)
    }

    private static func list(_ visit: RecordVisit, _ parameters: Parameters) throws -> Answer {
        guard let table = visit.call.schema[parameters["table"] ?? "incident"] else { return visit.missing("list") }
        guard visit.call.rules.reading(table) != .refused else { return visit.withheld("list") }
        try visit.store.fill([table.name])
        let query = parameters["filter"] ?? parameters["sysparm_query"] ?? ""
        let limit = 20
        let first = max(parameters.number("p") ?? 1, 1)
        let rows = try RecordList(
            visit: visit, table: table, query: query, columns: ViewColumns.names("mobile", of: table),
            offset: (first - 1) * limit, limit: limit
        ) { address("ticket", $0, $1) }.read()
        let start = (first - 1) * limit
        var links: [String] = []
        let base = "/sp?id=list&table=" + table.name + (query.isEmpty ? "" : "&filter=" + PercentCoding.encode(query))
        if first > 1 { links.append("<a href=\"\(HTML.escaped(base))&amp;p=\(first - 1)\">Previous page</a>") }
        if start + limit < rows.total {
            links.append("<a href=\"\(HTML.escaped(base))&amp;p=\(first + 1)\">Next page</a>")
        }
        return visit.page(
            table.definition.plural, form: "list",
            """
            <div class="paging"><p class="count">\(rows.total) records, page \(first)</p>
            \(links.joined(separator: "\n"))</div>
            \(rows.rows.isEmpty ? "<p>No records to display</p>" : rows.table())
            \(rows.removal)
            """)
    }

    private static func ticket(_ visit: RecordVisit, _ parameters: Parameters) throws -> Answer {
        guard let table = visit.call.schema[parameters["table"] ?? "incident"] else { return visit.missing("ticket") }
        guard visit.call.rules.reading(table) != .refused else { return visit.withheld("ticket") }
        try visit.store.fill([table.name])
        guard let sysID = parameters["sys_id"], let record = try StoredRecord(sysID, in: table, visit.store) else {
            return visit.missing("ticket")
        }
        guard try visit.call.may(.read, sysID, in: table) else { return visit.withheld("ticket") }
        let names =
            record.table.isKind(of: "task")
            ? ["number", "state", "priority", "caller_id", "assigned_to", "opened_at", "sys_updated_on", "description"]
            : ViewColumns.names("desktop", of: record.table) ?? []
        let title = record["short_description"].isEmpty ? record.name : record["short_description"]
        return visit.page(
            title.isEmpty ? record.table.label : title, form: "ticket",
            """
            \(try RecordFacts(visit: visit, record: record).html(names))
            \(try comment(visit, record))\(try Activities(visit: visit, record: record).html())
            """)
    }

    /// A form that adds a comment, if the user may.
    private static func comment(_ visit: RecordVisit, _ record: StoredRecord) throws -> String {
        guard let column = record.table["comments"], column.type == .journalInput, visit.call.rules.mayWrite(column),
            try visit.call.may(.update, record.sysID, in: record.table)
        else { return "" }
        let name = record.table.name + ".comments"
        return HTML.form(
            to: "/" + record.table.name + ".do", in: visit.viewer.session,
            """
            \(HTML.hidden("sys_uniqueValue", record.sysID))
            \(HTML.hidden("sysparm_goto_url", address("ticket", record.table.name, record.sysID)))
            <p><label for="\(name)">Add a comment</label>
            <textarea id="\(name)" name="\(name)" rows="3" required></textarea></p>
            <p class="actions"><button name="sys_action" value="sysverb_update" class="primary">Send</button></p>
            """) + "\n"
    }

    private static func address(_ page: String, _ table: String, _ sysID: String) -> String {
        "/sp?id=" + page + "&table=" + table + "&sys_id=" + PercentCoding.encode(sysID)
    }
}
