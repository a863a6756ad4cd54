import ExchangeModel
import LineEditing
import MyWork
import Notation
import NowData
import Rendering
import Tables
package import Workbench

extension Command {
    static let task = Command("task", flags: [.tableAPI, .strings], traits: Traits(value: .answer)) { run in
        let usesTables = run.arguments[.tableAPI]
        let groups = try await TaskLookup.asking(run) { service async throws(MyWorkError) in
            usesTables ? try await service.assignedTasks() : try await service.tasks()
        }
        try run.connected().listedTasks.note(groups)
        let count = groups.reduce(0) { $0 + $1.tasks.count }
        run.notes.add(count == 0 ? "No open task is assigned to you." : "\(Phrase.counted(count, "open task")) in all.")
        let names = ["type", "number", "short_description", "sys_created_on", "sys_id"]
        let format = run.format(of: run.arguments)
        @Sendable func rows(withAddresses: Bool) -> OutputTable {
            OutputTable(
                columns: (names + (withAddresses ? ["snowui", "link"] : [])).map(OutputColumn.init),
                rows: groups.flatMap { group in
                    group.tasks.map { task in
                        [Cell(group.type)] + cells(of: task) + [Cell(task.sysID)]
                            + (withAddresses ? [Cell(task.snowui ?? ""), Cell(task.link ?? "")] : [])
                    }
                })
        }
        if format.isForPrograms { return CommandResult(rows: rows(withAddresses: format.audience == .objects)) }
        let sections = groups.map { group in
            Section(
                title: "\(group.type) (\(group.tasks.count))",
                output: .table(
                    OutputTable(
                        columns: ["number", "short_description", "sys_created_on"].map(OutputColumn.init),
                        rows: group.tasks.map(cells))))
        }
        return CommandResult(.sections(sections)) { rows(withAddresses: true).objects }
    }
}

private func cells(of task: AssignedTask) -> [Cell] {
    let created = task.created?.glideText ?? ""
    return [Cell(task.number), Cell(task.shortDescription ?? ""), Cell(created, display: created)]
}

extension Parameter {
    static let task = Argument<String>("task", .task, "The task's number or sys_id; any assignee")

    static let tableAPI = Flag<Bool>("table-api", "Use the Table API, for instances without My Work")
    static let entries = Flag<Int>(
        "limit", short: "n", .number(0...10_000), fallback: "20", "Show at most this many journal entries")
}

/// Requests tasks and their journals for the `task` commands.
enum TaskLookup {
    /// The named task, whether or not it is assigned to the user.
    static func found(_ run: isolated Run, fields: [String]) async throws -> TaskRecord {
        let tables = try run.tables()
        let name = run.arguments[.task] ?? ""
        let wanted = fields.isEmpty ? [] : ["sys_id", "number"] + fields.filter { !["sys_id", "number"].contains($0) }
        do throws(RequestFailure) {
            let row = try await tables.record(named: name, TableRead("task", fields: wanted))
            guard let task = TaskRecord(row) else { throw .noRecord(name: name, table: "task") }
            return task
        } catch {
            throw TaskProblems.recordNotFound(error, run.arguments) ?? error
        }
    }

    /// Calls the service of the current instance and words its errors.
    static func asking<Answer: Sendable>(
        _ run: isolated Run, _ question: @Sendable (MyWorkService) async throws(MyWorkError) -> Answer
    ) async throws -> Answer {
        let link = try run.connected()
        do throws(MyWorkError) {
            return try await question(MyWorkService(instance: run.instance, transport: link.transport))
        } catch {
            throw TaskProblems.explained(error, run.arguments, on: run.shortName)
        }
    }

    /// `-n 0` requests none.
    package static func journal(
        of task: TaskRecord, displayedBy row: TableRow, _ run: isolated Run
    ) async throws -> JournalPage {
        let limit = run.arguments[.entries] ?? run.settings.limit
        if limit == 0 { return JournalPage(journal: nil, title: task.title, zone: run.zone, width: run.wrapWidth) }
        let journal = try await asking(run) { service async throws(MyWorkError) in
            try await service.journal(of: task.sysID, limit: limit, displayedBy: row)
        }
        return JournalPage(journal: journal, title: task.title, zone: run.zone, width: run.wrapWidth)
    }
}

extension Capability {
    package static let tasks = Capability(
        "Tasks",
        commands: [.task, .taskShow, .taskComments, .taskComment],
        completes: CompletionEngine.taskValues)
}

extension CompletionEngine {
    /// Completes tasks: the user's own come first; any other number can be typed.
    @Sendable static func taskValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        guard kind == .task else { return nil }
        let mine = engine.offer(await engine.source.assignedTasks(), point, in: word)
        guard mine.candidates.isEmpty else { return mine }
        let typed = CompletionPoint.text(of: word)
        return engine.offer(await engine.source.recordNames(of: "task", beginning: typed), point, in: word)
    }
}
