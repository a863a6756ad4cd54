import ExchangeModel
public import FoundationEssentials
import Notation

/// What an instance says of an attachment.
///
/// It is written and read with the names of its own properties, so that it can be kept; what instances send is read by
/// the service.
public struct NowAttachmentMetadata: Sendable, Hashable, Codable, Identifiable {
    /// Whether the content can be fetched.
    public enum State: String, Sendable, Hashable, Codable {
        /// It can.
        case available
        /// It can under conditions.
        case availableConditionally = "available_conditionally"
        /// It is being examined.
        case pending
        /// It cannot.
        case unavailable = "not_available"
    }

    /// The attachment's own sys_id.
    public let sysId: SysID
    /// The record it belongs to.
    public let sourceSysId: SysID
    /// The table of that record.
    public let sourceTableName: String
    /// What the file is called.
    public let fileName: String
    /// The media type.
    public let mimeType: String
    /// The length of the content in bytes.
    public let sizeInBytes: Int
    /// Its length as the instance stores it.
    public let compressedSizeInBytes: Int?
    /// How long the pieces are in which the instance stores it.
    public let chunkSizeInBytes: Int?
    /// Whether the instance stores it compressed.
    public let isCompressed: Bool
    /// The SHA-256 of the content in hexadecimal digits; empty when the instance has none.
    public let hash: String
    /// Whether the content can be fetched; nil when the instance does not say, or says something else.
    public let state: State?
    /// Where the content is fetched.
    public let download: URL?
    /// When it was attached.
    public let created: Date?
    /// Who attached it.
    public let createdBy: String
    /// When it was changed last.
    public let updated: Date?
    /// Who changed it last.
    public let updatedBy: String
    /// How often it was changed.
    public let modificationCount: Int
    /// The tags it carries.
    public let tags: String
    /// The width of a picture in points of the picture.
    public let imageWidth: Int?
    /// The height of a picture in points of the picture.
    public let imageHeight: Int?
    /// The color that prevails in a picture.
    public let averageImageColor: String?
    /// The sys_id.
    public var id: SysID { sysId }

    /// Reads what an instance sends. Without a sys_id, or with text where a number must stand, it is no attachment.
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

/// An attachment: its content, and what the instance says of it.
public struct NowAttachment: Sendable, Hashable {
    /// The header line in which the metadata of a content travel.
    public static let attachmentMetadataHeaderKey = "X-Attachment-Metadata"

    /// What the instance says of it.
    public let metadata: NowAttachmentMetadata
    /// The content.
    public let data: Data

    /// Puts an attachment together.
    public init(metadata: NowAttachmentMetadata, data: Data) {
        self.metadata = metadata
        self.data = data
    }

    /// The SHA-256 of the content in lower-case hexadecimal digits. It is computed whenever it is asked for.
    public var hash: String { SHA256.hex(Array(data)) }

    /// Whether the content has the SHA-256 that the metadata give. Where they give none, it has not been shown.
    public func validate() -> Bool { !metadata.hash.isEmpty && metadata.hash.lowercased() == hash }
}

/// Where a file is attached, and as what.
public struct NowAttachmentUploadConfiguration: Sendable, Hashable {
    /// The table of the record.
    public var tableName: String
    /// The record.
    public var recordSysId: SysID
    /// What the file is called there.
    public var fileName: String
    /// The media type that is stored with it.
    public var contentType: String
    /// The sys_id of an encryption context: only its users may fetch the content. Nil stores the file as it is.
    public var encryptionContext: String?

    /// Names the place.
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
