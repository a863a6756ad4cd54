import Database
import ExchangeModel
import Notation

/// The Attachment API: `/api/now/attachment`. Who may read a record may read its attachments; who may change it may
/// add, rename and remove them.
struct AttachmentRoutes {
    let call: Call
    private let table: Table
    private let access: AttachmentAccess

    init(call: Call) throws {
        guard let table = call.schema["sys_attachment"] else { throw Refusal.unknownRoute }
        self.call = call
        self.table = table
        try call.store.fill(["sys_attachment", "sys_attachment_doc"])
        access = AttachmentAccess(call: call)
    }

    /// The answer to one of the API's paths.
    func answer(to path: Route.AttachmentPath, _ method: HTTPMethod) throws -> Answer {
        switch path {
        case .list: return try AttachmentList(call: call, table: table, access: access).answer()
        case .one(let sysID):
            switch method {
            case .delete: return try remove(sysID)
            case .patch: return try rename(sysID)
            default: return .json(wrapped(try readable(sysID)))
            }
        case .file(let sysID): return try AttachmentFile(call: call, metadata: readable(sysID)).answer()
        case .namedFile(let recordID, let name):
            return try AttachmentFile(call: call, metadata: readable(newest(recordID, name))).answer()
        case .newFile: return try created(AttachmentUpload(call: call).file())
        case .upload: return try created(AttachmentUpload(call: call).form())
        }
    }

    private func readable(_ sysID: String) throws -> AttachmentMetadata {
        guard let record = try call.store.record(sysID, in: table) else { throw Refusal.noRecord }
        let metadata = AttachmentMetadata(record, of: table, base: call.attachmentBase)
        guard try access.mayRead(metadata.tableName, metadata.recordID) else { throw Refusal.noRecord }
        return metadata
    }

    /// The attachment of that name that was added to a record last.
    private func newest(_ recordID: String, _ name: String) throws -> String {
        let found = try call.store.connection.row(
            """
            SELECT "sys_id" FROM "sys_attachment" WHERE "table_sys_id" = ? AND "file_name" = ? ORDER BY "_row" DESC
            """, [.text(recordID), .text(name)]
        ) { $0.text(0) }
        guard let found else { throw Refusal.noRecord }
        return found
    }

    private func created(_ sysID: String) throws -> Answer {
        let metadata = try readable(sysID)
        // The answer comes before the scan for viruses is over, and every other request after it.
        if let state = table["state"] { try call.store.update(sysID, [(state, .text("available"))], in: table) }
        return .json(
            wrapped(metadata), status: 201, fields: [HeaderField("Location", call.attachmentBase + sysID + "/file")])
    }

    private func remove(_ sysID: String) throws -> Answer {
        let metadata = try readable(sysID)
        guard try access.mayChange(metadata.tableName, metadata.recordID) else { throw Refusal.forbidden(.delete) }
        try call.store.transaction {
            _ = try call.store.tick()
            try call.store.delete(sysID, from: table)
        }
        return .empty(204)
    }

    private func rename(_ sysID: String) throws -> Answer {
        let metadata = try readable(sysID)
        guard try access.mayChange(metadata.tableName, metadata.recordID) else { throw Refusal.forbidden(.update) }
        let input = try RequestBody.record(of: call.request)
        let name = try AttachmentUpload.checked(fileName: input.first { $0.name == "file_name" }?.value)
        try call.store.transaction {
            let now = try call.store.tick()
            let values = [
                ("file_name", name), ("sys_updated_on", now.glideText), ("sys_updated_by", call.account.userName),
                ("sys_mod_count", String(metadata.changes + 1)),
            ]
            try call.store.update(
                sysID, values.compactMap { name, value in table[name].map { ($0, $0.stored(value)) } }, in: table)
        }
        return .empty(204)
    }

    private func wrapped(_ metadata: AttachmentMetadata) -> [UInt8] {
        JSON.object([.init("result", metadata.json)]).compactBytes
    }
}

extension Call {
    /// Where addresses of attachments begin, in the version of the request.
    var attachmentBase: String { linkBase.dropLast("table/".utf8.count) + "attachment/" }
}
