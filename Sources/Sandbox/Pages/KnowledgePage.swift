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

    private static let maxArticles = 100

    private static func overview(_ visit: RecordVisit) throws -> Answer {
        guard let bases = visit.call.schema["kb_knowledge_base"], let articles = visit.call.schema["kb_knowledge"]
        else { return visit.missing("kb") }
        try visit.store.fill([bases.name, articles.name])
        let shelves = try visit.store.connection.rows(
            "SELECT \"sys_id\", \"title\", \"description\" FROM \(bases.storage) WHERE \"active\" = 1 ORDER BY \"_row\" LIMIT 50"
        ) { (sysID: $0.text(0), title: $0.text(1), description: $0.text(2)) }
        let sections = try shelves.map { shelf in
            let query = "kb_knowledge_base=" + shelf.sysID + "^workflow_state=published^ORDERBYshort_description"
            let window = try visit.call.window(of: articles, query: query, limit: maxArticles)
            let plan = JoinPlan(articles, in: visit.call.schema)
            var items = ""
            let columns = ["number", "short_description"].map { SQLFragment(plan.alias + ".\"" + $0 + "\"") }
            try visit.call.forEach(window.rows, of: plan, columns) { row in
                items +=
                    "<li>\(HTML.link(address(row.text(0)), row.text(1))) "
                    + "<span class=\"hint\">\(HTML.escaped(row.text(0)))</span></li>\n"
            }
            let total = window.total ?? 0
            let all = HTML.link(RecordAddress.list(articles.name, query: query), "All \(total) articles")
            return PageTemplate.fill(
                "shelf",
                [
                    "title": shelf.title, "description": shelf.description,
                    "articles": items.isEmpty ? "<p class=\"hint\">No articles</p>" : "<ul>\n\(items)</ul>",
                    "all": total > maxArticles ? "\n<p>\(all)</p>" : "",
                ])
        }
        return visit.page("Knowledge", form: "kb", sections.map { $0 + "\n" }.joined())
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
        let title = record["short_description"]
        return visit.page(
            title.isEmpty ? record["number"] : title, form: form,
            PageTemplate.fill(
                "article",
                [
                    "text": text(record["text"], under: title), "facts": try facts(of: record, names, visit),
                    "files": try AttachedFiles(visit: visit, record: record).html(),
                    "edit": RecordAddress.form(table.name, sysID),
                ]))
    }

    /// The named columns that are not empty and that the user may read.
    private static func facts(of record: StoredRecord, _ names: [String], _ visit: RecordVisit) throws -> String {
        let rows = try names.compactMap { name -> String? in
            guard let column = record.table[name], visit.call.rules.mayRead(column) else { return nil }
            let text = try visit.lookup.display(record[name], record[name], in: column)
            let label = HTML.escaped(column.definition.label)
            return text.isEmpty ? nil : "<dt>\(label)</dt><dd>\(HTML.lines(text))</dd>"
        }
        return "<dl class=\"facts\">\n" + rows.joined(separator: "\n") + "\n</dl>"
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
