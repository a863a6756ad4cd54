import ExchangeModel
public import FoundationEssentials

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
