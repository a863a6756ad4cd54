/// Where a file is attached, and as what.
package struct AttachmentUpload: Sendable, Hashable {
    /// The table of the record, its own class and not one above it: forms look for attachments under the class.
    package var table: String
    /// The record.
    package var recordSysID: String
    /// What the file is called there.
    package var fileName: String
    /// The media type that is stored with it.
    package var contentType: String
    /// The sys_id of an encryption context; nil stores the file as it is.
    package var encryptionContext: String?

    /// Names the place.
    package init(
        table: String, recordSysID: String, fileName: String, contentType: String, encryptionContext: String? = nil
    ) {
        self.table = table
        self.recordSysID = recordSysID
        self.fileName = fileName
        self.contentType = contentType
        self.encryptionContext = encryptionContext
    }
}
