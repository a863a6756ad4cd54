import MyWork
import Notation
import NowData
import Rendering
import Tables
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let text = Argument<String>(
        "text", .word("TEXT"), .optional, "The note, in quotes; @FILE takes the text of a file")
    fileprivate static let visible = Flag<Bool>("visible", "Write a comment, which the requester sees")
}

extension Command {
    static let taskComment = Command(
        "task comment",
        arguments: [.task, .text],
        flags: [.visible, .tableAPI, .plan], traits: Traits(value: .answer, changes: .always("journal"))
    ) { run in
        let arguments = run.arguments
        let isVisible = arguments[.visible]
        let noun = isVisible ? "comment" : "work note", column = isVisible ? "comments" : "work_notes"
        // An unreadable file is reported before anything is sent.
        let given = try await givenText(run, arguments)
        let task = try await namedTask(run)
        let text = if let given { given } else { try await promptedText(noun, task, run, arguments) }
        guard text.utf8.contains(where: { !ASCII.isSpace($0) }) else {
            throw arguments.problem(.usage, "A \(noun) needs a text; nothing was changed.", at: .text)
        }
        let plan = WritePlan(
            doing: "add the \(noun) “\(SingleLine.of(text, limit: 60))” to \(task.title)", table: "task")
        if arguments[.plan] {
            run.notes.add(plan.sentence(on: run.shortName) + " Nothing was changed.")
            return CommandResult(.none)
        }
        try await run.authorize(plan)
        run.beginUndo(of: arguments.line)
        let usesTables = isVisible || arguments[.tableAPI]
        let isSeen = try await TaskLookup.asking(run) { service async throws(MyWorkError) in
            if usesTables { return try await service.add(text, to: task.sysID, in: column) }
            try await service.addComment(text, to: task.sysID)
            return true
        }
        run.recordsHaveChanged(in: ["task"])
        guard isSeen else {
            throw Problem(
                .refused,
                "The instance accepted the change, and \(task.title) shows no such \(noun); it may not have been added.",
                hints: ["task comments \(task.number) shows its entries."])
        }
        run.notes.add(
            isVisible
                ? "Comment added to \(task.title); the requester can see it." : "Work note added to \(task.title).")
        run.notes.addLost(LostChange(column: column, reason: .journal).description)
        return CommandResult(.none) {
            .object([
                .init("number", .string(task.number)), .init("sys_id", .string(task.sysID)),
                .init("element", .string(column)), .init("value", .string(text)),
            ])
        }
    }
}

/// The task of the line, looked up first, because an instance may create a record for an unknown sys_id. Only tasks of
/// the last list are known to exist.
private func namedTask(_ run: isolated Run) async throws -> TaskName {
    if let listed = try run.connected().listedTasks[run.arguments[.task] ?? ""] { return listed }
    return try await TaskLookup.found(run, fields: ["short_description"]).name
}

/// The text of the line or of its file; nil if there is neither.
private func givenText(_ run: isolated Run, _ arguments: BoundArguments) async throws -> String? {
    guard let value = arguments.value(.text) else { return nil }
    guard let file = value.fileName else { return value.text }
    return try await run.readText(file, of: arguments, at: .text)
}

private func promptedText(
    _ noun: String, _ task: TaskName, _ run: isolated Run, _ arguments: BoundArguments
) async throws -> String {
    do {
        return try await run.ask("\(noun == "comment" ? "Comment" : "Work note") for \(task.title): ")
    } catch is InputFailure {
        throw Problem(
            .usage, "There is no terminal to ask for the \(noun).",
            hints: ["task comment \(Quoting.word(arguments[.task] ?? "")) TEXT"])
    }
}

enum TaskProblems {
    static func explained(_ error: MyWorkError, _ arguments: BoundArguments, on instance: String) -> any Error {
        switch error.kind {
        case .notInstalled:
            return Problem(
                .refused,
                "The Task Tracker API needs the application My Work (x_snc_my_work), which is not installed on \(instance).",
                notes: [
                    "An admin of the instance installs it: under Retrieved Update Sets the update set “My Work” is imported, "
                        + "previewed and committed."
                ], hints: [without(arguments)])
        case .noVersion:
            return Problem(
                .refused, "\(instance) has no active version of the Task Tracker API.", hints: [without(arguments)])
        case .noTask: return missing(arguments)
        case .forbidden where arguments.command == .taskComment:
            return arguments.problem(.refused, "The work note was not added: \(error).", at: .task)
        default: return error.failure ?? Problem(.refused, error.message)
        }
    }

    static func recordNotFound(_ failure: RequestFailure, _ arguments: BoundArguments) -> Problem? {
        switch failure {
        case .noRecord: return missing(arguments)
        case .errorResponse(let errorResponse) where errorResponse.kind == .notFound: return missing(arguments)
        case .ambiguous(_, _, let sysIDs):
            let command = arguments.command.name
            return arguments.problem(.refused, failure.description, at: .task, hints: sysIDs.map { "\(command) \($0)" })
        case .invalidRequest: return arguments.problem(.usage, failure.description, at: .task)
        default: return nil
        }
    }

    private static func missing(_ arguments: BoundArguments) -> Problem {
        arguments.problem(
            .refused, "There is no task \(Quoting.word(arguments[.task] ?? "")), or you may not read it.",
            at: .task, hints: ["task lists mine.", "table list task lists all."])
    }

    private static func without(_ arguments: BoundArguments) -> String {
        arguments.command == .taskComment
            ? "--table-api writes the note by the Table API." : "--table-api asks the Table API for the same."
    }
}
