import ExchangeModel

/// `/home.do`: the page after sign-in. Its session is one of the UI from then on.
enum HomePage {
    private static let maxTasks = 10

    private static let cards = [
        ("incident", "active=true", "Open incidents"), ("incident", "active=true^priority=1", "Critical incidents"),
        ("problem", "active=true", "Open problems"), ("change_request", "active=true", "Open changes"),
        ("kb_knowledge", "workflow_state=published", "Articles"),
    ]

    static func show(_ visit: RecordVisit) throws -> Answer {
        guard let tasks = visit.call.schema["task"] else { return visit.missing("home") }
        let account = visit.account, roles = account.roles.sorted().joined(separator: ", ")
        let cards = try cards.compactMap { name, query, title -> String? in
            guard let table = visit.call.schema[name], visit.call.rules.reading(table) == .allowed else { return nil }
            try visit.store.fill([name])
            let total = try visit.call.window(of: table, query: query, limit: 1).total ?? 0
            return "<li><strong>\(total)</strong> \(HTML.link(RecordAddress.list(name, query: query), title))</li>"
        }
        try visit.store.fill([tasks.name])
        let query = "active=true^assigned_to=" + account.sysID + "^ORDERBYpriority"
        let columns = ["number", "short_description", "priority", "state", "sys_class_name", "sys_updated_on"]
        let rows = try RecordList(visit: visit, table: tasks, query: query, columns: columns, limit: maxTasks).read()
        return visit.page(
            "Home", form: "home",
            PageTemplate.fill(
                "home",
                [
                    "name": account.name, "userName": account.userName, "roles": roles.isEmpty ? "none" : roles,
                    "cards": cards.joined(separator: "\n"), "total": String(rows.total),
                    "work": rows.total == 0 ? "<p>Nothing is assigned to you.</p>" : rows.table(),
                    "all": RecordAddress.list("task", query: query),
                ]))
    }
}

/// `/sp`: the service portal. Its tickets, lists and articles are the pages of the platform.
enum PortalPage {
    static func show(_ visit: RecordVisit) -> Answer {
        let parameters = visit.call.parameters
        let table = parameters["table"].flatMap { visit.call.schema[$0]?.name } ?? "incident"
        let target =
            switch parameters["id"] ?? "index" {
            case "ticket", "form", "standard_ticket": RecordAddress.form(table, parameters["sys_id"] ?? "-1")
            case "list": RecordAddress.list(table, query: parameters["filter"] ?? parameters["sysparm_query"] ?? "")
            case "kb_article", "kb_article_view": "/kb?" + (visit.page.request.url.query ?? "")
            default: "/home.do"
            }
        return visit.page.redirect(to: target)
    }
}

enum FramePage {
    /// The path of the newer frame, followed by the framed page's URL, escaped into one segment.
    static let target = "/now/nav/ui/classic/params/target/"

    /// The classic frame (`/nav_to.do?uri=…`) and its successor. The address is unescaped.
    static func frame(_ address: String, _ visit: RecordVisit) -> Answer {
        guard let address = RecordAddress.local(address), !address.hasPrefix("/nav_to.do"), !address.hasPrefix("/now/")
        else { return visit.alert("Page not found", "The address names no page of this instance.", form: "nav_to") }
        return visit.page("Navigation", form: "nav_to", PageTemplate.fill("frameset", ["page": address]))
    }
}
