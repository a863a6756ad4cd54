import ExchangeModel
import MyWork
import NowData
import Notation
import Rendering

/// The `task` commands.
enum TaskBodies {
    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let usesTables = context.arguments.flag("table-api")
        let groups = try await asking(session, context) { service async throws(MyWorkError) in
            usesTables ? try await service.assignedTasks() : try await service.tasks()
        }
        try session.connected().listedTasks.note(groups)
        let count = groups.reduce(0) { $0 + $1.tasks.count }
        context.notes.add(
            count == 0 ? "No open task is assigned to you." : "\(Phrase.counted(count, "open task")) in all.")
        let rows = Table(
            columns: ["type", "number", "short_description", "sys_created_on", "sys_id"].map(Column.init),
            rows: groups.flatMap { group in group.tasks.map { [Cell(group.type)] + cells(of: $0) + [Cell($0.sysID)] } })
        let value: @Sendable () -> JSON = {
            .array(
                rows.rows.map { row in
                    .object(zip(rows.columns, row).map { JSON.Member($0.name, .string($1.value)) })
                })
        }
        if session.format(of: context.arguments).isForPrograms { return CommandResult(.table(rows), value: value) }
        let sections = groups.map { group in
            Section(
                title: "\(group.type) (\(group.tasks.count))",
                output: .table(
                    Table(
                        columns: ["number", "short_description", "sys_created_on"].map(Column.init),
                        rows: group.tasks.map(cells))))
        }
        return CommandResult(.sections(sections), value: value)
    }

    @Sendable static func show(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let asked = context.arguments.list("fields")
        let task = try await found(session, context, fields: ["sys_class_name"])
        let row = try await whole(task, asked, session, context)
        let journal = try await journal(of: task, displayedBy: row, session, context)
        journal.note(in: context.notes)
        let page = TaskPage(task, row, asked: asked, journal)
        return CommandResult(page.output(session.format(of: context.arguments), context.notes), value: { page.json })
    }

    @Sendable static func comments(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let task = try await found(session, context, fields: MyWorkService.journalColumns)
        let journal = try await journal(of: task, displayedBy: task.row, session, context)
        journal.note(in: context.notes)
        return CommandResult(journal.output(session.format(of: context.arguments)), value: { journal.json })
    }

    /// The task that is named, whoever it is assigned to.
    static func found(
        _ session: isolated ShellSession, _ context: CommandContext, fields: [String]
    ) async throws -> FoundTask {
        let tables = try session.tables()
        let name = context.arguments.string("task") ?? ""
        let wanted = fields.isEmpty ? [] : ["sys_id", "number"] + fields.filter { !["sys_id", "number"].contains($0) }
        do throws(RequestFailure) {
            let row = try await tables.record(named: name, TableRead("task", fields: wanted))
            guard let task = FoundTask(row) else { throw .noRecord(name: name, table: "task") }
            return task
        } catch {
            throw TaskProblems.unfound(error, context.arguments) ?? error
        }
    }

    /// The record by the table of its own type: there its choices have their own labels, and the fields of the type come
    /// along. Where that table is closed, what all tasks have.
    private static func whole(
        _ task: FoundTask, _ asked: [String]?, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> TableRow {
        let tables = try session.tables()
        let journal = ["sys_id"] + MyWorkService.journalColumns
        var read = TableRead(task.table)
        if let asked { read.fields = asked + journal.filter { !asked.contains($0) } }
        do throws(RequestFailure) {
            return try await tables.get(task.sysID, read)
        } catch {
            guard task.table != "task", case .refused(let refusal) = error,
                [.forbidden, .notFound, .invalid].contains(refusal.kind)
            else { throw TaskProblems.unfound(error, context.arguments) ?? error }
        }
        read.table = "task"
        do throws(RequestFailure) {
            return try await tables.get(task.sysID, read)
        } catch {
            throw TaskProblems.unfound(error, context.arguments) ?? error
        }
    }

    /// Asks the service of the present instance; what goes wrong is said in the words of the commands.
    static func asking<Answer: Sendable>(
        _ session: isolated ShellSession, _ context: CommandContext,
        _ question: @Sendable (MyWorkService) async throws(MyWorkError) -> Answer
    ) async throws -> Answer {
        let link = try session.connected()
        do throws(MyWorkError) {
            return try await question(MyWorkService(instance: session.instance, transport: link.transport))
        } catch {
            throw TaskProblems.explained(error, context.arguments, on: session.shortName)
        }
    }

    /// None is asked for with `-n 0`.
    private static func journal(
        of task: FoundTask, displayedBy row: TableRow, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> JournalPage {
        let limit = context.arguments.int("limit") ?? session.settings.limit
        if limit == 0 { return JournalPage(nil, of: task.title, in: session.zone) }
        let journal = try await asking(session, context) { service async throws(MyWorkError) in
            try await service.journal(of: task.sysID, limit: limit, displayedBy: row)
        }
        return JournalPage(journal, of: task.title, in: session.zone)
    }

    private static func cells(of task: AssignedTask) -> [Cell] {
        let created = task.created?.glideText ?? ""
        return [Cell(task.number), Cell(task.shortDescription ?? ""), Cell(created, display: created)]
    }
}
