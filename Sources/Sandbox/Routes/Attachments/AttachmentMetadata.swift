import Database
import Notation

/// What the Attachment API tells of one attachment.
struct AttachmentMetadata {
    let sysID: String
    let tableName: String
    let recordID: String
    let fileName: String
    let contentType: String
    /// How often it was changed.
    let changes: Int
    /// All of it, as answers have it: text alone, in the order of answers.
    let json: JSON

    /// From a record of `sys_attachment`; `base` is where addresses of attachments begin.
    init(_ record: [String: SQLValue], of table: Table, base: String) {
        func text(_ name: String) -> String {
            guard let column = table[name] else { return "" }
            let stored =
                switch record[name] ?? .null {
                case .text(let text): text
                case .integer(let number): String(number)
                case .real(let number): String(number)
                case .null, .blob: ""
                }
            return RecordRenderer.wire(stored, column)
        }
        sysID = text("sys_id")
        tableName = text("table_name")
        recordID = text("table_sys_id")
        fileName = text("file_name")
        contentType = text("content_type")
        changes = Int(text("sys_mod_count")) ?? 0
        let link = base + sysID + "/file"
        json = .object(
            AttachmentMetadata.order.map { JSON.Member($0, .string($0 == "download_link" ? link : text($0))) })
    }

    private static let order = [
        "size_bytes", "file_name", "sys_mod_count", "average_image_color", "image_width", "sys_updated_on", "sys_tags",
        "table_name", "sys_id", "image_height", "sys_updated_by", "download_link", "content_type", "sys_created_on",
        "size_compressed", "compressed", "state", "table_sys_id", "chunk_size_bytes", "hash", "sys_created_by",
    ]
}
