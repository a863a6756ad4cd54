import Database
import ExchangeModel
import Notation

/// The attachments of a record, below its form or article.
struct AttachedFiles {
    let visit: RecordVisit
    let record: StoredRecord

    func html() throws -> String {
        try visit.store.fill(["sys_attachment"])
        let files = try visit.store.connection.rows(
            """
            SELECT "sys_id", "file_name", "size_bytes", "content_type" FROM "sys_attachment"
            WHERE "table_sys_id" = ? AND "table_name" = ? ORDER BY "_row" LIMIT 100
            """, [.text(record.sysID), .text(record.table.name)]
        ) {
            PageTemplate.fill(
                "attachment",
                ["id": $0.text(0), "name": $0.text(1), "size": DisplayText.grouped($0.text(2)), "type": $0.text(3)])
        }
        if files.isEmpty { return "" }
        let list = "<ul class=\"files\">\n\(files.joined(separator: "\n"))\n</ul>"
        return HTML.section("Attachments: \(files.count)", list)
    }
}

/// The journal entries of a record, newest first, below its form.
struct Activities {
    private static let most = 100

    let visit: RecordVisit
    let record: StoredRecord

    func html() throws -> String {
        let readable = record.table.columns.filter { $0.type == .journalInput && visit.call.rules.mayRead($0) }
        guard !readable.isEmpty else { return "" }
        try visit.store.fill(["sys_journal_field"])
        let names = SQLFragment.list(readable.map(\.name))
        let entries = try visit.store.connection.rows(
            """
            SELECT "element", "value", "sys_created_on", "sys_created_by" FROM "sys_journal_field"
            WHERE "element_id" = ? AND "element" IN (\(names)) ORDER BY "sys_created_on" DESC, "_row" DESC
            LIMIT \(Activities.most + 1)
            """, [.text(record.sysID)]
        ) { (element: $0.text(0), value: $0.text(1), created: $0.text(2), author: $0.text(3)) }
        if entries.isEmpty { return "" }
        let lookup = visit.lookup
        let items = try entries.prefix(Activities.most).map { entry in
            PageTemplate.fill(
                "activity",
                [
                    "element": entry.element, "author": try lookup.author(entry.author),
                    "text": HTML.lines(entry.value),
                    "sort": record.table[entry.element]?.definition.label ?? entry.element,
                    "time": Timestamp(glideText: entry.created).map { visit.account.format.text(of: $0) }
                        ?? entry.created,
                ])
        }
        let count = entries.count > Activities.most ? "latest \(Activities.most)" : String(entries.count)
        let list = "<ol class=\"activities\">\n\(items.joined(separator: "\n"))\n</ol>"
        return HTML.section("Activities: \(count)", list)
    }
}

/// `/sys_attachment.do`: the bytes of an attachment. With `view=true` safe types are shown in the browser.
enum AttachmentPage {
    static func show(_ visit: RecordVisit) throws -> Answer {
        guard let table = visit.call.schema["sys_attachment"], let sysID = visit.call.parameters["sys_id"] else {
            return visit.missing("sys_attachment")
        }
        try visit.store.fill([table.name, "sys_attachment_doc"])
        guard let record = try visit.store.record(sysID, in: table) else { return visit.missing("sys_attachment") }
        let metadata = AttachmentMetadata(record, of: table, base: "")
        guard try AttachmentAccess(call: visit.call).mayRead(metadata.tableName, metadata.recordID) else {
            return visit.withheld("sys_attachment")
        }
        let type = HeaderValue(metadata.contentType)?.essence ?? "application/octet-stream"
        let isPlain = type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        var disposition = AttachmentFile.disposition(metadata.fileName)
        // A document with scripts would run them with the instance's origin.
        if visit.call.parameters.isTrue("view"), shown.contains(type) {
            disposition = "inline" + disposition.dropFirst("attachment".count)
        }
        return Answer(
            status: 200, body: try AttachmentFiles(store: visit.store).bytes(of: sysID),
            contentType: isPlain && !type.isEmpty ? type : "application/octet-stream",
            fields: [HeaderField("Content-Disposition", disposition), HeaderField("X-Content-Type-Options", "nosniff")])
    }

    private static let shown: Set<String> = [
        "image/png", "image/jpeg", "image/gif", "image/webp", "text/plain", "application/pdf",
    ]
}

struct StoredRecord {
    let table: Table
    let sysID: String
    private let values: [String: SQLValue]

    /// Reads a record, ignoring access rules, from its own table. Nil if there is none.
    init?(_ sysID: String, in table: Table, _ store: RecordStore) throws {
        guard let values = try store.record(sysID, in: table) else { return nil }
        var own = table
        if case .text(let name)? = values["sys_class_name"], let found = store.schema[name],
            found.isKind(of: table.name)
        {
            own = found
        }
        (self.table, self.sysID, self.values) = (own, sysID, values)
    }

    /// A column's value in wire form; empty for journals and secrets.
    subscript(name: String) -> String {
        guard let column = table[name], !column.isJournal, !column.type.isSecret else { return "" }
        let text =
            switch values[name] ?? .null {
            case .text(let text): text
            case .integer(let number): String(number)
            case .real(let number): StoredRecord.text(number)
            case .null, .blob: ""
            }
        return RecordRenderer.wire(text, column)
    }

    var name: String { table.displayColumn.map { self[$0.name] } ?? "" }

    private static func text(_ number: Double) -> String {
        number.magnitude < 9e15 && number == number.rounded() ? String(Int64(number)) + ".0" : String(number)
    }
}

/// URLs of record pages, not escaped for HTML.
enum RecordAddress {
    static func form(_ table: String, _ sysID: String) -> String {
        "/" + table + ".do?sys_id=" + PercentCoding.encode(sysID)
    }

    /// The form of the first record that a query finds.
    static func form(_ table: String, query: String) -> String {
        "/" + table + ".do?sysparm_query=" + PercentCoding.encode(query)
    }

    static func list(_ table: String, query: String) -> String {
        "/" + table + "_list.do" + (query.isEmpty ? "" : "?sysparm_query=" + PercentCoding.encode(query))
    }

    static func new(_ table: String, query: String = "") -> String {
        "/" + table + ".do?sys_id=-1" + (query.isEmpty ? "" : "&sysparm_query=" + PercentCoding.encode(query))
    }

    /// A submitted URL, if it leads to a page of this instance: path and query.
    static func local(_ text: String?) -> String? {
        guard var text, !text.isEmpty, text.utf8.count <= 8192 else { return nil }
        // By bytes: in a `String`, a slash followed by a combining mark is another character.
        if text.utf8.first != UInt8(ascii: "/") { text = "/" + text }
        let head = text.utf8.prefix { !"?#".utf8.contains($0) }
        guard !head.starts(with: "//".utf8), !head.contains(where: { "\\:".utf8.contains($0) }),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }
}
