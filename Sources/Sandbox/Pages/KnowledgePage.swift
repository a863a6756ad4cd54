import Database
import ExchangeModel

/// The knowledge base: `/kb` with its articles, and one article at `/kb_view.do` or `/kb?id=kb_article_view`.
enum KnowledgePage {
    /// `/kb`, with or without an article.
    static func show(_ visit: RecordVisit) throws -> Answer {
        let parameters = visit.call.parameters
        if parameters["id"] == "kb_article_view" || parameters["sysparm_article"] != nil {
            return try article(visit, form: "kb_article_view")
        }
        return try overview(visit)
    }

    /// The number of articles listed for each knowledge base.
    private static let maxArticles = 100

    private static func overview(_ visit: RecordVisit) throws -> Answer {
        guard let bases = visit.call.schema["kb_knowledge_base"], let articles = visit.call.schema["kb_knowledge"]
        else {
            return visit.missing("kb")
        }
        try visit.store.fill([bases.name, articles.name])
        let overview = try visit.store.connection.rows(
            "SELECT \"sys_id\", \"title\", \"description\" FROM \(bases.storage) WHERE \"active\" = 1 ORDER BY \"_row\" LIMIT 50"
        ) { (sysID: $0.text(0), title: $0.text(1), description: $0.text(2)) }
        var body = ""
        for shelf in overview {
            let query = "kb_knowledge_base=" + shelf.sysID + "^workflow_state=published^ORDERBYshort_description"
            let window = try visit.call.window(of: articles, query: query, limit: maxArticles)
            let plan = JoinPlan(articles, in: visit.call.schema)
            var items = ""
            let columns = ["number", "short_description"].map { SQLFragment(plan.alias + ".\"" + $0 + "\"") }
            try visit.call.forEach(window.rows, of: plan, columns) { row in
                items +=
                    "<li><a href=\"\(HTML.escaped(address(row.text(0))))\">\(HTML.escaped(row.text(1)))</a> "
                    + "<span class=\"hint\">\(HTML.escaped(row.text(0)))</span></li>\n"
            }
            let list = HTML.escaped(RecordAddress.list(articles.name, query: query))
            let total = window.total ?? 0
            let all = total > maxArticles ? "\n<p><a href=\"\(list)\">All \(total) articles</a></p>" : ""
            body += """
                <section>
                <h2>\(HTML.escaped(shelf.title))</h2>
                <p>\(HTML.escaped(shelf.description))</p>
                \(items.isEmpty ? "<p class=\"hint\">No articles</p>" : "<ul>\n\(items)</ul>")\(all)
                </section>

                """
        }
        return visit.page("Knowledge", form: "kb", body)
    }

    static func address(_ number: String) -> String { "/kb_view.do?sysparm_article=" + PercentCoding.encode(number) }

    /// `/kb_view.do?sysparm_article=KB0010001`.
    static func article(_ visit: RecordVisit, form: String) throws -> Answer {
        guard let table = visit.call.schema["kb_knowledge"], visit.call.rules.reading(table) == .allowed else {
            return visit.withheld(form)
        }
        try visit.store.fill([table.name, "kb_knowledge_base", "sys_user"])
        guard let sysID = try wanted(visit.call.parameters, table, visit.store),
            let record = try StoredRecord(sysID, in: table, visit.store)
        else {
            return visit.page(
                "Article not found", form: form,
                "<p role=\"alert\">Knowledge record not found</p>\n<p><a href=\"/kb\">Knowledge</a></p>")
        }
        guard try visit.call.may(.read, sysID, in: table) else { return visit.withheld(form) }
        let names = [
            "number", "kb_knowledge_base", "author", "workflow_state", "published", "valid_to", "sys_updated_on",
        ]
        let facts = try RecordFacts(visit: visit, record: record).html(names)
        let files = try RelatedLists(visit: visit, record: record).attachments()
        let title = record["short_description"]
        return visit.page(
            title.isEmpty ? record["number"] : title, form: form,
            """
            <article>
            \(text(record["text"], under: title))
            </article>
            <section>
            <h2>About this article</h2>
            \(facts)
            </section>
            \(files)<p><a href="\(HTML.escaped(RecordAddress.form(table.name, sysID)))">Edit the article</a></p>
            """)
    }

    /// The article in the URL, by number or sys_id; of several versions the latest.
    private static func wanted(_ parameters: Parameters, _ table: Table, _ store: RecordStore) throws -> String? {
        if let sysID = parameters["sys_kb_id"] ?? parameters["sys_id"] { return sysID }
        guard let number = parameters["sysparm_article"] else { return nil }
        return try store.connection.row(
            """
            SELECT "sys_id" FROM \(table.storage) WHERE "number" = ?
            ORDER BY "workflow_state" = 'published' DESC, "latest" DESC, "_row" DESC LIMIT 1
            """, [.text(number)]
        ) { $0.text(0) }
    }

    /// The article's text, without a heading that repeats the page's.
    private static func text(_ html: String, under title: String) -> String {
        let clean = HTMLSanitizer.text(html)
        let heading = "<h2>" + HTML.escaped(title) + "</h2>"
        return clean.hasPrefix(heading) ? String(clean.dropFirst(heading.count)) : clean
    }
}
