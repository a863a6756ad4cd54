import Database
import ExchangeModel

/// The files attached to a record, and the records that refer to it.
struct RelatedLists {
    /// How many rows of each are shown.
    private static let most = 20

    let visit: RecordVisit
    let record: StoredRecord

    func html(_ layout: FormLayout) throws -> String {
        var out = try attachments()
        for related in layout.related {
            guard let table = visit.call.schema[related.table], table[related.column] != nil,
                visit.call.rules.reading(table) == .allowed
            else { continue }
            try visit.store.fill([table.name])
            let query = related.column + "=" + record.sysID
            let list = RecordList(visit: visit, table: table, query: query, limit: RelatedLists.most)
            let rows = try list.read()
            if rows.total == 0 { continue }
            let all = HTML.escaped(RecordAddress.list(table.name, query: query))
            out += """
                <section>
                <h2>\(HTML.escaped(related.title)): \(rows.total)</h2>
                \(rows.table())
                <p><a href="\(all)">All \(HTML.escaped(related.title))</a></p>
                </section>

                """
        }
        return out
    }

    /// The files attached to the record; empty when there are none.
    func attachments() throws -> String {
        try visit.store.fill(["sys_attachment"])
        let files = try visit.store.connection.rows(
            """
            SELECT "sys_id", "file_name", "size_bytes", "content_type" FROM "sys_attachment"
            WHERE "table_sys_id" = ? AND "table_name" = ? ORDER BY "_row" LIMIT 100
            """, [.text(record.sysID), .text(record.table.name)]
        ) { (sysID: $0.text(0), name: $0.text(1), size: $0.text(2), type: $0.text(3)) }
        if files.isEmpty { return "" }
        let items = files.map { file in
            """
            <li><a href="/sys_attachment.do?sys_id=\(HTML.escaped(file.sysID))">\(HTML.escaped(file.name))</a> \
            <span class="hint">\(DisplayText.grouped(HTML.escaped(file.size))) bytes, \(HTML.escaped(file.type))</span></li>
            """
        }
        return """
            <section>
            <h2>Attachments: \(files.count)</h2>
            <ul class="files">
            \(items.joined(separator: "\n"))
            </ul>
            </section>

            """
    }
}
