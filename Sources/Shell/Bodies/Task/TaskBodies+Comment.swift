import ExchangeModel
import MyWork
import NowData
import Notation
import Rendering
import TapeDeck

extension TaskBodies {
    @Sendable static func comment(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        // A file that cannot be read is said before anything is sent.
        let given = try await given(session, arguments)
        let task = try await named(session, context)
        let text = if let given { given } else { try await askedFor(task, session, arguments) }
        guard text.utf8.contains(where: { !ASCII.isSpace($0) }) else {
            throw arguments.problem(.usage, "A work note needs a text; nothing was changed.", at: "text")
        }
        let plan = WritePlan(
            doing: "add the work note “\(SingleLine.of(text, limit: 60))” to \(task.title)", table: "task")
        if arguments.flag("plan") {
            context.notes.add(plan.sentence(on: session.shortName) + " Nothing was changed.")
            return CommandResult(.none)
        }
        try await session.authorise(plan, context)
        session.beginUndo(of: arguments.line)
        let usesTables = arguments.flag("table-api")
        let isSeen = try await asking(session, context) { service async throws(MyWorkError) in
            if usesTables { return try await service.addWorkNote(text, to: task.sysID) }
            try await service.addComment(text, to: task.sysID)
            return true
        }
        session.recordsHaveChanged(in: ["task"])
        guard isSeen else {
            throw Problem(
                .refused,
                "The instance accepted the change, and \(task.title) shows no such work note; nothing says that it was added.",
                hints: ["task comments \(task.number) shows what stands there."])
        }
        context.notes.add("Work note added to \(task.title).")
        context.notes.addUndo("undo leaves work_notes: what was added to a journal stays.")
        return CommandResult(.none) {
            .object([
                .init("number", .string(task.number)), .init("sys_id", .string(task.sysID)),
                .init("element", .string("work_notes")), .init("value", .string(text)),
            ])
        }
    }

    /// The task of the line. It is looked for first: an instance that finds none under a sys_id may make one of the note.
    /// Only what the last list held is known to be there.
    private static func named(
        _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> NamedTask {
        if let listed = try session.connected().listedTasks[context.arguments.string("task") ?? ""] { return listed }
        return try await found(session, context, fields: ["short_description"]).name
    }

    /// The text of the line or of the file it names; nil when there is none.
    private static func given(
        _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> String? {
        guard let value = arguments.value("text") else { return nil }
        guard let file = value.fileName else { return value.text }
        let bytes: [UInt8]
        do {
            bytes = try await session.readFile(file)
        } catch let problem as Problem {
            throw arguments.problem(problem.kind, problem.message, at: "text")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw arguments.problem(.usage, "\(file) is not UTF-8 text, which a work note is.", at: "text")
        }
        return text
    }

    private static func askedFor(
        _ task: NamedTask, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> String {
        do {
            return try await session.ask("Work note for \(task.title): ")
        } catch is InputFailure {
            throw Problem(
                .usage, "There is nobody to ask for the work note.",
                hints: ["task comment \(Quoting.word(arguments.string("task") ?? "")) TEXT"])
        }
    }
}
