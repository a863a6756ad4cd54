import ExchangeModel
import MyWork
import Notation
import NowData
import Rendering

extension Command {
    static let task = Command(
        "task", "List my open tasks by type",
        details: """
            Tasks that are active and assigned to whoever is signed in, as the Task Tracker API of the application My Work
            (x_snc_my_work) tells them. Data formats have a row for each task, with its type. Where that application is not
            installed, --table-api asks the table task for the same. task show, task comments and task comment go on with one
            of them.
            """,
        flags: [.tableAPI],
        traits: Traits(value: .answer),
        examples: [
            Example("task", "my open tasks, under their types"),
            Example("task --format csv > tasks.csv", "the same as rows, into a file"),
            Example("task => inc = .[0].number", "the same; the first one's number is kept as {{inc}}"),
        ]
    ) { session, context in
        let usesTables = context.arguments.flag("table-api")
        let groups = try await TaskReading.asking(session, context) { service async throws(MyWorkError) in
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
}

private func cells(of task: AssignedTask) -> [Cell] {
    let created = task.created?.glideText ?? ""
    return [Cell(task.number), Cell(task.shortDescription ?? ""), Cell(created, display: created)]
}
