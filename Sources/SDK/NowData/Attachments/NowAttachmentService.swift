import ExchangeModel
public import FoundationEssentials
import Notation
public import NowSDK

/// The progress of an upload: bytes written since the last call, bytes written, total bytes.
public typealias ProgressUpdate =
    @Sendable (
        _ bytesWritten: Int64, _ totalBytesWritten: Int64, _ totalBytesExpectedToWrite: Int64
    ) -> Void

/// Downloads, uploads and deletes attachments with the rights of the signed-in user.
///
/// Every method throws `NowDataError`.
public final class NowAttachmentService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    private let connection: ServiceConnection

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        connection = ServiceConnection(configuration: configuration, core: coreServiceProvider)
    }

    /// The metadata of an attachment.
    public func attachmentMetadata(for sysId: SysID) async throws -> NowAttachmentMetadata {
        try check(sysId)
        return try NowAttachmentMetadata(try await result(try requests().get(sysId)))
    }

    /// The metadata of the attachments that match a filter, or of all attachments. The instance's default limit is
    /// 1000.
    public func attachmentMetadata(filter: Filter? = nil, limit: Int? = nil) async throws -> [NowAttachmentMetadata] {
        let query = try query(filter)
        guard limit ?? 0 >= 0 else { throw NowDataError.invalidURL }
        return try NowAttachmentService.list(try await result(try requests().list(query: query, limit: limit)))
    }

    /// An attachment with its content. By default the content is verified; `attachmentValidation` is thrown if its
    /// SHA-256 differs from the metadata or the metadata has none.
    public func attachment(for sysId: SysID, validateAttachment: Bool = true) async throws -> NowAttachment {
        try check(sysId)
        let response = try await connection.send(try requests().file(sysId))
        try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.check(response) }
        guard let header = response.headers[NowAttachment.attachmentMetadataHeaderKey] else {
            throw NowDataError.missingAttachmentMetadata
        }
        guard let row = (try? JSONDocument(Array(header.utf8)))?.root else { throw NowDataError.cannotParseResponse }
        let attachment = NowAttachment(metadata: try NowAttachmentMetadata(row), data: Data(response.body))
        guard !validateAttachment || attachment.validate() else { throw NowDataError.attachmentValidation }
        return attachment
    }

    /// Attaches a file to a record and returns its metadata. `progressUpdate` is called at the start and at the end,
    /// because the request is sent as a whole.
    public func upload(
        data: Data, configuration: NowAttachmentUploadConfiguration, progressUpdate: @escaping ProgressUpdate
    ) async throws -> NowAttachmentMetadata {
        guard !configuration.recordSysId.isEmpty else { throw NowDataError.missingSysID }
        guard !configuration.tableName.isEmpty, !configuration.fileName.isEmpty, !configuration.contentType.isEmpty
        else { throw NowDataError.invalidURL }
        let upload = AttachmentUpload(
            table: configuration.tableName, recordSysID: configuration.recordSysId, fileName: configuration.fileName,
            contentType: configuration.contentType, encryptionContext: configuration.encryptionContext)
        let count = Int64(data.count)
        progressUpdate(0, 0, count)
        let row = try await result(try requests().upload(upload, content: Array(data)))
        progressUpdate(count, count, count)
        return try NowAttachmentMetadata(row)
    }

    /// Deletes an attachment.
    public func delete(sysId: SysID) async throws {
        try check(sysId)
        let response = try await connection.send(try requests().delete(sysId))
        try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.check(response) }
    }

    /// Pages through attachment metadata; `limit` is the page size (default: 20).
    public func attachmentMetadataPaginator(
        filter: Filter? = nil, limit: Int? = nil
    ) -> Paginator<[NowAttachmentMetadata]> {
        Paginator(connection: connection, itemsPerPage: limit) { [self] offset, count throws(NowDataError) in
            try requests().list(query: StableOrder.added(to: try query(filter)), limit: count, offset: offset)
        } convert: { response throws(NowDataError) in
            guard let result = (try? JSONDocument(response.body))?.root[Constants.resultPath] else {
                throw .cannotParseResponse
            }
            return try NowAttachmentService.list(result)
        }
    }

    private func requests() throws(NowDataError) -> AttachmentRequests {
        AttachmentRequests(instance: try connection.requests().instance)
    }

    private func query(_ filter: Filter?) throws(NowDataError) -> String? {
        guard let filter else { return nil }
        guard let query = filter.query else { throw .invalidURL }
        return query
    }

    private func check(_ sysId: SysID) throws(NowDataError) {
        guard !sysId.isEmpty else { throw .missingSysID }
        guard sysId != ".", sysId != ".." else { throw .invalidURL }
    }

    private func result(_ request: HTTPRequest) async throws(NowDataError) -> JSONNode {
        let response = try await connection.send(request)
        return try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.result(of: response) }
    }

    private static func list(_ result: JSONNode) throws(NowDataError) -> [NowAttachmentMetadata] {
        guard result.kind == .array else { throw .cannotParseResponse }
        return try result.elements.map { row throws(NowDataError) in try NowAttachmentMetadata(row) }
    }
}

/// Variants with a completion handler, which is called once, on the caller's actor or, without one, on any thread.
extension NowAttachmentService {
    /// The metadata of an attachment.
    public func attachmentMetadata(
        for sysId: SysID, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<NowAttachmentMetadata, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) { try await self.attachmentMetadata(for: sysId) }
    }

    /// The metadata of the attachments that match a filter.
    public func attachmentMetadata(
        filter: Filter? = nil, limit: Int? = nil,
        isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<[NowAttachmentMetadata], NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.attachmentMetadata(filter: filter, limit: limit)
        }
    }

    /// An attachment with its content, verified by default.
    public func attachment(
        for sysId: SysID, validateAttachment: Bool = true,
        isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<NowAttachment, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.attachment(for: sysId, validateAttachment: validateAttachment)
        }
    }

    /// Attaches a file to a record and returns its metadata.
    public func upload(
        data: Data, configuration: NowAttachmentUploadConfiguration, progressUpdate: @escaping ProgressUpdate,
        isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<NowAttachmentMetadata, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.upload(data: data, configuration: configuration, progressUpdate: progressUpdate)
        }
    }

    /// Deletes an attachment.
    public func delete(
        sysId: SysID, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Void, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) { try await self.delete(sysId: sysId) }
    }
}
