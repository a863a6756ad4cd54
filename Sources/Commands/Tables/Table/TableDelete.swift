package import Workbench
import Notation
import NowData
import Rendering

extension Parameter {
    static let oneRecord = Argument<String>("record", .record, .optional, "A number, a sys_id or a display value")
}

extension Command {
    package static let tableDelete = Command(
        "table delete", "Delete one record, or all that match a query",
        details: """
            With -q the matching records are counted and listed, and you confirm once. undo creates deleted records
            again.
            """,
        arguments: [.table, .oneRecord],
        flags: [.query, .strictQuery, .rawQuery, .plan, .keepGoing],
        rules: [.exactlyOne([.oneRecord, .query]), .atMostOne([.strictQuery, .rawQuery])],
        traits: Traits(changes: .table),
        examples: [
            Example("table delete incident INC0010021", "delete an incident"),
            Example(
                "table delete incident -q short_descriptionSTARTSWITHTest",
                "delete every incident whose text begins with Test"),
        ]
    ) { run in
        let arguments = run.arguments
        let table = arguments.table
        let (found, rows) = try await TableWrites.planned(table, nil, run)
        let plan = WritePlan(.delete, table: table, records: found, typed: arguments[.oneRecord], nil)
        if arguments[.plan] { return TableWrites.show(plan, found, nil, run) }
        try await run.authorize(plan)
        if found.isEmpty { return TableWrites.nothingFound(in: table, run) }
        run.beginUndo(of: arguments.line)
        let writer = try await RecordWriter(table, run)
        if let before = rows.first {
            var writer = writer
            try await writer.delete(before, run)
            run.recordsHaveChanged(in: [table])
            run.notes.add("Deleted \(table) \(arguments.record).")
        } else {
            var many = BulkWriter(found, of: table, "deleted", run)
            do {
                var writer = writer
                try await many.write(run) { record in
                    try await writer.delete(try await writer.current(record), run)
                }
            } catch {
                run.noteUndo(in: run.notes)
                throw error
            }
        }
        run.noteUndo(in: run.notes)
        run.notes.addUndo(RecordWriter.unrestorableNote)
        return CommandResult(.none)
    }
}
