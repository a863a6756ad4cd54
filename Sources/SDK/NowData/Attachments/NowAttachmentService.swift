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

/// The metadata of an attachment.
///
/// `Codable` uses the property names, for storage by applications. Responses of the instance are parsed by the service.
public struct NowAttachmentMetadata: Sendable, Hashable, Codable, Identifiable {
    /// Whether the content can be downloaded.
    public enum State: String, Sendable, Hashable, Codable {
        /// It can be downloaded.
        case available
        /// It can be downloaded under conditions.
        case availableConditionally = "available_conditionally"
        /// It is being scanned.
        case pending
        /// It cannot be downloaded.
        case unavailable = "not_available"
    }

    /// The attachment's sys_id.
    public let sysId: SysID
    /// The sys_id of the record it belongs to.
    public let sourceSysId: SysID
    /// The table of that record.
    public let sourceTableName: String
    /// The file name.
    public let fileName: String
    /// The media type.
    public let mimeType: String
    /// The length of the content in bytes.
    public let sizeInBytes: Int
    /// The stored size in bytes.
    public let compressedSizeInBytes: Int?
    /// The size of the chunks in which it is stored, in bytes.
    public let chunkSizeInBytes: Int?
    /// Whether it is stored compressed.
    public let isCompressed: Bool
    /// The SHA-256 of the content in hexadecimal; empty if unknown.
    public let hash: String
    /// Whether the content can be downloaded; nil if missing or unknown.
    public let state: State?
    /// The URL of the content.
    public let download: URL?
    /// When it was attached.
    public let created: Date?
    /// The user who attached it.
    public let createdBy: String
    /// When it was last updated.
    public let updated: Date?
    /// The user who last updated it.
    public let updatedBy: String
    /// How often it was updated.
    public let modificationCount: Int
    /// Its tags.
    public let tags: String
    /// The width of an image in pixels.
    public let imageWidth: Int?
    /// The height of an image in pixels.
    public let imageHeight: Int?
    /// The average color of an image.
    public let averageImageColor: String?
    /// The sys_id.
    public var id: SysID { sysId }

    /// Parses a row. Throws if `sys_id` is missing or a number is malformed.
    init(_ row: JSONNode) throws(NowDataError) {
        func text(_ name: String) -> String { row[name]?.scalarText ?? "" }
        func number(_ name: String) throws(NowDataError) -> Int? {
            let digits = text(name)
            guard !digits.isEmpty else { return nil }
            guard let number = Int(digits) else { throw .cannotDecodeProperty(type: "Int", from: digits) }
            return number
        }
        func moment(_ name: String) throws(NowDataError) -> Date? {
            let written = text(name)
            guard !written.isEmpty else { return nil }
            guard let date = GlideDate.date(written) else { throw .cannotDecodeProperty(type: "Date", from: written) }
            return date
        }
        func flag(_ name: String) throws(NowDataError) -> Bool {
            switch text(name) {
            case "true", "1": return true
            case "false", "0", "": return false
            case let other: throw .cannotDecodeProperty(type: "Bool", from: other)
            }
        }
        guard row.kind == .object, !text("sys_id").isEmpty else { throw .missingSysID }
        sysId = text("sys_id")
        sourceSysId = text("table_sys_id")
        sourceTableName = text("table_name")
        fileName = text("file_name")
        mimeType = text("content_type")
        sizeInBytes = try number("size_bytes") ?? 0
        compressedSizeInBytes = try number("size_compressed")
        chunkSizeInBytes = try number("chunk_size_bytes")
        isCompressed = try flag("compressed")
        hash = text("hash")
        state = State(rawValue: text("state"))
        download = text("download_link").isEmpty ? nil : URL(string: text("download_link"))
        created = try moment("sys_created_on")
        createdBy = text("sys_created_by")
        updated = try moment("sys_updated_on")
        updatedBy = text("sys_updated_by")
        modificationCount = try number("sys_mod_count") ?? 0
        tags = text("sys_tags")
        imageWidth = try number("image_width")
        imageHeight = try number("image_height")
        averageImageColor = text("average_image_color").isEmpty ? nil : text("average_image_color")
    }
}

/// An attachment: metadata and content.
public struct NowAttachment: Sendable, Hashable {
    /// The response header that contains the metadata of a content.
    public static let attachmentMetadataHeaderKey = "X-Attachment-Metadata"

    /// The metadata.
    public let metadata: NowAttachmentMetadata
    /// The content.
    public let data: Data

    /// Creates an attachment.
    public init(metadata: NowAttachmentMetadata, data: Data) {
        self.metadata = metadata
        self.data = data
    }

    /// The SHA-256 of the content in lower-case hexadecimal, computed on each access.
    public var hash: String { SHA256.hex(Array(data)) }

    /// Whether the content matches the SHA-256 in the metadata; false if there is none.
    public func validate() -> Bool { !metadata.hash.isEmpty && metadata.hash.lowercased() == hash }
}

/// The target record, file name and type of an upload.
public struct NowAttachmentUploadConfiguration: Sendable, Hashable {
    /// The table of the record.
    public var tableName: String
    /// The sys_id of the record.
    public var recordSysId: SysID
    /// The file name.
    public var fileName: String
    /// The media type.
    public var contentType: String
    /// The sys_id of an encryption context, whose users alone may download the content; nil stores it unencrypted.
    public var encryptionContext: String?

    /// Creates a configuration.
    public init(
        tableName: String, recordSysId: SysID, fileName: String, contentType: String, encryptionContext: String? = nil
    ) {
        self.tableName = tableName
        self.recordSysId = recordSysId
        self.fileName = fileName
        self.contentType = contentType
        self.encryptionContext = encryptionContext
    }
}
