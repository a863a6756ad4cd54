package import Workbench
import Notation
import NowData
import Rendering

extension Command {
    package static let tableUpdate = Command(
        "table update", "Update one record, or all that match a query",
        details: """
            FIELD=VALUE works as in table create. The record is read first, so that undo can restore it.

            With -q you see how many records match and what changes in the first of them, and confirm once. A record
            that changed in the meantime is skipped. The command stops at the first rejection unless --keep-going is
            given.
            """,
        arguments: [
            .table,
            .oneRecord,
            Argument<[String]>(
                "assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and its new value"),
        ],
        flags: [.query, .strictQuery, .rawQuery, .input, .force, .plan, .keepGoing, .fields, .display],
        rules: [.exactlyOne([.oneRecord, .query]), .atMostOne([.strictQuery, .rawQuery])],
        traits: Traits(value: .answer, changes: .table),
        examples: [
            Example("table update incident INC0010021 urgency=1", "make an incident urgent"),
            Example(
                #"table update incident INC0010021 state="On Hold" caller_id="Abel Tuter""#,
                "a state by its label, a caller by name"),
            Example(
                "table update incident -q priority=5^active=true urgency=3",
                "change every active incident of priority 5"),
            Example(
                "table update incident -q priority=5 state=3 --plan", "the plan; nothing is changed"),
        ]
    ) { run in
        let arguments = run.arguments
        let table = arguments.table
        let fields = try await AssignedFields(table, run)
        let (found, rows) = try await TableWrites.planned(table, fields, run)
        let plan = WritePlan(.update, table: table, records: found, typed: arguments[.oneRecord], fields)
        if arguments[.plan] { return TableWrites.show(plan, found, fields, run) }
        try await run.authorize(plan)
        if found.isEmpty { return TableWrites.nothingFound(in: table, run) }
        run.beginUndo(of: arguments.line)
        var writer = try await RecordWriter(table, run)
        if let before = rows.first {
            let row = try await writer.update(before, fields.write, run)
            run.recordsHaveChanged(in: [table])
            run.notes.add("Updated \(TableWrites.name(of: row, table)).")
            writer.warn(in: run.notes)
            TableWrites.noteUndo(writer, run)
            return TableWrites.shown(row, run, changed: fields.names)
        }
        var after: [TableRow] = []
        var many = BulkWriter(found, of: table, "updated", run)
        do {
            try await many.write(run) { record in
                after.append(try await writer.update(try await writer.current(record), fields.write, run))
            }
        } catch {
            writer.warn(in: run.notes)
            TableWrites.noteUndo(writer, run)
            throw error
        }
        writer.warn(in: run.notes)
        TableWrites.noteUndo(writer, run)
        let columns = TableWrites.columnsAfterWrite(of: table, run, arguments, changed: fields.names, after.first)
        let kept = after
        return CommandResult(.table(TableRows.table(after, columns))) { TableRows.json(kept) }
    }
}
