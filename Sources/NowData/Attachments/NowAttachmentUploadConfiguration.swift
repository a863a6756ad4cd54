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
