import Database
import ExchangeModel
import Notation

/// The bytes of attachments, kept as instances keep them: records of `sys_attachment_doc`, each a piece as Base64.
struct AttachmentFiles {
    /// How many bytes a piece has (`chunk_size_bytes`).
    static let pieceSize = 700_000
    /// The most bytes of one file. Instances take a gigabyte (`com.glide.attachment.max_size`).
    static let mostBytes = 64 << 20

    let store: RecordStore

    /// Keeps the bytes of an attachment that has none yet.
    func write(_ bytes: [UInt8], of attachment: String, by account: Account, at now: Timestamp) throws {
        for (position, start) in stride(from: 0, to: bytes.count, by: AttachmentFiles.pieceSize).enumerated() {
            let piece = bytes[start..<min(start + AttachmentFiles.pieceSize, bytes.count)]
            try store.connection.run(
                """
                INSERT INTO "sys_attachment_doc" ("sys_id", "sys_attachment", "position", "length", "data",
                    "sys_created_on", "sys_created_by") VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(try store.nextIdentifier()), .text(attachment), .integer(position), .integer(piece.count),
                    .text(Base64.encode(piece)), .text(now.glideText), .text(account.userName),
                ])
        }
    }

    /// The bytes of an attachment; none when nothing is kept of it.
    func bytes(of attachment: String) throws -> [UInt8] {
        let pieces = try store.connection.rows(
            "SELECT \"data\" FROM \"sys_attachment_doc\" WHERE \"sys_attachment\" = ? ORDER BY \"position\", \"_row\"",
            [.text(attachment)]
        ) { $0.text(0) }
        return pieces.flatMap { Base64.decode($0.utf8) ?? [] }
    }

    /// Removes what a record that is no more has left behind: the pieces of an attachment, the attachments of any other
    /// record.
    func forget(_ sysID: String, of table: Table) throws {
        try store.fill(["sys_attachment", "sys_attachment_doc"])
        guard table.root != "sys_attachment" else { return try removePieces("= ?", [.text(sysID)]) }
        let names = store.schema.hierarchy(of: table.root).map { "'" + $0.name + "'" }
        let own =
            "\"sys_attachment\" WHERE \"table_sys_id\" = ? AND \"table_name\" IN (\(names.joined(separator: ", ")))"
        try removePieces("IN (SELECT \"sys_id\" FROM " + own + ")", [.text(sysID)])
        try store.connection.run("DELETE FROM " + own, [.text(sysID)])
    }

    private func removePieces(_ condition: String, _ values: [SQLValue]) throws {
        try store.connection.run("DELETE FROM \"sys_attachment_doc\" WHERE \"sys_attachment\" " + condition, values)
    }
}
