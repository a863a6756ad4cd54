import ExchangeModel

/// What is wrong with a content that came: it is not what the instance says of the attachment.
package enum AttachmentFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes is another.
    case size(came: Int, said: Int)
    /// The bytes are others.
    case hash

    /// One sentence.
    package var description: String {
        switch self {
        case .size(let came, let said): "\(came) bytes came, and the instance says that there are \(said)."
        case .hash: "The SHA-256 of what came is not the one that the instance gives."
        }
    }

    /// What is wrong with a content, by size and SHA-256 as far as the instance gives them; nil when nothing is.
    package static func found(in content: [UInt8], of attachment: Attachment) -> AttachmentFault? {
        if let size = attachment.size, size != content.count { return .size(came: content.count, said: size) }
        if let hash = attachment.hash, hash != SHA256.hex(content) { return .hash }
        return nil
    }
}
