package import Notation

/// What an instance says of one attachment: a row of `sys_attachment` as the Attachment API sends it, without the
/// content. Every value comes as text.
package struct Attachment: Sendable {
    /// The row as it came.
    package let node: JSONNode

    /// Takes an object as an attachment's row.
    package init(_ node: JSONNode) { self.node = node }

    /// The attachment's own sys_id; empty when the row does not say.
    package var sysID: String { text("sys_id") }
    /// The name of the file, as whoever attached it called it: no path, and not to be taken for one.
    package var fileName: String { text("file_name") }
    /// The media type that was given when it was attached.
    package var contentType: String { text("content_type") }
    /// The length of the content in bytes; nil when the row does not say.
    package var size: Int? { Int(text("size_bytes")) }
    /// The table of the record it belongs to.
    package var table: String { text("table_name") }
    /// When it was attached, as the instance stores moments.
    package var createdOn: String { text("sys_created_on") }
    /// The user who attached it.
    package var createdBy: String { text("sys_created_by") }
    /// The SHA-256 of the content in lower-case hexadecimal digits; nil when the row gives none in that form.
    package var hash: String? {
        let text = text("hash").lowercased()
        return text.utf8.count == 64 && text.utf8.allSatisfy({ ASCII.hexValue($0) != nil }) ? text : nil
    }

    private func text(_ name: String) -> String { node[name]?.scalarText ?? "" }
}
