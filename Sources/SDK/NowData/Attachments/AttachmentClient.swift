package import ExchangeModel
package import Notation
package import NowSDK

package struct AttachmentClient: Sendable {
    private let instance: Instance
    private let transport: any Transport

    package init(instance: Instance, transport: any Transport) {
        self.instance = instance
        self.transport = transport
    }

    private static let batchSize = 1000

    /// The attachments of a record, by name. Only the sys_id is matched, so an incident's attachments are found as
    /// those of its task too. More than 1000 are fetched in batches.
    package func list(of recordSysID: String) async throws(RequestFailure) -> [Attachment] {
        var found: [Attachment] = []
        while true {
            var parameters = [
                (name: "sysparm_query", value: "table_sys_id=\(recordSysID)^ORDERBYfile_name^ORDERBYsys_id"),
                ("sysparm_limit", String(Self.batchSize)),
            ]
            if !found.isEmpty { parameters.append(("sysparm_offset", String(found.count))) }
            let result = try ResponseParser.result(of: try await send(request(.get, "", parameters)))
            guard result.kind == .array else { throw Self.unexpected("a list") }
            let batch = result.elements.map(Attachment.init)
            found += batch
            if batch.count < Self.batchSize { return found }
        }
    }

    package func content(of sysID: String) async throws(RequestFailure) -> [UInt8] {
        let path = "/" + PercentCoding.encode(sysID) + "/file"
        let response = try await send(request(.get, path, accepting: "*/*"))
        try ResponseParser.check(response)
        return response.body
    }

    /// Attaches a file to a record (`POST /api/now/attachment/file`).
    ///
    /// - Parameter table: the record's own class, not a parent table: forms search attachments by class.
    package func upload(
        _ content: [UInt8], named name: String, type: String, to sysID: String, in table: String
    ) async throws(RequestFailure) -> Attachment {
        var request = request(
            .post, "/file", [("table_name", table), ("table_sys_id", sysID), ("file_name", name)])
        request.headers.append("Content-Type", type)
        request.body = content
        let result = try ResponseParser.result(of: try await send(request))
        guard result.kind == .object else { throw Self.unexpected("an attachment") }
        return Attachment(result)
    }

    package func delete(_ sysID: String) async throws(RequestFailure) {
        try ResponseParser.check(try await send(request(.delete, "/" + PercentCoding.encode(sysID))))
    }

    private func send(_ request: HTTPRequest) async throws(RequestFailure) -> HTTPResponse {
        try await transport.answer(request)
    }

    private func request(
        _ method: HTTPMethod, _ path: String, _ parameters: [(name: String, value: String)] = [],
        accepting: String = "application/json"
    ) -> HTTPRequest {
        HTTPRequest(
            method, instance.url("/api/now/attachment" + path, query: parameters), headers: ["Accept": accepting],
            purpose: .command)
    }

    private static func unexpected(_ wanted: String) -> RequestFailure {
        .errorResponse(ErrorResponse(.notJSON, status: 200, message: "The answer is JSON, but not \(wanted)."))
    }
}

package struct Attachment: Sendable {
    package let node: JSONNode

    package init(_ node: JSONNode) { self.node = node }

    package var sysID: String { text("sys_id") }
    package var fileName: String { text("file_name") }
    package var size: Int? { Int(text("size_bytes")) }
    /// The SHA-256 of the content in lower-case hexadecimal; nil if missing or malformed.
    package var hash: String? {
        let text = text("hash").lowercased()
        return text.utf8.count == 64 && text.utf8.allSatisfy({ ASCII.hexValue($0) != nil }) ? text : nil
    }

    private func text(_ name: String) -> String { node[name]?.scalarText ?? "" }
}

package enum AttachmentMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    case size(came: Int, said: Int)
    case hash

    package var description: String {
        switch self {
        case .size(let came, let said): "\(came) bytes arrived; the instance announced \(said)."
        case .hash: "The SHA-256 of the content differs from the one the instance gives."
        }
    }

    package static func found(in content: [UInt8], of attachment: Attachment) -> AttachmentMismatch? {
        if let size = attachment.size, size != content.count { return .size(came: content.count, said: size) }
        if let hash = attachment.hash, hash != SHA256.hex(content) { return .hash }
        return nil
    }
}
