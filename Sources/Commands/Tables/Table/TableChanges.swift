import Notation
import NowData
import Rendering
package import Workbench

extension Command {
    package static let tableCreate = Command(
        "table create",
        arguments: [
            .table,
            Argument<[String]>("assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and its value"),
        ], flags: [.input, .force, .plan, .fields] + Parameter.shown, traits: Traits(value: .answer, changes: .table)
    ) { run in
        let table = run.arguments.table
        let fields = try await AssignedFields(table, run)
        let plan = WritePlan(.create, table: table, count: 1, values: fields.typed)
        if run.arguments[.plan] {
            run.notes.add(plan.sentence(on: run.shortName) + " Nothing was changed.")
            return CommandResult(.none)
        }
        try await run.authorize(plan)
        run.beginUndo(of: run.arguments.line)
        var writer = try await RecordWriter(table, run)
        let row = try await writer.create(fields.write, run)
        run.recordsHaveChanged(in: [table])
        run.notes.add("Created \(TableWrites.name(of: row, table)).")
        writer.warn(in: run.notes)
        run.noteUndo(in: run.notes)
        return TableWrites.shown(row, run, changed: fields.names)
    }
}

extension Command {
    package static let tableUpdate = Command(
        "table update",
        arguments: [
            .table, .oneRecord,
            Argument<[String]>(
                "assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and its new value"),
        ], flags: [.query, .strictQuery, .rawQuery, .input, .force, .plan, .keepGoing, .fields] + Parameter.shown,
        rules: [.exactlyOne([.oneRecord, .query]), .atMostOne([.strictQuery, .rawQuery])],
        traits: Traits(value: .answer, changes: .table)
    ) { run in
        let arguments = run.arguments
        let table = arguments.table
        let fields = try await AssignedFields(table, run)
        let (found, rows) = try await TableWrites.planned(table, fields, run)
        return try await TableWrites.update(found, rows, fields, run)
    }
}

extension Parameter {
    static let oneRecord = Argument<String>("record", .record, .optional, "A number, a sys_id or a display value")
}

extension Command {
    package static let tableDelete = Command(
        "table delete", arguments: [.table, .oneRecord], flags: [.query, .strictQuery, .rawQuery, .plan, .keepGoing],
        rules: [.exactlyOne([.oneRecord, .query]), .atMostOne([.strictQuery, .rawQuery])],
        traits: Traits(changes: .table)
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
        run.notes.addLost(RecordWriter.unrestorableNote)
        return CommandResult(.none)
    }
}
