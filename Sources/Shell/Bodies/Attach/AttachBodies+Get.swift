import NowData
import Notation
import Rendering

extension AttachBodies {
    @Sendable static func get(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        if arguments.flag("all") { return try await everything(session, context) }
        let attachment = try await chosen(session, context)
        // A name that may not be used is said before anything is fetched.
        let file = try arguments.string("out") ?? (arguments.flag("save") ? name(for: attachment, context) : nil)
        let content = try await content(of: attachment, session, context)
        let value: @Sendable () -> JSON = { TableRows.json(TableRow(attachment.node)) }
        guard let file else { return CommandResult(.bytes(content), value: value) }
        try await write(content, to: file, session, context)
        return CommandResult(.none, value: value)
    }

    private static func everything(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        if arguments.has("name") {
            throw arguments.problem(.usage, "--all takes every attachment, and needs no name.", at: "name")
        }
        let found = try await attachments(session, context)
        if found.isEmpty { context.notes.add("\(title(context)) has no attachment.") }
        let names = distinct(try found.map { try name(for: $0, context) })
        for (attachment, name) in zip(found, names) {
            try await write(try await content(of: attachment, session, context), to: name, session, context)
        }
        return CommandResult(.none) { TableRows.json(found.map { TableRow($0.node) }) }
    }

    /// Names of their own for files of the same name, as mail leaves them: `image.png`, `image-2.png`.
    static func distinct(_ names: [String]) -> [String] {
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

    /// The content, once it is what the instance says of it.
    private static func content(
        of attachment: Attachment, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> [UInt8] {
        let content = try await session.connected().attachments.content(of: attachment.sysID)
        if !context.arguments.flag("unchecked"), let fault = AttachmentFault.found(in: content, of: attachment) {
            throw Problem(
                .refused, "\(Quoting.word(attachment.fileName)) is not what the instance says of it: \(fault)",
                hints: ["--unchecked takes it as it came."])
        }
        return content
    }

    private static func write(
        _ content: [UInt8], to file: String, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws {
        do {
            try await session.writeFile(file, content, replacing: context.arguments.flag("force"))
        } catch let problem as Problem {
            let exists = problem.cause == .fileExists
            throw context.arguments.problem(
                problem.kind, problem.message, at: "out", hints: exists ? ["--force replaces it."] : [])
        }
        context.notes.add("Wrote \(size(content.count)) to \(Quoting.word(file)).")
    }

    /// The attachment's own name, when it is one for a file of the current folder: the instance chooses it, and it must
    /// not choose the folder, hide the file or upset a terminal.
    private static func name(for attachment: Attachment, _ context: CommandContext) throws -> String {
        let name = attachment.fileName
        let isFit =
            !name.isEmpty && name.utf8.count <= 255 && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
            && TerminalText.isPlain(name)
        guard isFit else {
            throw Problem(
                .refused, "The instance calls this attachment \(Quoting.word(name)), which is no name for a file here.",
                hints: ["--out FILE gives it a name of yours."])
        }
        return name
    }
}
