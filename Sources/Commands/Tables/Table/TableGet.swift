package import Workbench
import ExchangeModel
import Notation
import NowData
import Rendering
import Synchronization

extension Parameter {
    package static let plan = Flag<Bool>("plan", "Show what would change, without changing it")
    static let keepGoing = Flag<Bool>("keep-going", "Continue with the other records if one is rejected")
    static let force = Flag<Bool>("force", "Send values even if the fields cannot hold them")
    static let strictQuery = Flag<Bool>("strict-query", "Treat warnings about the query as errors")
    static let rawQuery = Flag<Bool>("raw-query", "Send the query as typed")
    package static let input = Flag<String>(
        "input", .choice(["value", "display"]), fallback: "value",
        "Read values as stored values or as display values")
}

extension Command {
    package static let tableGet = Command(
        "table get", "Show one record",
        details: """
            A record is named by number, sys_id or display value. If several records have the name, they are listed
            and the command fails.
            """,
        arguments: [.table, .record],
        flags: [.fields, .display],
        traits: Traits(value: .answer),
        examples: [
            Example("table get incident INC0010021", "an incident by its number"),
            Example("table get sys_user 'Abel Tuter' -f user_name,email", "two fields of a user, by display value"),
            Example("table get incident INC0010021 => caller = .caller_id", "an incident; its caller's sys_id is kept"),
        ]
    ) { run in
        let arguments = run.arguments
        let table = arguments.table
        let asked = arguments[.fields]
        let link = try run.connected()
        let row = try await link.tables.record(
            named: arguments.record, TableRead(table, fields: asked ?? []))
        try await QueryCheck(flags: [.fields], run).note(
            rows: [row], foundNothing: false, run)
        return record(row, asked, isForPeople: !run.format(of: arguments).isForPrograms, run)
    }
}

/// A record: for people only non-empty fields, unless fields were chosen.
private func record(
    _ row: TableRow, _ asked: [String]?, isForPeople: Bool, _ run: Run
) -> CommandResult {
    var columns = asked ?? row.columns
    if asked == nil, isForPeople {
        let table = run.arguments.table
        let filled = columns.filter {
            !(row[$0].map { ($0.display ?? $0.value).isEmpty && $0.value.isEmpty } ?? true)
        }
        let empty = columns.count - filled.count
        if empty > 0 {
            run.notes.add(
                "\(Phrase.counted(empty, "empty field")) not shown; -f FIELDS or --format json shows them.")
        }
        columns = DefaultColumns.first(of: table, in: filled)
    }
    return CommandResult(.record(columns: columns.map(OutputColumn.init), cells: TableRows.cells(row, columns))) {
        TableRows.json(row)
    }.of(run.arguments.table)
}
