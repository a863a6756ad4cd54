import Notation
import NowData
import Rendering

extension Command {
    static let attachList = Command(
        "attach list", "List the files attached to a record",
        arguments: [.table, .record],
        traits: Traits(value: .answer),
        examples: [
            Example("attach list incident INC0010021", "the files of an incident"),
            Example("attach list incident INC0010021 => id = .[0].sys_id", "the same; the first one's sys_id is kept"),
        ]
    ) { session, context in
        let found = try await RecordAttachments.attachments(session, context)
        if found.isEmpty { context.notes.add("\(RecordAttachments.title(context)) has no attachment.") }
        return RecordAttachments.rows(found)
    }

    static let attachShow = Command(
        "attach show", "Show everything the instance says of one attachment",
        arguments: [.table, .record, .attachment],
        traits: Traits(value: .answer),
        examples: [Example("attach show incident INC0010021 error.log", "size, type, hash and dates of a file")]
    ) { session, context in
        let row = TableRow(try await RecordAttachments.chosen(session, context).node)
        let columns = row.columns
        return CommandResult(.record(columns: columns.map(Column.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }
    }

    static let attachDelete = Command(
        "attach delete", "Delete an attachment",
        arguments: [.table, .record, .attachment],
        traits: Traits(changes: .always("attachment")),
        examples: [Example("attach delete incident INC0010021 error.log", "a file taken off an incident")]
    ) { session, context in
        let attachment = try await RecordAttachments.chosen(session, context)
        let what = "\(Quoting.word(attachment.fileName)) of \(RecordAttachments.title(context))"
        try await session.authorise(WritePlan(doing: "delete \(what)", table: "sys_attachment"), context)
        try await session.connected().attachments.delete(attachment.sysID)
        session.recordsHaveChanged(in: ["sys_attachment"])
        context.notes.add("Deleted \(what).")
        return CommandResult(.none)
    }
}
