import Database
import ExchangeModel
import Notation

/// Adds files to records, from a raw body or from a form.
struct AttachmentUpload {
    let call: Call

    /// `POST /api/now/attachment/file`: the body is the file, the parameters say where it belongs. Gives the sys_id.
    func file() throws -> String {
        guard let type = call.request.headers["Content-Type"], !type.isEmpty else {
            throw Refusal.badAttachment("The Content-Type header is mandatory")
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
            throw Refusal.badAttachment("The form cannot be read: " + error.description)
        }
        guard let file = form.parts.last, let name = file.fileName else {
            throw Refusal.badAttachment("The last part of the form must be a file")
        }
        func text(_ name: String) -> String? {
            form[name].flatMap { $0.fileName == nil ? String(decoding: body[$0.content], as: UTF8.self) : nil }
        }
        return try add(
            Array(body[file.content]), type: file.contentType ?? "application/octet-stream", name: name,
            tableName: text("table_name"), recordID: text("table_sys_id"))
    }

    /// A name that a file may have; it is text to the instance, also when it looks like a path.
    static func checked(fileName: String?) throws -> String {
        guard let fileName, !fileName.isEmpty else { throw Refusal.badAttachment("file_name is mandatory") }
        guard fileName.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw Refusal.badAttachment("file_name must not hold control characters")
        }
        return fileName
    }

    /// A media type that may stand in a header of the answer later.
    private static func checked(type: String) throws -> String {
        guard type.utf8.allSatisfy({ $0 < 0x7F }), let value = HeaderValue(type),
            value.essence.split(separator: "/", omittingEmptySubsequences: false).map(\.isEmpty) == [false, false]
        else { throw Refusal.badAttachment("The Content-Type is no media type") }
        return value.essence == "*/*" ? "application/octet-stream" : type
    }

    private func add(
        _ bytes: [UInt8], type: String, name: String?, tableName: String?, recordID: String?
    ) throws -> String {
        guard let tableName, !tableName.isEmpty, let recordID, !recordID.isEmpty else {
            throw Refusal.badAttachment("table_name and table_sys_id are mandatory")
        }
        let name = try AttachmentUpload.checked(fileName: name)
        let type = try AttachmentUpload.checked(type: type)
        guard bytes.count <= AttachmentFiles.mostBytes else {
            throw Refusal.badAttachment(
                "The file has \(bytes.count) bytes. Max allowed: \(AttachmentFiles.mostBytes) bytes.")
        }
        let access = AttachmentAccess(call: call)
        guard call.schema[tableName] != nil, try access.mayRead(tableName, recordID) else { throw Refusal.noRecord }
        guard try access.mayChange(tableName, recordID) else { throw Refusal.forbidden(.insert) }
        return try call.store.transaction {
            let now = try call.store.tick()
            let sysID = try call.store.nextIdentifier()
            try insert(
                [
                    "sys_id": sysID, "file_name": name, "content_type": type, "table_name": tableName,
                    "table_sys_id": recordID, "size_bytes": String(bytes.count), "compressed": "true",
                    "state": "pending", "chunk_size_bytes": String(AttachmentFiles.pieceSize),
                    "hash": SHA256.hex(bytes), "sys_created_on": now.glideText, "sys_updated_on": now.glideText,
                    "sys_created_by": call.account.userName, "sys_updated_by": call.account.userName,
                    "sys_mod_count": "0",
                ])
            try AttachmentFiles(store: call.store).write(bytes, of: sysID, by: call.account, at: now)
            return sysID
        }
    }

    private func insert(_ values: [String: String]) throws {
        guard let table = call.schema["sys_attachment"] else { throw Refusal.unknownRoute }
        try call.store.insert(
            table.columns.compactMap { column in values[column.name].map { (column, column.stored($0)) } }, into: table)
    }
}

extension Refusal {
    /// The file cannot be attached as the request asks.
    static func badAttachment(_ detail: String) -> Refusal {
        Refusal(status: 400, message: "Failed to create the attachment", detail: detail)
    }
}
