import Notation
import NowData
import Rendering
package import Workbench

extension Command {
    package static let tableCreate = Command(
        "table create", "Create a record",
        details: """
            FIELD=VALUE sets a field, FIELD= leaves it empty, and FIELD=@FILE takes the text of a file; quote the @
            to mean the character. Give a choice by value or label, a reference by number, sys_id or display value,
            and a date in UTC. With --input display the instance parses the values in the user's format and time
            zone.

            Unknown fields and values that a field cannot hold are rejected before anything is sent; --force sends
            such values. The output is the record as stored, with a warning for each field that holds something
            else.
            """,
        arguments: [
            .table,
            Argument<[String]>("assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and its value"),
        ],
        flags: [.input, .force, .plan, .fields] + Parameter.shown,
        traits: Traits(value: .answer, changes: .table),
        examples: [
            Example(
                #"table create incident short_description="Printer on fire" urgency=2"#, "a new incident"),
            Example(
                #"table create incident short_description="Printer on fire" => inc = .number"#,
                "a new incident; its number is kept as {{inc}}"),
        ]
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
        flags: [.query, .strictQuery, .rawQuery, .input, .force, .plan, .keepGoing, .fields] + Parameter.shown,
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
        return try await TableWrites.update(found, rows, fields, run)
    }
}

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
        run.notes.addLost(RecordWriter.unrestorableNote)
        return CommandResult(.none)
    }
}
