import MyWork
import NowData
import Notation
import Rendering

/// A task with its journal, as `task show` shows it.
struct TaskPage: Sendable {
    private let task: FoundTask
    private let row: TableRow
    private let asked: [String]?
    private let journal: JournalPage

    /// - Parameters:
    ///   - row: the record by the table of its own type.
    ///   - asked: the fields that are to be shown; nil for the usual ones.
    init(_ task: FoundTask, _ row: TableRow, asked: [String]?, _ journal: JournalPage) {
        self.task = task
        self.row = row
        self.asked = asked
        self.journal = journal
    }

    /// For programs that read objects one of them, with the journal in it; for those that read rows one row, with the
    /// journal as text; for people a record and its journal.
    func output(_ format: Format, _ notes: NoteBook) -> Output {
        switch format.audience {
        case .objects: return .json(json)
        case .rows:
            let names = fields + ["journal"]
            return .record(
                columns: names.map(Column.init),
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
                notes.add(
                    "\(task.table) has no field \(Phrase.listed(missing, joinedBy: "or")), or it may not be read.")
            }
            let record = Output.record(columns: shown.map(Column.init), cells: TableRows.cells(row, shown))
            guard !journal.entries.isEmpty else { return record }
            return .sections([
                Section(title: "\(task.type) \(task.title)", output: record),
                Section(title: "Journal, newest first", output: journal.output(format)),
            ])
        }
    }

    /// The raw values of the record, with its journal.
    var json: JSON {
        let own = fields.map { JSON.Member($0, .string(row[$0]?.value ?? "")) }
        return .object(own + [.init("journal", journal.json)])
    }

    /// The record's fields that data formats hold: all there are, but for those which the journal stands for.
    private var fields: [String] {
        asked?.filter { $0 != "journal" } ?? row.columns.filter { !MyWorkService.journalColumns.contains($0) }
    }

    /// What tells a person about a task, as far as it is filled.
    private var usual: [String] { Self.telling.filter { !(row[$0]?.value.isEmpty ?? true) } }

    private static let telling = [
        "number", "short_description", "description", "caller_id", "requested_for", "priority", "state", "assigned_to",
        "assignment_group", "opened_by", "opened_at", "due_date", "parent", "cmdb_ci", "close_notes", "closed_at",
        "sys_updated_on", "sys_updated_by", "sys_id",
    ]
}
