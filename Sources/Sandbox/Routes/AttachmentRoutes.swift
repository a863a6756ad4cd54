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
        let window = try call.window(of: table, limit: limit, offset: offset)
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

    func file(_ sysID: String) throws -> Answer { try AttachmentFile(call: call, metadata: readable(sysID)).answer() }

    func file(_ name: String, of recordID: String) throws -> Answer { try file(newest(recordID, name)) }

    func readable(_ sysID: String) throws -> AttachmentMetadata {
        guard let record = try call.store.record(sysID, in: table) else { throw APIError.noRecord }
        let metadata = AttachmentMetadata(record, of: table, base: call.attachmentBase)
        guard try access.mayRead(metadata.tableName, metadata.recordID) else { throw APIError.noRecord }
        return metadata
    }

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
    func paging(_ window: RowWindow, _ limit: Int, _ offset: Int) -> [HeaderField] {
        let links = PagingLinks(
            url: request.url, limit: limit, offset: offset, rows: window.rows.count, total: window.total)
        let isLinked = !parameters.isTrue("sysparm_suppress_pagination_header")
        return [isLinked ? links.field : nil, window.total.map { HeaderField("X-Total-Count", String($0)) }]
            .compactMap { $0 }
    }

    var attachmentBase: String { linkBase.dropLast("table/".utf8.count) + "attachment/" }
}

struct AttachmentAccess {
    let call: Call

    func mayRead(_ tableName: String, _ recordID: String) throws -> Bool {
        guard let table = call.schema[tableName] else { return call.account.isAdmin }
        guard call.rules.reading(table) == .allowed else { return false }
        try call.store.fill([table.name])
        return try call.may(.read, recordID, in: table)
    }

    func mayChange(_ tableName: String, _ recordID: String) throws -> Bool {
        guard let table = call.schema[tableName] else { return call.account.isAdmin }
        return try call.may(.update, recordID, in: table)
    }
}

struct AttachmentMetadata {
    let sysID: String
    let tableName: String
    let recordID: String
    let fileName: String
    let contentType: String
    let json: JSON

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

struct AttachmentWriter {
    let call: Call

    /// `POST /api/now/attachment/file`: the body is the file, the parameters name its record. Returns the sys_id.
    func file() throws -> String {
        guard let type = call.request.headers["Content-Type"], !type.isEmpty else {
            throw APIError.badAttachment("The Content-Type header is mandatory")
        }
        return try add(
            call.request.body ?? [], type: type, name: call.parameters["file_name"],
            tableName: call.parameters["table_name"], recordID: call.parameters["table_sys_id"])
    }

    /// `POST /api/now/attachment/upload`: a form with `table_name`, `table_sys_id` and, as its last part, the file.
    func form() throws -> String {
        let body = call.request.body ?? []
        let form: MultipartForm
        do {
            form = try MultipartForm(body, contentType: call.request.headers["Content-Type"] ?? "")
        } catch {
            throw APIError.badAttachment("The form cannot be read: " + error.description)
        }
        guard let file = form.parts.last, let name = file.fileName else {
            throw APIError.badAttachment("The last part of the form must be a file")
        }
        func text(_ name: String) -> String? {
            form[name].flatMap { $0.fileName == nil ? String(decoding: body[$0.content], as: UTF8.self) : nil }
        }
        return try add(
            Array(body[file.content]), type: file.contentType ?? "application/octet-stream", name: name,
            tableName: text("table_name"), recordID: text("table_sys_id"))
    }

    /// A valid file name, which may look like a path: it is only text to the instance.
    private func checked(fileName: String?) throws -> String {
        guard let fileName, !fileName.isEmpty else { throw APIError.badAttachment("file_name is mandatory") }
        guard fileName.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw APIError.badAttachment("file_name must not hold control characters")
        }
        return fileName
    }

    private func checked(type: String) throws -> String {
        guard type.utf8.allSatisfy({ $0 < 0x7F }), let value = HeaderValue(type),
            value.essence.split(separator: "/", omittingEmptySubsequences: false).map(\.isEmpty) == [false, false]
        else { throw APIError.badAttachment("The Content-Type is not a media type") }
        return value.essence == "*/*" ? "application/octet-stream" : type
    }

    private func add(
        _ bytes: [UInt8], type: String, name: String?, tableName: String?, recordID: String?
    ) throws -> String {
        guard let tableName, !tableName.isEmpty, let recordID, !recordID.isEmpty else {
            throw APIError.badAttachment("table_name and table_sys_id are mandatory")
        }
        let name = try checked(fileName: name)
        let type = try checked(type: type)
        guard bytes.count <= AttachmentFiles.maxBytes else {
            throw APIError.badAttachment(
                "The file has \(bytes.count) bytes. Max allowed: \(AttachmentFiles.maxBytes) bytes.")
        }
        let access = AttachmentAccess(call: call)
        guard call.schema[tableName] != nil, try access.mayRead(tableName, recordID) else { throw APIError.noRecord }
        guard try access.mayChange(tableName, recordID) else { throw APIError.forbidden(.insert) }
        return try call.store.transaction {
            let now = try call.store.tick()
            let sysID = try call.store.nextIdentifier()
            guard let table = call.schema["sys_attachment"] else { throw APIError.unknownRoute }
            try call.store.insert(
                [
                    "sys_id": sysID, "file_name": name, "content_type": type, "table_name": tableName,
                    "table_sys_id": recordID, "size_bytes": String(bytes.count), "compressed": "true",
                    "state": "pending", "chunk_size_bytes": String(AttachmentFiles.pieceSize),
                    "hash": SHA256.hex(bytes), "sys_created_on": now.glideText, "sys_updated_on": now.glideText,
                    "sys_created_by": call.account.userName, "sys_updated_by": call.account.userName,
                    "sys_mod_count": "0",
                ], into: table)
            try AttachmentFiles(store: call.store).write(bytes, of: sysID, by: call.account, at: now)
            return sysID
        }
    }
}

extension APIError {
    static func badAttachment(_ detail: String) -> APIError {
        APIError(status: 400, message: "Failed to create the attachment", detail: detail)
    }
}

struct AttachmentFile {
    let call: Call
    let metadata: AttachmentMetadata

    func answer() throws -> Answer {
        let type = metadata.contentType.isEmpty ? "application/octet-stream" : metadata.contentType
        return Answer(
            status: 200, body: try AttachmentFiles(store: call.store).bytes(of: metadata.sysID), contentType: type,
            fields: [HeaderField("Content-Disposition", AttachmentFile.disposition(metadata.fileName))])
    }

    /// `Content-Disposition` as in RFC 6266: an ASCII name, and the full name if it differs.
    static func disposition(_ name: String) -> String {
        let isPlain: (UInt8) -> Bool = { ASCII.isName($0) || $0 == UInt8(ascii: " ") }
        let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        let whole = name.utf8.allSatisfy(isPlain) ? "" : "; filename*=UTF-8''" + PercentCoding.encode(name)
        return "attachment; filename=\"" + plain + "\"" + whole
    }
}

struct AttachmentFiles {
    /// The size of a piece in bytes (`chunk_size_bytes`).
    static let pieceSize = 700_000
    /// The maximum file size in bytes. Instances allow a gigabyte (`com.glide.attachment.max_size`).
    static let maxBytes = 64 << 20

    let store: RecordStore

    func write(_ bytes: [UInt8], of attachment: String, by account: Account, at now: Timestamp) throws {
        for (position, start) in stride(from: 0, to: bytes.count, by: AttachmentFiles.pieceSize).enumerated() {
            let piece = bytes[start..<min(start + AttachmentFiles.pieceSize, bytes.count)]
            try store.connection.run(
                """
                INSERT INTO "sys_attachment_doc" ("sys_id", "sys_attachment", "position", "length", "data",
                    "sys_created_on", "sys_created_by") VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(try store.nextIdentifier()), .text(attachment), .integer(position), .integer(piece.count),
                    .text(Base64.encode(piece)), .text(now.glideText), .text(account.userName),
                ])
        }
    }

    func bytes(of attachment: String) throws -> [UInt8] {
        let pieces = try store.connection.rows(
            "SELECT \"data\" FROM \"sys_attachment_doc\" WHERE \"sys_attachment\" = ? ORDER BY \"position\", \"_row\"",
            [.text(attachment)]
        ) { $0.text(0) }
        return pieces.flatMap { Base64.decode($0.utf8) ?? [] }
    }

    func forget(_ sysID: String, of table: Table) throws {
        try store.fill(["sys_attachment", "sys_attachment_doc"])
        guard table.root != "sys_attachment" else { return try removePieces("= ?", [.text(sysID)]) }
        let names = SQLFragment.list(store.schema.hierarchy(of: table.root).map(\.name))
        let own = "\"sys_attachment\" WHERE \"table_sys_id\" = ? AND \"table_name\" IN (\(names))"
        try removePieces("IN (SELECT \"sys_id\" FROM " + own + ")", [.text(sysID)])
        try store.connection.run("DELETE FROM " + own, [.text(sysID)])
    }

    private func removePieces(_ condition: String, _ values: [SQLValue]) throws {
        try store.connection.run("DELETE FROM \"sys_attachment_doc\" WHERE \"sys_attachment\" " + condition, values)
    }
}
