import MyWork
import Notation
import NowData
import Rendering
import Tables
import Workbench

extension Parameter {
    fileprivate static let taskFields = Flag<ColumnNames>(
        "fields", short: "f", .fields, fallback: "those that tell about a task; everything in data formats",
        "Show these fields of the record")
}

extension Command {
    static let taskShow = Command(
        "task show", arguments: [.task],
        flags: [.taskFields, .entries, .strings],
        traits: Traits(value: .answer)
    ) { run in
        let asked = run.arguments[.taskFields]
        let task = try await TaskLookup.found(run, fields: ["sys_class_name"])
        let row = try await wholeRecord(task, asked, run)
        let journal = try await TaskLookup.journal(of: task, displayedBy: row, run)
        journal.note(in: run.notes)
        let addresses = MyWorkService.addresses(of: task.sysID, in: task.table, on: run.instance)
        // The prompt's own sandbox serves no browser.
        let page = TaskPage(
            task: task, row: row, asked: asked, journal: journal, addresses: addresses, showsLink: !run.isSandbox)
        return CommandResult(page.output(run.format(of: run.arguments), run.notes), value: { page.json }).of(task.table)
    }
}

/// The record from the table of its own class, which has that class's choice labels and fields. If that table is not
/// accessible, the fields of `task`.
private func wholeRecord(_ task: TaskRecord, _ asked: [String]?, _ run: isolated Run) async throws -> TableRow {
    let tables = try run.tables()
    let journal = ["sys_id"] + MyWorkService.journalColumns
    var read = TableRead(task.table)
    if let asked { read.fields = asked + journal.filter { !asked.contains($0) } }
    do throws(RequestFailure) {
        return try await tables.get(task.sysID, read)
    } catch {
        guard task.table != "task", case .errorResponse(let errorResponse) = error,
            [.forbidden, .notFound, .invalid].contains(errorResponse.kind)
        else { throw TaskProblems.recordNotFound(error, run.arguments) ?? error }
    }
    read.table = "task"
    do throws(RequestFailure) {
        return try await tables.get(task.sysID, read)
    } catch {
        throw TaskProblems.recordNotFound(error, run.arguments) ?? error
    }
}

/// A task with its journal, as shown by `task show`.
struct TaskPage: Sendable {
    let task: TaskRecord
    let row: TableRow
    let asked: [String]?
    let journal: JournalPage
    let addresses: (page: String, record: String)
    let showsLink: Bool

    /// For formats of objects one object that contains the journal; for formats of rows one row with the journal as
    /// text; for people a record followed by its journal.
    func output(_ format: Format, _ notes: CommandNotes) -> Output {
        switch format.audience {
        case .objects: return .json(json)
        case .rows:
            let names = fields + ["journal"]
            return .record(
                columns: names.map(OutputColumn.init),
                cells: TableRows.cells(row, fields) + [Cell(journal.text(storedTimes: true))])
        case .people:
            let shown = asked ?? usual
            let left = fields.count { !shown.contains($0) && !(row[$0]?.value.isEmpty ?? true) }
            if asked == nil, left > 0 {
                notes.add(
                    "\(Phrase.counted(left, "more field")) filled; table get \(task.table) \(Quoting.word(task.title)) shows all."
                )
            }
            let missing = (asked ?? []).filter { row[$0] == nil }
            if !missing.isEmpty {
                notes.warn(
                    "\(task.table) has no field \(Phrase.listed(missing, joinedBy: "or")), or you may not read it.")
            }
            let link = asked == nil && showsLink ? [("link", addresses.page)] : []
            let record = Output.record(
                columns: (shown + link.map(\.0)).map(OutputColumn.init),
                cells: TableRows.cells(row, shown) + link.map { Cell($0.1) })
            guard !journal.entries.isEmpty else { return record }
            return .sections([
                Section(title: "\(task.type) \(task.title)", output: record),
                Section(title: "Journal, newest first", output: journal.output(format)),
            ])
        }
    }

    var json: JSON {
        let own = fields.map { JSON.Member($0, .string(row[$0].map(TableRows.stored) ?? "")) }
        let links =
            asked == nil
            ? [JSON.Member("snowui", .string(addresses.page)), JSON.Member("link", .string(addresses.record))] : []
        return .object(own + links + [.init("journal", journal.json)])
    }

    /// The record's fields in data formats, without those that the journal replaces.
    private var fields: [String] {
        asked?.filter { $0 != "journal" } ?? row.columns.filter { !MyWorkService.journalColumns.contains($0) }
    }

    /// The non-empty fields that matter to people.
    private var usual: [String] { Self.telling.filter { !(row[$0]?.value.isEmpty ?? true) } }

    private static let telling = [
        "number", "short_description", "description", "caller_id", "requested_for", "priority", "state", "assigned_to",
        "assignment_group", "opened_by", "opened_at", "due_date", "parent", "cmdb_ci", "close_notes", "closed_at",
        "sys_updated_on", "sys_updated_by", "sys_id",
    ]
}
