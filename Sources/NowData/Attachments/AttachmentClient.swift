package import ExchangeModel
import Notation
package import NowSDK

/// Asks one instance's Attachment API. Each call is one exchange unless it says otherwise.
package struct AttachmentClient: Sendable {
    private let transport: any Transport
    private let requests: AttachmentRequests

    /// A client of an instance.
    package init(instance: Instance, transport: any Transport) {
        self.transport = transport
        requests = AttachmentRequests(instance: instance)
    }

    /// How many rows are asked for at once.
    private static let batchSize = 1000

    /// The attachments of a record, by name. The record is found by its sys_id alone, so that a task's are those of the
    /// incident it is. More than a thousand are fetched in batches.
    package func list(of recordSysID: String) async throws(RequestFailure) -> [Attachment] {
        var found: [Attachment] = []
        while true {
            let request = requests.list(
                query: "table_sys_id=\(recordSysID)^ORDERBYfile_name^ORDERBYsys_id", limit: Self.batchSize,
                offset: found.count)
            let result = try AnswerReader.result(of: try await send(request))
            guard result.kind == .array else { throw Self.unexpected("a list") }
            let batch = result.elements.map(Attachment.init)
            found += batch
            if batch.count < Self.batchSize { return found }
        }
    }

    /// One attachment.
    package func get(_ sysID: String) async throws(RequestFailure) -> Attachment {
        try await attachment(requests.get(sysID))
    }

    /// The content of an attachment. Its size is bounded by the transport's limits.
    package func content(of sysID: String) async throws(RequestFailure) -> [UInt8] {
        let response = try await send(requests.file(sysID))
        try AnswerReader.check(response)
        return response.body
    }

    /// Attaches a content and returns what was made.
    package func upload(_ content: [UInt8], _ upload: AttachmentUpload) async throws(RequestFailure) -> Attachment {
        try await attachment(requests.upload(upload, content: content))
    }

    /// Deletes an attachment.
    package func delete(_ sysID: String) async throws(RequestFailure) {
        try AnswerReader.check(try await send(requests.delete(sysID)))
    }

    private func attachment(_ request: HTTPRequest) async throws(RequestFailure) -> Attachment {
        let result = try AnswerReader.result(of: try await send(request))
        guard result.kind == .object else { throw Self.unexpected("an attachment") }
        return Attachment(result)
    }

    private func send(_ request: HTTPRequest) async throws(RequestFailure) -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch {
            throw .transport(error)
        }
    }

    private static func unexpected(_ wanted: String) -> RequestFailure {
        .refused(InstanceRefusal(.notJSON, status: 200, message: "The answer is JSON, but not \(wanted)."))
    }
}
