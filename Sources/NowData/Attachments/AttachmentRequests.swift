import ExchangeModel
import NowSDK

/// Builds the requests of the Attachment API. Pure: the same question makes the same bytes.
struct AttachmentRequests: Sendable {
    let instance: Instance
    var purpose = RequestPurpose.command

    /// `GET /api/now/attachment`: rows, at most 1000 unless told.
    func list(query: String?, limit: Int?, offset: Int? = nil) -> HTTPRequest {
        var parameters: [(name: String, value: String)] = []
        if let query, !query.isEmpty { parameters.append(("sysparm_query", query)) }
        if let limit { parameters.append(("sysparm_limit", String(limit))) }
        if let offset, offset > 0 { parameters.append(("sysparm_offset", String(offset))) }
        return request(.get, "", parameters)
    }

    /// `GET /api/now/attachment/{sys_id}`: one row.
    func get(_ sysID: String) -> HTTPRequest { request(.get, "/" + PercentCoding.encode(sysID)) }

    /// `GET /api/now/attachment/{sys_id}/file`: the content; the row stands in the line `X-Attachment-Metadata`.
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
