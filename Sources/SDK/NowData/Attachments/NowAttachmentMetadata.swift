import ExchangeModel
public import FoundationEssentials
import Notation

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
