import ExchangeModel

/// `/stats.do`: what the instance is.
enum StatisticsPage {
    static func show(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        let facts = [
            ("Instance name", page.request.url.host), ("Build name", "Sandbox"), ("Build date", page.build),
            ("Tables", String(visit.call.schema.names.count)),
            ("Instance's own time", try visit.store.now.glideText + " UTC"), ("Wire time", page.now.httpText),
        ]
        let rows = facts.map { "<dt>\($0.0)</dt><dd>\(HTML.escaped($0.1))</dd>" }.joined(separator: "\n")
        return visit.page("Statistics", form: "stats", "<dl class=\"facts\">\n\(rows)\n</dl>")
    }
}
