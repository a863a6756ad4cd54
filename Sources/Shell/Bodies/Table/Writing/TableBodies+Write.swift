import NowData
import Notation
import Rendering

extension TableBodies {
    @Sendable static func create(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
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
        context.notes.add("Created \(name(of: row, table)).")
        writer.warn(in: context.notes)
        session.sayUndo(in: context.notes)
        return shown(row, session, context, changed: fields.names)
    }

    @Sendable static func update(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let fields = try await AssignedFields(table, session, context)
        let (found, rows) = try await planned(table, fields, session, context)
        let plan = WritePlan(.update, table: table, records: found, typed: arguments.string("record"), fields)
        if arguments.flag("plan") { return show(plan, found, fields, session, context) }
        try await session.authorise(plan, context)
        if found.isEmpty { return nothingFound(in: table, context) }
        session.beginUndo(of: arguments.line)
        var writer = try await RecordWriter(table, session)
        if let before = rows.first {
            let row = try await writer.update(before, fields.write, session)
            session.recordsHaveChanged(in: [table])
            context.notes.add("Updated \(name(of: row, table)).")
            writer.warn(in: context.notes)
            sayUndo(writer, session, context)
            return shown(row, session, context, changed: fields.names)
        }
        var after: [TableRow] = []
        var many = ManyRecords(found, of: table, "updated", context)
        do {
            try await many.write(session) { record in
                after.append(try await writer.update(try await writer.current(record), fields.write, session))
            }
        } catch {
            writer.warn(in: context.notes)
            sayUndo(writer, session, context)
            throw error
        }
        writer.warn(in: context.notes)
        sayUndo(writer, session, context)
        let columns = columnsAfterWrite(of: table, session, arguments, changed: fields.names, after.first)
        let kept = after
        return CommandResult(.table(TableRows.table(after, columns))) { TableRows.json(kept) }
    }

    @Sendable static func delete(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let (found, rows) = try await planned(table, nil, session, context)
        let plan = WritePlan(.delete, table: table, records: found, typed: arguments.string("record"), nil)
        if arguments.flag("plan") { return show(plan, found, nil, session, context) }
        try await session.authorise(plan, context)
        if found.isEmpty { return nothingFound(in: table, context) }
        session.beginUndo(of: arguments.line)
        let writer = try await RecordWriter(table, session)
        if let before = rows.first {
            var writer = writer
            try await writer.delete(before, session)
            session.recordsHaveChanged(in: [table])
            context.notes.add("Deleted \(table) \(arguments.string("record") ?? "").")
        } else {
            var many = ManyRecords(found, of: table, "deleted", context)
            do {
                var writer = writer
                try await many.write(session) { record in
                    try await writer.delete(try await writer.current(record), session)
                }
            } catch {
                session.sayUndo(in: context.notes)
                throw error
            }
        }
        session.sayUndo(in: context.notes)
        context.notes.addUndo(RecordWriter.lostByDeleting)
        return CommandResult(.none)
    }

    /// The records that a command names or its query finds; one that is named is read whole.
    private static func planned(
        _ table: String, _ fields: AssignedFields?, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> (found: [FoundRecord], rows: [TableRow]) {
        let columns = fields?.names ?? []
        if let query = context.arguments.string("query") {
            return (try await matching(query, in: table, columns, session, context), [])
        }
        let name = context.arguments.string("record") ?? ""
        let row = try await session.tables().record(named: name, TableRead(table))
        guard let found = FoundRecord(row, columns: columns) else {
            throw RequestFailure.noRecord(name: name, table: table)
        }
        return ([found], [row])
    }

    /// The records a query finds, once it is sure that the instance reads the whole of it.
    private static func matching(
        _ query: String, in table: String, _ columns: [String], _ session: isolated ShellSession,
        _ context: CommandContext
    ) async throws -> [FoundRecord] {
        let tables = try session.tables()
        let query = try await BulkQuery(query, table).checked(session, context)
        var found: [FoundRecord] = []
        // A record that is made between two batches moves the others, and one may come twice.
        var seen: Set<String> = []
        var withheld = 0
        var batches = RecordPager(tables, TableRead(table, query: query, fields: FoundRecord.fields(for: columns)))
            .makeAsyncIterator()
        while let batch = try await batches.next() {
            withheld += batch.withheld ?? 0
            found += batch.rows.compactMap { row in
                FoundRecord(row, columns: columns).flatMap { seen.insert($0.sysID).inserted ? $0 : nil }
            }
        }
        if withheld > 0 {
            context.notes.add(
                "\(Phrase.counted(withheld, "more record")) of \(table) withheld by access rules: not changed.")
        }
        return found.sorted { ($0.title, $0.sysID) < ($1.title, $1.sysID) }
    }

    private static func nothingFound(in table: String, _ context: CommandContext) -> CommandResult {
        context.notes.add("The query finds no record of \(table); nothing was changed.")
        return CommandResult(.none) { .array([]) }
    }

    private static func show(
        _ plan: WritePlan, _ found: [FoundRecord], _ fields: AssignedFields?, _ session: isolated ShellSession,
        _ context: CommandContext
    ) -> CommandResult {
        if found.isEmpty { return nothingFound(in: plan.table, context) }
        context.notes.add(plan.sentence(on: session.shortName) + " Nothing was changed.")
        return WritePlan.page(plan.action, plan.table, found, fields)
    }

    private static func sayUndo(_ writer: RecordWriter, _ session: isolated ShellSession, _ context: CommandContext) {
        session.sayUndo(in: context.notes)
        writer.note(in: context.notes)
    }

    /// What a person calls a record, with its table.
    private static func name(of row: TableRow, _ table: String) -> String {
        "\(table) \(FoundRecord.name(of: row)?.text ?? row.sysID ?? "")"
    }

    private static func shown(
        _ row: TableRow, _ session: isolated ShellSession, _ context: CommandContext, changed: [String]
    ) -> CommandResult {
        let columns = columnsAfterWrite(
            of: context.arguments.string("table") ?? "", session, context.arguments, changed: changed, row)
        return CommandResult(.record(columns: columns.map(Column.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }
    }

    /// After a write people see the usual columns and those they set; programs see the whole record.
    private static func columnsAfterWrite(
        of table: String, _ session: isolated ShellSession, _ arguments: BoundArguments, changed: [String],
        _ row: TableRow?
    ) -> [String] {
        if let asked = arguments.list("fields") { return asked }
        let all = row?.columns ?? []
        if session.format(of: arguments).isForPrograms { return all }
        let usual = UsualColumns.of(table) ?? UsualColumns.picked(from: all)
        let present = changed.filter { all.contains($0) && !usual.contains($0) }
        return usual + present + (usual.contains("sys_id") ? [] : ["sys_id"])
    }
}
