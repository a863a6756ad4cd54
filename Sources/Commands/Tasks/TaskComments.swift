import ExchangeModel
import MyWork
import Notation
import Rendering
import Tables
import Workbench

extension Command {
    static let taskComments = Command(
        "task comments", arguments: [.task], flags: [.entries], traits: Traits(value: .answer)
    ) { run in
        let task = try await TaskLookup.found(run, fields: MyWorkService.journalColumns)
        let journal = try await TaskLookup.journal(of: task, displayedBy: task.row, run)
        journal.note(in: run.notes)
        return CommandResult(journal.output(run.format(of: run.arguments)), value: { journal.json })
    }
}

/// A task's journal, as commands show it.
struct JournalPage: Sendable {
    /// Nil if not requested.
    package let journal: TaskJournal?
    package let title: String

    let zone: ZoneRule?
    /// Where long lines are wrapped; nil leaves them as they are.
    let width: Int?

    var entries: [JournalEntry] { journal?.entries ?? [] }

    /// Whole entries with headers for people, rows for programs.
    func output(_ format: Format) -> Output {
        if format == .columns {
            let lines = width.map { ScreenText.wrapped(text(), width: $0).joined(separator: "\n") } ?? text()
            return entries.isEmpty ? .none : .text(lines)
        }
        let names = ["sys_created_on", "sys_created_by", "element", "value"] + (format.isForPrograms ? ["source"] : [])
        return .table(
            OutputTable(
                columns: names.map(OutputColumn.init),
                rows: entries.map { entry in
                    [
                        Cell(time(of: entry), display: shownTime(of: entry)), Cell(entry.author),
                        Cell(entry.kind.column, display: kind(of: entry)), Cell(entry.text),
                    ] + (format.isForPrograms ? [Cell(source)] : [])
                }))
    }

    /// Each entry under a header like an instance's.
    ///
    /// - Parameter storedTimes: whether times are in UTC, where known.
    func text(storedTimes: Bool = false) -> String {
        entries.map { entry in
            let time = storedTimes ? storedTime(of: entry) : shownTime(of: entry)
            // An entry that could not be parsed has no header.
            let head = time.isEmpty ? "" : "\(time) - \(entry.author) (\(kind(of: entry)))\n"
            return head + entry.text + (entry.text.hasSuffix("\n") ? "" : "\n")
        }.joined(separator: "\n")
    }

    var json: JSON {
        .array(
            entries.map { entry in
                .object([
                    .init("sys_created_on", .string(time(of: entry))), .init("sys_created_by", .string(entry.author)),
                    .init("element", .string(entry.kind.column)), .init("value", .string(entry.text)),
                    .init("source", .string(source)),
                ])
            })
    }

    /// Notes what is not shown, and the source of the journal if it was not the journal table.
    func note(in notes: CommandNotes) {
        guard let journal else { return }
        if journal.source == .record {
            notes.add(
                "You may not read all of sys_journal_field; these entries are from the record's display, with times in "
                    + "the user's zone.")
        }
        if journal.withheld > 0 { notes.add(RowCounts.withheldText(shown: entries.count, withheld: journal.withheld)) }
        let seen = entries.count + journal.withheld
        if seen == 0 { notes.add("\(title) has no journal entry that you may read.") }
        if let total = journal.total, total > seen {
            notes.add(
                "\(seen) of \(Phrase.counted(total, "journal entry", "journal entries")) shown; -n NUMBER shows more.")
        }
    }

    private var source: String { journal?.source.rawValue ?? "" }

    /// In the session's zone. A time from a display value is shown as it is.
    private func shownTime(of entry: JournalEntry) -> String {
        guard let zone, !entry.shownTime.isEmpty else { return entry.shownTime }
        return entry.created.map(zone.text) ?? entry.shownTime + " (user's zone)"
    }

    /// In UTC with its zone, where known, because the text has no column for it.
    private func storedTime(of entry: JournalEntry) -> String {
        entry.created.map(ZoneRule.utc.text) ?? shownTime(of: entry)
    }

    private func time(of entry: JournalEntry) -> String { entry.created?.glideText ?? entry.shownTime }

    private func kind(of entry: JournalEntry) -> String {
        switch entry.kind {
        case .workNote: "Work note"
        case .comment: "Comment"
        case .other(let name): name
        }
    }
}
