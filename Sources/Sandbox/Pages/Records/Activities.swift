import Database
import ExchangeModel

/// What was said about a record, newest first, below its form.
struct Activities {
    /// How many entries a page shows.
    private static let most = 100

    let visit: RecordVisit
    let record: StoredRecord

    func html() throws -> String {
        let readable = record.table.columns.filter {
            $0.type == .journalInput && visit.call.rules.mayRead($0)
        }
        guard !readable.isEmpty else { return "" }
        try visit.store.fill(["sys_journal_field", "sys_user"])
        let names = readable.map { "'" + $0.name + "'" }.joined(separator: ", ")
        let entries = try visit.store.connection.rows(
            """
            SELECT "element", "value", "sys_created_on", "sys_created_by" FROM "sys_journal_field"
            WHERE "element_id" = ? AND "element" IN (\(names)) ORDER BY "sys_created_on" DESC, "_row" DESC
            LIMIT \(Activities.most + 1)
            """, [.text(record.sysID)]
        ) { (element: $0.text(0), value: $0.text(1), created: $0.text(2), author: $0.text(3)) }
        if entries.isEmpty { return "" }
        var items: [String] = []
        for entry in entries.prefix(Activities.most) {
            let sort = HTML.escaped(record.table[entry.element]?.definition.label ?? entry.element)
            let moment = Timestamp(glideText: entry.created).map { visit.account.format.text(of: $0) } ?? entry.created
            items.append(
                """
                <li class="\(HTML.escaped(entry.element))">
                <p class="head"><strong>\(HTML.escaped(try author(entry.author)))</strong> · \(sort) · <time>\
                \(HTML.escaped(moment))</time></p>
                <p>\(HTML.lines(entry.value))</p>
                </li>
                """)
        }
        let count = entries.count > Activities.most ? "latest \(Activities.most)" : String(entries.count)
        return """
            <section>
            <h2>Activities: \(count)</h2>
            <ol class="activities">
            \(items.joined(separator: "\n"))
            </ol>
            </section>

            """
    }

    private func author(_ userName: String) throws -> String {
        try visit.store.connection.row(
            "SELECT \"name\" FROM \"sys_user\" WHERE \"user_name\" = ?", [.text(userName)]
        ) { $0.text(0) } ?? userName
    }
}
