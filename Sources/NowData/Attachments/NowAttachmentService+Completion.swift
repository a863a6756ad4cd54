public import FoundationEssentials

/// The same methods with completion handlers, which are called once, from any thread.
extension NowAttachmentService {
    /// What the instance says of one attachment.
    public func attachmentMetadata(
        for sysId: SysID, completion: @escaping @Sendable (Result<NowAttachmentMetadata, NowDataError>) -> Void
    ) {
        deliver(to: completion) { try await self.attachmentMetadata(for: sysId) }
    }

    /// What the instance says of the attachments that a filter finds.
    public func attachmentMetadata(
        filter: Filter? = nil, limit: Int? = nil,
        completion: @escaping @Sendable (Result<[NowAttachmentMetadata], NowDataError>) -> Void
    ) {
        deliver(to: completion) { try await self.attachmentMetadata(filter: filter, limit: limit) }
    }

    /// An attachment with its content, compared with the SHA-256 that the instance gives unless told otherwise.
    public func attachment(
        for sysId: SysID, validateAttachment: Bool = true,
        completion: @escaping @Sendable (Result<NowAttachment, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.attachment(for: sysId, validateAttachment: validateAttachment)
        }
    }

    /// Attaches a file to a record and hands over what the instance says of it.
    public func upload(
        data: Data, configuration: NowAttachmentUploadConfiguration, progressUpdate: @escaping ProgressUpdate,
        completion: @escaping @Sendable (Result<NowAttachmentMetadata, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.upload(data: data, configuration: configuration, progressUpdate: progressUpdate)
        }
    }

    /// Deletes an attachment.
    public func delete(
        sysId: SysID, completion: @escaping @Sendable (Result<Void, NowDataError>) -> Void
    ) {
        deliver(to: completion) { try await self.delete(sysId: sysId) }
    }
}
