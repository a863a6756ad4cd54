import ExchangeModel
import Notation
import NowData
import Redactors
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let attachmentName = Argument<String>(
        "name", .word("NAME"), .optional,
        "The file name or the sys_id; optional if there is only one")
    fileprivate static let out = Flag<String>("out", .newFile, "Write to this file")
    fileprivate static let save = Flag<Bool>("save", createsFiles: true, "Write to a file with the attachment's name")
    fileprivate static let all = Flag<Bool>("all", createsFiles: true, "Save every attachment of the record")
    fileprivate static let unchecked = Flag<Bool>("unchecked", "Accept content with a wrong size or hash")
}

extension Command {
    static let attachGet = Command(
        "attach get",
        arguments: [.table, .record, .attachmentName],
        flags: [.out, .save, .all, .replacesFile, .unchecked],
        rules: [.atMostOne([.out, .save, .all])], traits: Traits(value: .answer)
    ) { run in
        let arguments = run.arguments
        if arguments[.all] { return try await everything(run) }
        let attachment = try await RecordAttachments.chosen(run)
        // An unusable name is reported before anything is fetched.
        let file = try arguments[.out] ?? (arguments[.save] ? fileName(for: attachment, run) : nil)
        let content = try await content(of: attachment, run)
        let value: @Sendable () -> JSON = { TableRows.json(TableRow(attachment.node)) }
        guard let file else { return CommandResult(.bytes(content), value: value) }
        try await write(content, to: file, run)
        return CommandResult(.none, value: value)
    }
}

private func everything(_ run: isolated Run) async throws -> CommandResult {
    let arguments = run.arguments
    if arguments.has(.attachmentName) {
        throw arguments.problem(.usage, "--all takes every attachment, and needs no name.", at: .attachmentName)
    }
    let found = try await RecordAttachments.attachments(run)
    if found.isEmpty { run.notes.add("\(RecordAttachments.title(run)) has no attachment.") }
    var result = CommandResult(.none) { TableRows.json(found.map { TableRow($0.node) }) }
    let named = found.filter { attachment in
        do throws(Problem) { _ = try fileName(for: attachment, run) } catch {
            result.problems.append(error)
            return false
        }
        return true
    }
    for (attachment, name) in zip(named, distinctNames(named.map(\.fileName))) {
        do {
            try await write(try await content(of: attachment, run), to: name, run)
        } catch  where concernsOneFile(error) {
            result.problems.append(ProblemMapper.problem(error, of: run.arguments))
        }
    }
    return result
}

/// Whether the next attachment may be saved nevertheless.
private func concernsOneFile(_ error: any Error) -> Bool {
    switch error {
    case let problem as Problem: problem.kind == .refused || problem.cause == .fileExists
    case RequestFailure.errorResponse(let response): [.forbidden, .notFound].contains(response.kind)
    case RequestFailure.transport(let failure): failure.kind == .tooLarge
    default: false
    }
}

/// Makes equal file names distinct by numbering them, as mail programs do: `image.png`, `image-2.png`.
private func distinctNames(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    return names.map { name in
        if seen.insert(name).inserted { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var number = 2
        while true {
            let other = "\(name[..<dot])-\(number)\(name[dot...])"
            if taken.insert(other).inserted { return other }
            number += 1
        }
    }
}

private func content(of attachment: Attachment, _ run: isolated Run) async throws -> [UInt8] {
    let content = try await run.connected().attachments.content(of: attachment.sysID)
    // On a tape a placeholder is not as long as the secret that it replaces; the content was checked when it came.
    let isRedacted = run.slot.isPlaying && Placeholder.occurs(inContent: content)
    if !run.arguments[.unchecked], !isRedacted, let fault = AttachmentMismatch.found(in: content, of: attachment) {
        throw Problem(
            .refused, "\(Quoting.word(attachment.fileName)) does not match what the instance reports: \(fault)",
            hints: ["--unchecked accepts it."])
    }
    return content
}

private func write(_ content: [UInt8], to file: String, _ run: isolated Run) async throws {
    try await run.writeFile(file, content, of: run.arguments, at: .out)
    run.notes.add("Wrote \(RecordAttachments.size(content.count)) to \(Quoting.word(file)).")
}

/// The attachment's own name, if it is safe as a file name in the current folder. The instance chooses the name, so it
/// must not contain a path, hide the file or contain control characters.
private func fileName(for attachment: Attachment, _ run: Run) throws(Problem) -> String {
    let name = attachment.fileName
    let isFit =
        !name.isEmpty && name.utf8.count <= 255 && name.utf8.first != UInt8(ascii: ".")
        && name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
        && TerminalText.isPlain(name)
    guard isFit else {
        throw Problem(
            .refused, "The attachment's name, \(Quoting.word(name)), is not a valid file name here.",
            hints: ["attach get \(RecordAttachments.place(run)) \(attachment.sysID) --out FILE"])
    }
    return name
}
