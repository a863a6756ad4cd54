import ExchangeModel

/// `/home.do`: the page after sign-in. Its session is one of the UI from then on.
enum HomePage {
    /// The number of the user's tasks shown.
    private static let maxTasks = 10

    static func show(_ visit: RecordVisit) throws -> Answer {
        let account = visit.account
        let roles = account.roles.sorted().joined(separator: ", ")
        return visit.page(
            "Home", form: "home",
            """
            <p>You are \(HTML.escaped(account.name)) (<code>\(HTML.escaped(account.userName))</code>).</p>
            <p>Roles: \(roles.isEmpty ? "none" : HTML.escaped(roles)).</p>
            \(try cards(visit))
            \(try work(visit))
            """)
    }

    /// Record counts for common lists.
    private static func cards(_ visit: RecordVisit) throws -> String {
        let items = try [
            ("incident", "active=true", "Open incidents"), ("incident", "active=true^priority=1", "Critical incidents"),
            ("problem", "active=true", "Open problems"), ("change_request", "active=true", "Open changes"),
            ("kb_knowledge", "workflow_state=published", "Articles"),
        ].compactMap { name, query, title -> String? in
            guard let table = visit.call.schema[name], visit.call.rules.reading(table) == .allowed else { return nil }
            try visit.store.fill([name])
            let window = try visit.call.window(of: table, query: query, limit: 1)
            let address = HTML.escaped(RecordAddress.list(name, query: query))
            return "<li><strong>\(window.total ?? 0)</strong> <a href=\"\(address)\">\(title)</a></li>"
        }
        return "<ul class=\"cards\">\n" + items.joined(separator: "\n") + "\n</ul>"
    }

    private static func work(_ visit: RecordVisit) throws -> String {
        guard let table = visit.call.schema["task"] else { return "" }
        try visit.store.fill([table.name])
        let query = "active=true^assigned_to=" + visit.account.sysID + "^ORDERBYpriority"
        let columns = ["number", "short_description", "priority", "state", "sys_class_name", "sys_updated_on"]
        let rows = try RecordList(visit: visit, table: table, query: query, columns: columns, limit: maxTasks).read()
        let list = rows.total == 0 ? "<p>Nothing is assigned to you.</p>" : rows.table()
        return """
            <section>
            <h2>My work: \(rows.total)</h2>
            \(list)
            <p><a href="\(HTML.escaped(RecordAddress.list("task", query: query)))">All of my work</a></p>
            </section>
            """
    }
}

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

/// Frames around pages.
enum FramePage {
    /// The path of the newer frame, followed by the framed page's URL, escaped into one segment.
    static let target = "/now/nav/ui/classic/params/target/"

    /// The classic frame (`/nav_to.do?uri=…`) and its successor. The address is unescaped.
    static func frame(_ address: String, _ visit: RecordVisit) -> Answer {
        guard let address = RecordAddress.local(address), !address.hasPrefix("/nav_to.do"),
            !address.hasPrefix("/now/")
        else { return visit.alert("Page not found", "The address names no page of this instance.", form: "nav_to") }
        let escaped = HTML.escaped(address)
        return visit.page(
            "Navigation", form: "nav_to",
            """
            <p><a href="\(escaped)">Open the page without its frame</a></p>
            <iframe id="gsft_main" name="gsft_main" title="Main content" src="\(escaped)"></iframe>
            """)
    }
}
