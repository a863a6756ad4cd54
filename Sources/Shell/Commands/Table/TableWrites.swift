import Notation
import NowData
import Rendering

/// Shared by `table create`, `table update` and `table delete`.
enum TableWrites {
    /// The records that a command names or its query matches. A named record is read with all columns.
    static func planned(
        _ table: String, _ fields: AssignedFields?, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> (found: [PlannedRecord], rows: [TableRow]) {
        let columns = fields?.names ?? []
        if let query = context.arguments.string("query") {
            return (try await matching(query, in: table, columns, session, context), [])
        }
        let name = context.arguments.record
        let row = try await session.tables().record(named: name, TableRead(table))
        guard let found = PlannedRecord(row, columns: columns) else {
            throw RequestFailure.noRecord(name: name, table: table)
        }
        return ([found], [row])
    }

    /// The records that a query matches, after checking that the instance understands all of it.
    static func matching(
        _ query: String, in table: String, _ columns: [String], _ session: isolated ShellSession,
        _ context: CommandContext
    ) async throws -> [PlannedRecord] {
        let tables = try session.tables()
        let query = try await BulkQuery(query, table).checked(session, context)
        var found: [PlannedRecord] = []
        // A record created between two batches shifts the others, so one may be returned twice.
        var seen: Set<String> = []
        var withheld = 0
        var batches = RecordPager(tables, TableRead(table, query: query, fields: PlannedRecord.fields(for: columns)))
            .makeAsyncIterator()
        while let batch = try await batches.next() {
            withheld += batch.withheld ?? 0
            found += batch.rows.compactMap { row in
                PlannedRecord(row, columns: columns).flatMap { seen.insert($0.sysID).inserted ? $0 : nil }
            }
        }
        if withheld > 0 {
            context.notes.add(
                "\(Phrase.counted(withheld, "more record")) of \(table) withheld by access rules: not changed.")
        }
        return found.sorted { ($0.title, $0.sysID) < ($1.title, $1.sysID) }
    }

    static func nothingFound(in table: String, _ context: CommandContext) -> CommandResult {
        context.notes.add("The query finds no record of \(table); nothing was changed.")
        return CommandResult(.none) { .array([]) }
    }

    static func show(
        _ plan: WritePlan, _ found: [PlannedRecord], _ fields: AssignedFields?, _ session: isolated ShellSession,
        _ context: CommandContext
    ) -> CommandResult {
        if found.isEmpty { return nothingFound(in: plan.table, context) }
        context.notes.add(plan.sentence(on: session.shortName) + " Nothing was changed.")
        return WritePlan.page(plan.action, plan.table, found, fields)
    }

    static func noteUndo(_ writer: RecordWriter, _ session: isolated ShellSession, _ context: CommandContext) {
        session.noteUndo(in: context.notes)
        writer.note(in: context.notes)
    }

    static func name(of row: TableRow, _ table: String) -> String {
        "\(table) \(PlannedRecord.name(of: row)?.text ?? row.sysID ?? "")"
    }

    static func shown(
        _ row: TableRow, _ session: isolated ShellSession, _ context: CommandContext, changed: [String]
    ) -> CommandResult {
        let columns = columnsAfterWrite(
            of: context.arguments.table, session, context.arguments, changed: changed, row)
        return CommandResult(.record(columns: columns.map(Column.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }.of(context.arguments.table)
    }

    /// After a write, people see the usual columns and the written ones; programs get the whole record.
    static func columnsAfterWrite(
        of table: String, _ session: isolated ShellSession, _ arguments: BoundArguments, changed: [String],
        _ row: TableRow?
    ) -> [String] {
        if let asked = arguments.list("fields") { return asked }
        let all = row?.columns ?? []
        if session.format(of: arguments).isForPrograms { return all }
        let usual = DefaultColumns.of(table) ?? DefaultColumns.picked(from: all)
        let present = changed.filter { all.contains($0) && !usual.contains($0) }
        return usual + present + (usual.contains("sys_id") ? [] : ["sys_id"])
    }
}
