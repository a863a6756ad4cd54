import Workbench
import Notation
import NowData
import Rendering

extension Parameter {
    fileprivate static let files = Argument<[String]>("files", .file, .repeatedAtLeastOnce, "The files to attach")
    fileprivate static let `as` = Flag<String>("as", .word("NAME"), "Attach the file under this name")
    fileprivate static let type = Flag<String>(
        "type", .mediaType, fallback: "from the file extension", "Use this media type")
}

extension Command {
    static let attachPut = Command(
        "attach put", "Attach files to a record",
        details: """
            The attachment is named after the last part of the path, and its media type follows from the file
            extension. The tape keeps the content, so a replay does not read the file.
            """,
        arguments: [
            .table, .record,
            .files,
        ],
        flags: [
            .as,
            .type,
        ],
        traits: Traits(value: .answer, changes: .always("attachment")),
        examples: [
            Example("attach put incident INC0010021 error.log photo.png", "two files attached to an incident"),
            Example(
                "attach put incident INC0010021 out.bin --as dump.bin --type application/octet-stream",
                "a file under another name"),
        ]
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
        try await run.authorize(
            WritePlan(doing: "attach \(names) to \(RecordAttachments.title(run))", table: own))
        let client = try run.connected().attachments
        var made: [Attachment] = []
        defer { run.recordsHaveChanged(in: ["sys_attachment"]) }
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
private func filesToAttach(
    _ run: isolated Run, _ arguments: BoundArguments
) async throws -> [AttachedFile] {
    let paths = arguments.given(.files)
    if arguments.has(.as), paths.count > 1 {
        throw arguments.problem(.usage, "--as names one file, and \(paths.count) are given.", at: .as)
    }
    var files: [AttachedFile] = []
    for (number, path) in paths.enumerated() {
        let name = arguments[.as] ?? path.text.split(separator: "/").last.map(String.init) ?? ""
        let isName = !name.isEmpty && name != "." && name != ".."
        if !isName, arguments.has(.as) { throw arguments.problem(.usage, "\(name) is not a valid file name.", at: .as) }
        guard isName, !path.text.hasSuffix("/") else {
            throw arguments.problem(.usage, "\(path.text) is not a file.", at: .files, value: number)
        }
        let content = try await run.readFile(path.text, of: arguments, at: .files, value: number)
        files.append(
            AttachedFile(
                name: name, mediaType: arguments[.type] ?? MediaTypes.type(of: name), content: content))
    }
    return files
}
