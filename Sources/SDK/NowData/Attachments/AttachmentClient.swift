package import ExchangeModel
package import Notation
package import NowSDK

/// A client of the Attachment API. Each call is one exchange unless noted.
package struct AttachmentClient: Sendable {
    private let transport: any Transport
    private let requests: AttachmentRequests

    package init(instance: Instance, transport: any Transport) {
        self.transport = transport
        requests = AttachmentRequests(instance: instance)
    }

    private static let batchSize = 1000

    /// The attachments of a record, by name. Only the sys_id is matched, so an incident's attachments are found as
    /// those of its task too. More than 1000 are fetched in batches.
    package func list(of recordSysID: String) async throws(RequestFailure) -> [Attachment] {
        var found: [Attachment] = []
        while true {
            let request = requests.list(
                query: "table_sys_id=\(recordSysID)^ORDERBYfile_name^ORDERBYsys_id", limit: Self.batchSize,
                offset: found.count)
            let result = try ResponseParser.result(of: try await transport.answer(request))
            guard result.kind == .array else { throw Self.unexpected("a list") }
            let batch = result.elements.map(Attachment.init)
            found += batch
            if batch.count < Self.batchSize { return found }
        }
    }

    package func get(_ sysID: String) async throws(RequestFailure) -> Attachment {
        try await attachment(requests.get(sysID))
    }

    /// The content of an attachment. The transport's limits bound its size.
    package func content(of sysID: String) async throws(RequestFailure) -> [UInt8] {
        let response = try await transport.answer(requests.file(sysID))
        try ResponseParser.check(response)
        return response.body
    }

    package func upload(_ content: [UInt8], _ upload: AttachmentUpload) async throws(RequestFailure) -> Attachment {
        try await attachment(requests.upload(upload, content: content))
    }

    package func delete(_ sysID: String) async throws(RequestFailure) {
        try ResponseParser.check(try await transport.answer(requests.delete(sysID)))
    }

    private func attachment(_ request: HTTPRequest) async throws(RequestFailure) -> Attachment {
        let result = try ResponseParser.result(of: try await transport.answer(request))
        guard result.kind == .object else { throw Self.unexpected("an attachment") }
        return Attachment(result)
    }

    private static func unexpected(_ wanted: String) -> RequestFailure {
        .errorResponse(ErrorResponse(.notJSON, status: 200, message: "The answer is JSON, but not \(wanted)."))
    }
}

/// Builds requests of the Attachment API: the same arguments give the same bytes.
struct AttachmentRequests: Sendable {
    let instance: Instance
    var purpose = RequestPurpose.command

    /// `GET /api/now/attachment`: rows, at most 1000 by default.
    func list(query: String?, limit: Int?, offset: Int? = nil) -> HTTPRequest {
        var parameters: [(name: String, value: String)] = []
        if let query, !query.isEmpty { parameters.append(("sysparm_query", query)) }
        if let limit { parameters.append(("sysparm_limit", String(limit))) }
        if let offset, offset > 0 { parameters.append(("sysparm_offset", String(offset))) }
        return request(.get, "", parameters)
    }

    /// `GET /api/now/attachment/{sys_id}`: one row.
    func get(_ sysID: String) -> HTTPRequest { request(.get, "/" + PercentCoding.encode(sysID)) }

    /// `GET /api/now/attachment/{sys_id}/file`: the content, with the row in the header `X-Attachment-Metadata`.
    func file(_ sysID: String) -> HTTPRequest {
        request(.get, "/" + PercentCoding.encode(sysID) + "/file", accepting: "*/*")
    }

    /// `POST /api/now/attachment/file`: the body is the content.
    func upload(_ upload: AttachmentUpload, content: [UInt8]) -> HTTPRequest {
        var parameters = [
            (name: "table_name", value: upload.table), ("table_sys_id", upload.recordSysID),
            ("file_name", upload.fileName),
        ]
        if let context = upload.encryptionContext { parameters.append(("encryption_context", context)) }
        var request = request(.post, "/file", parameters)
        request.headers.append("Content-Type", upload.contentType)
        request.body = content
        return request
    }

    /// `DELETE /api/now/attachment/{sys_id}`.
    func delete(_ sysID: String) -> HTTPRequest { request(.delete, "/" + PercentCoding.encode(sysID)) }

    private func request(
        _ method: HTTPMethod, _ path: String, _ parameters: [(name: String, value: String)] = [],
        accepting: String = "application/json"
    ) -> HTTPRequest {
        HTTPRequest(
            method, instance.url("/api/now/attachment" + path, query: parameters), headers: ["Accept": accepting],
            purpose: purpose)
    }
}

/// A row of `sys_attachment` as the Attachment API sends it, without the content. All values are text.
package struct Attachment: Sendable {
    package let node: JSONNode

    package init(_ node: JSONNode) { self.node = node }

    /// The attachment's sys_id; empty if missing.
    package var sysID: String { text("sys_id") }
    /// The file name given by the uploader. It is not a path and must not be used as one.
    package var fileName: String { text("file_name") }
    package var contentType: String { text("content_type") }
    /// The length of the content in bytes; nil if missing.
    package var size: Int? { Int(text("size_bytes")) }
    package var table: String { text("table_name") }
    package var createdOn: String { text("sys_created_on") }
    package var createdBy: String { text("sys_created_by") }
    /// The SHA-256 of the content in lower-case hexadecimal; nil if missing or malformed.
    package var hash: String? {
        let text = text("hash").lowercased()
        return text.utf8.count == 64 && text.utf8.allSatisfy({ ASCII.hexValue($0) != nil }) ? text : nil
    }

    private func text(_ name: String) -> String { node[name]?.scalarText ?? "" }
}

/// How a downloaded content differs from its metadata.
package enum AttachmentMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// The size differs.
    case size(came: Int, said: Int)
    /// The SHA-256 differs.
    case hash

    package var description: String {
        switch self {
        case .size(let came, let said): "\(came) bytes arrived; the instance announced \(said)."
        case .hash: "The SHA-256 of the content differs from the one the instance gives."
        }
    }

    /// Compares size and SHA-256, as far as the metadata has them; nil if they match.
    package static func found(in content: [UInt8], of attachment: Attachment) -> AttachmentMismatch? {
        if let size = attachment.size, size != content.count { return .size(came: content.count, said: size) }
        if let hash = attachment.hash, hash != SHA256.hex(content) { return .hash }
        return nil
    }
}

/// The target record, file name and type of an upload.
package struct AttachmentUpload: Sendable, Hashable {
    /// The record's own class, not a parent table: forms search attachments by class.
    package var table: String
    package var recordSysID: String
    package var fileName: String
    package var contentType: String
    /// The sys_id of an encryption context; nil stores the file unencrypted.
    package var encryptionContext: String?

    package init(
        table: String, recordSysID: String, fileName: String, contentType: String, encryptionContext: String? = nil
    ) {
        self.table = table
        self.recordSysID = recordSysID
        self.fileName = fileName
        self.contentType = contentType
        self.encryptionContext = encryptionContext
    }
}
