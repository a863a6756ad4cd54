import Database
import ExchangeModel
import Notation

extension RESTResource {
    static let attachments = [
        RESTResource("now/attachment", [.get: { try AttachmentRoutes(call: $0).list() }]),
        RESTResource(
            "now/attachment/file",
            [.post: { try AttachmentRoutes(call: $0).created(AttachmentWriter(call: $0).file()) }]),
        RESTResource(
            "now/attachment/upload",
            [.post: { try AttachmentRoutes(call: $0).created(AttachmentWriter(call: $0).form()) }]),
        RESTResource(
            "now/attachment/{sys_id}",
            [
                .get: { try .result(AttachmentRoutes(call: $0).readable($0.path["sys_id"]).json) },
                .delete: { try AttachmentRoutes(call: $0).remove($0.path["sys_id"]) },
            ]),
        RESTResource(
            "now/attachment/{sys_id}/file", format: .any,
            [.get: { try AttachmentRoutes(call: $0).file($0.path["sys_id"]) }]),
        RESTResource(
            "now/attachment/{record}/{name}/file", format: .any,
            [.get: { try AttachmentRoutes(call: $0).file($0.path["name"], of: $0.path["record"]) }]),
    ]
}

/// The Attachment API: `/api/now/attachment`. Users who may read a record may read its attachments; those who may write
/// it may add and delete them.
struct AttachmentRoutes {
    let call: Call
    private let table: Table
    private let access: AttachmentAccess

    init(call: Call) throws {
        guard let table = call.schema["sys_attachment"] else { throw APIError.unknownRoute }
        self.call = call
        self.table = table
        try call.store.fill(["sys_attachment", "sys_attachment_doc"])
        access = AttachmentAccess(call: call)
    }

    /// Metadata of attachments; default: 1000. As in other lists, withheld ones are removed after the limit and
    /// counted.
    func list() throws -> Answer {
        let limit = max(call.parameters.number("sysparm_limit") ?? 1000, 0)
        let offset = call.parameters.number("sysparm_offset") ?? 0
        guard offset >= 0 else { throw APIError.negativeOffset }
        let window = try call.store.selections.window(
            of: try call.rows(of: table), limit: limit, offset: offset, counted: true)
        let plan = JoinPlan(table, in: call.schema)
        let columns = table.columns.filter { !$0.isJournal }
        let reader = try RowReader(
            window.rows, columns.map { SQLFragment(plan.alias + "." + $0.sqlName) }, plan: plan, store: call.store)
        var result: [JSON] = []
        while try reader.next() {
            let record = Dictionary(
                uniqueKeysWithValues: columns.enumerated().map { ($0.element.name, reader.statement.value($0.offset)) })
            let metadata = AttachmentMetadata(record, of: table, base: call.attachmentBase)
            if try access.mayRead(metadata.tableName, metadata.recordID) { result.append(metadata.json) }
        }
        return .result(.array(result), fields: call.paging(window, limit, offset))
    }

    func file(_ sysID: String) throws -> Answer {
        try AttachmentFile(call: call, metadata: readable(sysID)).answer()
    }

    func file(_ name: String, of recordID: String) throws -> Answer { try file(newest(recordID, name)) }

    func readable(_ sysID: String) throws -> AttachmentMetadata {
        guard let record = try call.store.record(sysID, in: table) else { throw APIError.noRecord }
        let metadata = AttachmentMetadata(record, of: table, base: call.attachmentBase)
        guard try access.mayRead(metadata.tableName, metadata.recordID) else { throw APIError.noRecord }
        return metadata
    }

    /// The newest attachment of a record with that name.
    private func newest(_ recordID: String, _ name: String) throws -> String {
        let found = try call.store.connection.row(
            """
            SELECT "sys_id" FROM "sys_attachment" WHERE "table_sys_id" = ? AND "file_name" = ? ORDER BY "_row" DESC
            """, [.text(recordID), .text(name)]
        ) { $0.text(0) }
        guard let found else { throw APIError.noRecord }
        return found
    }

    func created(_ sysID: String) throws -> Answer {
        let metadata = try readable(sysID)
        // The response is sent before the virus scan has finished; any later request comes after it.
        if let state = table["state"] { try call.store.update(sysID, [(state, .text("available"))], in: table) }
        let location = HeaderField("Location", call.attachmentBase + sysID + "/file")
        return .result(metadata.json, status: 201, fields: [location])
    }

    func remove(_ sysID: String) throws -> Answer {
        let metadata = try readable(sysID)
        guard try access.mayChange(metadata.tableName, metadata.recordID) else { throw APIError.forbidden(.delete) }
        try call.store.transaction {
            _ = try call.store.tick()
            try call.store.delete(sysID, from: table)
        }
        return .empty(204)
    }
}

extension Call {
    /// The header fields of a list: `Link` and `X-Total-Count`.
    func paging(_ window: RowWindow, _ limit: Int, _ offset: Int) -> [HeaderField] {
        let links = PagingLinks(
            url: request.url, limit: limit, offset: offset, rows: window.rows.count, total: window.total)
        let isLinked = !parameters.isTrue("sysparm_suppress_pagination_header")
        return [isLinked ? links.field : nil, window.total.map { HeaderField("X-Total-Count", String($0)) }]
            .compactMap { $0 }
    }

    /// The base URL of attachments, in the request's version.
    var attachmentBase: String { linkBase.dropLast("table/".utf8.count) + "attachment/" }
}

/// The rights to attachments, which are those to their record.
struct AttachmentAccess {
    let call: Call

    /// Whether the user may read a record and its attachments. Attachments of unknown tables are for administrators.
    func mayRead(_ tableName: String, _ recordID: String) throws -> Bool {
        guard let table = call.schema[tableName] else { return call.account.isAdmin }
        guard call.rules.reading(table) == .allowed else { return false }
        try call.store.fill([table.name])
        return try call.may(.read, recordID, in: table)
    }

    /// Whether the user may add and delete a record's attachments.
    func mayChange(_ tableName: String, _ recordID: String) throws -> Bool {
        guard let table = call.schema[tableName] else { return call.account.isAdmin }
        return try call.may(.update, recordID, in: table)
    }
}

/// The metadata of an attachment.
struct AttachmentMetadata {
    let sysID: String
    let tableName: String
    let recordID: String
    let fileName: String
    let contentType: String
    /// All fields as strings, in the order of responses.
    let json: JSON

    /// From a record of `sys_attachment`; `base` is the base URL of attachments.
    init(_ record: [String: SQLValue], of table: Table, base: String) {
        func text(_ name: String) -> String {
            guard let column = table[name] else { return "" }
            return RecordRenderer.wire((record[name] ?? .null).text, column)
        }
        sysID = text("sys_id")
        tableName = text("table_name")
        recordID = text("table_sys_id")
        fileName = text("file_name")
        contentType = text("content_type")
        let link = base + sysID + "/file"
        json = .object(
            AttachmentMetadata.order.map { JSON.Member($0, .string($0 == "download_link" ? link : text($0))) })
    }

    private static let order = [
        "size_bytes", "file_name", "sys_mod_count", "average_image_color", "image_width", "sys_updated_on", "sys_tags",
        "table_name", "sys_id", "image_height", "sys_updated_by", "download_link", "content_type", "sys_created_on",
        "size_compressed", "compressed", "state", "table_sys_id", "chunk_size_bytes", "hash", "sys_created_by",
    ]
}
