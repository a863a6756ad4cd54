package import Workbench
import Notation
import NowData
import Rendering

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
        flags: [.input, .force, .plan, .fields, .display],
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
