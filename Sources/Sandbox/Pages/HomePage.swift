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
            let window = try visit.store.selections.window(
                of: try visit.call.rows(of: table, query: query), limit: 1, offset: 0, counted: true)
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
