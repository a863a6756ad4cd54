import NowData
import Notation
import Rendering

/// The `attach` commands.
enum AttachBodies {
    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let found = try await attachments(session, context)
        if found.isEmpty { context.notes.add("\(title(context)) has no attachment.") }
        return rows(found)
    }

    @Sendable static func show(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let row = TableRow(try await chosen(session, context).node)
        let columns = row.columns
        return CommandResult(.record(columns: columns.map(Column.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }
    }

    @Sendable static func put(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let files = try await filesToAttach(session, arguments)
        let table = arguments.string("table") ?? ""
        let record = try await session.tables().record(
            named: arguments.string("record") ?? "", TableRead(table, fields: ["sys_id", "sys_class_name"]))
        guard let sysID = record.sysID else { throw RequestFailure.noRecord(name: title(context), table: table) }
        // A task's form is that of its own class, and looks for attachments under that.
        let own = record["sys_class_name"].map(\.value).flatMap { $0.isEmpty ? nil : $0 } ?? table
        let names = Phrase.listed(files.map(\.name), joinedBy: "and")
        try await session.authorise(WritePlan(doing: "attach \(names) to \(title(context))", table: own), context)
        let client = try session.connected().attachments
        var made: [Attachment] = []
        defer { session.recordsHaveChanged(in: ["sys_attachment"]) }
        for file in files {
            do {
                made.append(
                    try await client.upload(
                        file.content,
                        AttachmentUpload(
                            table: own, recordSysID: sysID, fileName: file.name, contentType: file.mediaType)))
            } catch {
                if !made.isEmpty {
                    let before = Phrase.listed(made.map(\.fileName), joinedBy: "and")
                    context.notes.add("Before it went wrong, \(before) was attached, and stays so.")
                }
                throw error
            }
            context.notes.add("Attached \(file.name) (\(size(file.content.count))) to \(title(context)).")
        }
        let kept = made
        var result = rows(kept)
        result.value = { kept.count == 1 ? TableRows.json(TableRow(kept[0].node)) : json(kept) }
        return result
    }

    @Sendable static func delete(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let attachment = try await chosen(session, context)
        let what = "\(Quoting.word(attachment.fileName)) of \(title(context))"
        try await session.authorise(WritePlan(doing: "delete \(what)", table: "sys_attachment"), context)
        try await session.connected().attachments.delete(attachment.sysID)
        session.recordsHaveChanged(in: ["sys_attachment"])
        context.notes.add("Deleted \(what).")
        return CommandResult(.none)
    }

    /// The attachments of the record that is named.
    static func attachments(_ session: isolated ShellSession, _ context: CommandContext) async throws -> [Attachment] {
        let arguments = context.arguments
        let record = try await session.tables().sysID(
            of: arguments.string("record") ?? "", in: arguments.string("table") ?? "")
        return try await session.connected().attachments.list(of: record)
    }

    /// The attachment that is named; without a name the one there is.
    static func chosen(_ session: isolated ShellSession, _ context: CommandContext) async throws -> Attachment {
        let arguments = context.arguments
        let all = try await attachments(session, context)
        let name = arguments.string("name")
        let matching = all.filter { name == nil || $0.fileName == name || $0.sysID == name?.lowercased() }
        if let only = matching.first, matching.count == 1 { return only }
        if matching.isEmpty {
            let said = name.map { " called \(Quoting.word($0))" } ?? ""
            throw arguments.problem(
                .refused, "\(title(context)) has no attachment\(said).", at: name == nil ? "record" : "name",
                hints: DidYouMean.hints(for: name ?? "", among: all.map(\.fileName), spelling: Quoting.word)
                    + (all.isEmpty ? [] : ["attach list \(place(context))"]))
        }
        let several =
            name == nil
            ? "\(title(context)) has \(all.count) attachments; name one."
            : "\(matching.count) attachments of \(title(context)) are called so: "
                + matching.map(\.sysID).joined(separator: ", ") + "."
        throw arguments.problem(
            .refused, several, at: name == nil ? "record" : "name", hints: ["attach list \(place(context))"])
    }

    /// The record as it was typed, with its table.
    static func title(_ context: CommandContext) -> String {
        "\(context.arguments.string("table") ?? "") \(context.arguments.string("record") ?? "")"
    }

    /// The same to be pasted.
    private static func place(_ context: CommandContext) -> String {
        Quoting.word(context.arguments.string("table") ?? "") + " "
            + Quoting.word(context.arguments.string("record") ?? "")
    }

    static func size(_ bytes: Int) -> String { Phrase.counted(bytes, "byte") }

    private static let columns = [
        "file_name", "size_bytes", "content_type", "sys_created_on", "sys_created_by", "sys_id",
    ]

    private static func rows(_ attachments: [Attachment]) -> CommandResult {
        CommandResult(.table(TableRows.table(attachments.map { TableRow($0.node) }, columns))) { json(attachments) }
    }

    private static func json(_ attachments: [Attachment]) -> JSON {
        TableRows.json(attachments.map { TableRow($0.node) })
    }
}
