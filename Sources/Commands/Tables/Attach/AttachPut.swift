import Notation
import NowData
import Rendering
package import Workbench

extension Parameter {
    fileprivate static let files = Argument<[String]>("files", .file, .repeatedAtLeastOnce, "The files to attach")
    fileprivate static let named = Flag<String>("name", alias: "as", .word("NAME"), "Attach the file under this name")
    fileprivate static let type = Flag<String>(
        "type", .mediaType, fallback: "from the file extension", "Use this media type")
}

extension Command {
    static let attachPut = Command(
        "attach put",
        arguments: [.table, .record, .files], flags: [.named, .type, .strings],
        traits: Traits(value: .answer, changes: .always("attachment"))
    ) { run in
        let arguments = run.arguments
        let files = try await filesToAttach(run, arguments)
        let table = arguments.table
        let record = try await run.tables().record(
            named: arguments.record, TableRead(table, fields: ["sys_id", "sys_class_name"]))
        guard let sysID = record.sysID else {
            throw RequestFailure.noRecord(name: RecordAttachments.title(run), table: table)
        }
        // A task's form belongs to the task's own class and looks up attachments under that class.
        let own = record["sys_class_name"].map(\.value).flatMap { $0.isEmpty ? nil : $0 } ?? table
        let names = Phrase.listed(files.map(\.name), joinedBy: "and")
        try await run.authorize(WritePlan(doing: "attach \(names) to \(RecordAttachments.title(run))", table: own))
        let client = try run.connected().attachments
        var made: [Attachment] = []
        defer { run.recordsHaveChanged(in: ["sys_attachment"]) }
        for file in files {
            do {
                made.append(
                    try await client.upload(file.content, named: file.name, type: file.mediaType, to: sysID, in: own))
            } catch {
                if !made.isEmpty {
                    let before = Phrase.listed(made.map(\.fileName), joinedBy: "and")
                    run.notes.add("Before the failure, \(before) was attached and remains attached.")
                }
                throw error
            }
            run.notes.add(
                "Attached \(file.name) (\(RecordAttachments.size(file.content.count))) to \(RecordAttachments.title(run))."
            )
        }
        let kept = made
        var result = RecordAttachments.rows(kept)
        result.value = { kept.count == 1 ? TableRows.json(TableRow(kept[0].node)) : RecordAttachments.json(kept) }
        return result
    }
}

private struct AttachedFile: Sendable {
    package let name: String
    let mediaType: String
    let content: [UInt8]
}

/// Reads the named files through the deck before anything is sent.
private func filesToAttach(_ run: isolated Run, _ arguments: BoundArguments) async throws -> [AttachedFile] {
    let paths = arguments.given(.files)
    if arguments.has(.named), paths.count > 1 {
        throw arguments.problem(.usage, "--name names one file, and \(paths.count) are given.", at: .named)
    }
    var files: [AttachedFile] = []
    for (number, path) in paths.enumerated() {
        let name = arguments[.named] ?? path.text.split(separator: "/").last.map(String.init) ?? ""
        let isName = !name.isEmpty && name != "." && name != ".."
        if !isName, arguments.has(.named) {
            throw arguments.problem(.usage, "\(name) is not a valid file name.", at: .named)
        }
        guard isName, !path.text.hasSuffix("/") else {
            throw arguments.problem(.usage, "\(path.text) is not a file.", at: .files, value: number)
        }
        let content = try await run.readFile(path.text, of: arguments, at: .files, value: number)
        files.append(
            AttachedFile(name: name, mediaType: arguments[.type] ?? MediaTypes.type(of: name), content: content))
    }
    return files
}

extension Command {
    static let attachList = Command(
        "attach list", arguments: [.table, .record], flags: [.strings], traits: Traits(value: .answer)
    ) { run in
        let found = try await RecordAttachments.attachments(run)
        if found.isEmpty { run.notes.add("\(RecordAttachments.title(run)) has no attachment.") }
        return RecordAttachments.rows(found)
    }

    static let attachShow = Command(
        "attach show", arguments: [.table, .record, .attachment], flags: [.strings], traits: Traits(value: .answer)
    ) { run in
        let row = TableRow(try await RecordAttachments.chosen(run).node)
        let columns = row.columns
        return CommandResult(.record(columns: columns.map(OutputColumn.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }.of("sys_attachment")
    }

    static let attachDelete = Command(
        "attach delete", arguments: [.table, .record, .attachment], traits: Traits(changes: .always("attachment"))
    ) { run in
        let attachment = try await RecordAttachments.chosen(run)
        let what = "\(Quoting.word(attachment.fileName)) of \(RecordAttachments.title(run))"
        try await run.authorize(WritePlan(doing: "delete \(what)", table: "sys_attachment"))
        try await run.connected().attachments.delete(attachment.sysID)
        run.recordsHaveChanged(in: ["sys_attachment"])
        run.notes.add("Deleted \(what).")
        return CommandResult(.none)
    }
}

extension Parameter {
    static let attachment = Argument<String>("name", .word("NAME"), "The file name or the sys_id of the attachment")
}

/// The attachments of the record that an `attach` command names.
package enum RecordAttachments {
    static func attachments(_ run: isolated Run) async throws -> [Attachment] {
        let arguments = run.arguments
        let record = try await run.tables().sysID(of: arguments.record, in: arguments.table)
        return try await run.connected().attachments.list(of: record)
    }

    /// The named attachment, or the only one if no name is given.
    static func chosen(_ run: isolated Run) async throws -> Attachment {
        let arguments = run.arguments
        let all = try await attachments(run)
        let name = arguments[.attachment]
        let matching = all.filter { name == nil || $0.fileName == name || $0.sysID == name?.lowercased() }
        if let only = matching.first, matching.count == 1 { return only }
        if matching.isEmpty {
            let said = name.map { " called \(Quoting.word($0))" } ?? ""
            throw arguments.problem(
                .refused, "\(title(run)) has no attachment\(said).", at: name == nil ? .record : .attachment,
                hints: DidYouMean.hints(for: name ?? "", among: all.map(\.fileName), spelling: Quoting.word)
                    + (all.isEmpty ? [] : ["attach list \(place(run))"]))
        }
        let several =
            name == nil
            ? "\(title(run)) has \(all.count) attachments; name one."
            : "\(matching.count) attachments of \(title(run)) are called so: "
                + matching.map(\.sysID).joined(separator: ", ") + "."
        throw arguments.problem(
            .refused, several, at: name == nil ? .record : .attachment, hints: ["attach list \(place(run))"])
    }

    package static func title(_ run: Run) -> String { "\(run.arguments.table) \(run.arguments.record)" }

    static func place(_ run: Run) -> String {
        Quoting.word(run.arguments.table) + " " + Quoting.word(run.arguments.record)
    }

    package static func size(_ bytes: Int) -> String { Phrase.counted(bytes, "byte") }

    static let columns = ["file_name", "size_bytes", "content_type", "sys_created_on", "sys_created_by", "sys_id"]

    static func rows(_ attachments: [Attachment]) -> CommandResult {
        CommandResult(.table(TableRows.table(attachments.map { TableRow($0.node) }, columns))) { json(attachments) }
            .of("sys_attachment")
    }

    static func json(_ attachments: [Attachment]) -> JSON {
        TableRows.json(attachments.map { TableRow($0.node) })
    }
}
