import Notation
import NowData
import Rendering

extension ArgumentDefinition {
    static let attachment = ArgumentDefinition(
        "name", .word("NAME"), "The name of the file, or the attachment's sys_id")
}

/// The attachments of the record that an `attach` command names.
enum RecordAttachments {
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
    static func place(_ context: CommandContext) -> String {
        Quoting.word(context.arguments.string("table") ?? "") + " "
            + Quoting.word(context.arguments.string("record") ?? "")
    }

    static func size(_ bytes: Int) -> String { Phrase.counted(bytes, "byte") }

    static let columns = [
        "file_name", "size_bytes", "content_type", "sys_created_on", "sys_created_by", "sys_id",
    ]

    static func rows(_ attachments: [Attachment]) -> CommandResult {
        CommandResult(.table(TableRows.table(attachments.map { TableRow($0.node) }, columns))) { json(attachments) }
    }

    static func json(_ attachments: [Attachment]) -> JSON {
        TableRows.json(attachments.map { TableRow($0.node) })
    }
}
