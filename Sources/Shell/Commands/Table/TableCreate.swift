import Notation
import NowData
import Rendering

extension Command {
    static let tableCreate = Command(
        "table create", "Create a record",
        details: """
            Every FIELD=VALUE sets a field; FIELD= leaves it empty, and FIELD=@FILE takes the text of a file (quote the @ to
            mean the character). A choice is given by its value or its label, a reference by number, sys_id or display
            value; everything else is the stored value, dates in UTC. With --input display the instance reads all of them as
            people write them, in the user's zone. A field that the table does not have, and a value that would leave its field
            empty, is an error before anything is sent; --force sends such values. What is shown is the record as the instance
            stored it, with a warning for each field that holds something else than was meant.
            """,
        arguments: [
            .table,
            ArgumentDefinition(
                "assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and what it is set to"),
        ],
        flags: [.input, .force, .plan, .fields, .display],
        traits: Traits(value: .answer, changes: .table, expects: .created, document: { try await $0.create($1) }),
        examples: [
            Example(
                #"table create incident short_description="Printer on fire" urgency=2"#, "a new incident"),
            Example(
                #"table create incident short_description="Printer on fire" => inc = .number"#,
                "a new incident; its number is kept as {{inc}}"),
        ]
    ) { session, context in
        let table = context.arguments.string("table") ?? ""
        let fields = try await AssignedFields(table, session, context)
        let plan = WritePlan(.create, table: table, count: 1, values: fields.typed)
        if context.arguments.flag("plan") {
            context.notes.add(plan.sentence(on: session.shortName) + " Nothing was changed.")
            return CommandResult(.none)
        }
        try await session.authorise(plan, context)
        session.beginUndo(of: context.arguments.line)
        var writer = try await RecordWriter(table, session)
        let row = try await writer.create(fields.write, session)
        session.recordsHaveChanged(in: [table])
        context.notes.add("Created \(TableWriting.name(of: row, table)).")
        writer.warn(in: context.notes)
        session.sayUndo(in: context.notes)
        return TableWriting.shown(row, session, context, changed: fields.names)
    }
}
