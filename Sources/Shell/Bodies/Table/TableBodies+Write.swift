import NowData
import Notation
import Rendering

extension TableBodies {
    @Sendable static func create(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let fields = try await assignedFields(session, arguments)
        try await session.authorise(WritePlan(.create, table: table, count: 1, values: fields), context)
        let row = try await session.tables().create(TableWrite(fields), TableRead(table))
        session.recordsHaveChanged()
        context.notes.add("Created \(name(of: row, table)).")
        noteUnset(fields, row, table, context)
        return shown(row, session, context, changed: fields.map(\.name))
    }

    @Sendable static func update(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let fields = try await assignedFields(session, arguments)
        let tables = try session.tables()
        if let query = arguments.string("query") {
            let found = try await matching(query, in: table, tables, context)
            try await session.authorise(
                WritePlan(.update, table: table, count: found.count, names: found.map(\.title), values: fields), context
            )
            var rows: [TableRow] = []
            try await eachOf(found, "updated", in: table, session, context) { record in
                rows.append(try await tables.update(record.sysID, TableWrite(fields), TableRead(table)))
            }
            guard let first = rows.first else { return CommandResult(.none) { .array([]) } }
            noteUnset(fields, first, table, context)
            let columns = columnsAfterWrite(of: table, session, arguments, changed: fields.map(\.name), first)
            let kept = rows
            return CommandResult(.table(TableRows.table(rows, columns))) { TableRows.json(kept) }
        }
        let sysID = try await tables.sysID(of: arguments.string("record") ?? "", in: table)
        try await session.authorise(
            WritePlan(.update, table: table, count: 1, names: [arguments.string("record") ?? sysID], values: fields),
            context)
        let row = try await tables.update(sysID, TableWrite(fields), TableRead(table))
        session.recordsHaveChanged()
        context.notes.add("Updated \(name(of: row, table)).")
        noteUnset(fields, row, table, context)
        return shown(row, session, context, changed: fields.map(\.name))
    }

    @Sendable static func delete(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let tables = try session.tables()
        if let query = arguments.string("query") {
            let found = try await matching(query, in: table, tables, context)
            try await session.authorise(
                WritePlan(.delete, table: table, count: found.count, names: found.map(\.title)), context)
            try await eachOf(found, "deleted", in: table, session, context) { record in
                try await tables.delete(record.sysID, from: table)
            }
            return CommandResult(.none)
        }
        let name = arguments.string("record") ?? ""
        let sysID = try await tables.sysID(of: name, in: table)
        try await session.authorise(WritePlan(.delete, table: table, count: 1, names: [name]), context)
        try await tables.delete(sysID, from: table)
        session.recordsHaveChanged()
        context.notes.add("Deleted \(table) \(name).")
        return CommandResult(.none)
    }

    /// An instance passes over a field that its table does not have; the record it answers with is whole. And it stores
    /// whatever a reference is given: one that leads to no record shows as nothing.
    private static func noteUnset(
        _ fields: [(name: String, value: String)], _ row: TableRow, _ table: String, _ context: CommandContext
    ) {
        let columns = Set(row.columns)
        for field in fields where !columns.contains(field.name) {
            context.notes.add(
                "\(table) has no field \(field.name), or it may not be read; nothing says that it was set.")
        }
        for field in fields {
            guard let cell = row[field.name], !cell.value.isEmpty, cell.display?.isEmpty ?? false else { continue }
            context.notes.add(
                "\(field.name) was set, and nothing is displayed for it: a reference takes the sys_id of a record.")
        }
    }

    /// What `field=value` and `field=@file` say, files read through the deck.
    static func assignedFields(
        _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for assignment in arguments.assignments {
            guard let file = assignment.value.fileName else {
                fields.append((assignment.name, assignment.value.text))
                continue
            }
            let bytes: [UInt8]
            do {
                bytes = try await session.readFile(file)
            } catch let problem as Problem {
                throw arguments.problem(problem.kind, problem.message, at: assignment.name)
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw arguments.problem(
                    .usage, "\(file) is not UTF-8 text, which a field holds.", at: assignment.name)
            }
            fields.append((assignment.name, text))
        }
        return fields
    }

    /// The records a query finds, once it is sure that the instance reads the whole of it.
    private static func matching(
        _ query: String, in table: String, _ tables: TableClient, _ context: CommandContext
    ) async throws -> [FoundRecord] {
        try await BulkQuery(query, table).check(tables, context.arguments)
        var found: [FoundRecord] = []
        // A record that is made between two batches moves the others, and one may come twice.
        var seen: Set<String> = []
        var batches = RecordPager(
            tables, TableRead(table, query: query, fields: ["sys_id", "number", "name", "user_name"])
        )
        .makeAsyncIterator()
        while let batch = try await batches.next() {
            found += batch.rows.compactMap { row in
                guard let sysID = row.sysID, seen.insert(sysID).inserted else { return nil }
                return FoundRecord(sysID: sysID, name: Self.namedColumn(of: row))
            }
        }
        return found.sorted { ($0.title, $0.sysID) < ($1.title, $1.sysID) }
    }

    /// Changes one record after another. When one fails, how many were changed before it is said, because they stay so.
    private static func eachOf(
        _ found: [FoundRecord], _ done: String, in table: String, _ session: isolated ShellSession,
        _ context: CommandContext, _ change: (FoundRecord) async throws -> Void
    ) async throws {
        guard !found.isEmpty else {
            return context.notes.add("The query finds no record of \(table); nothing was changed.")
        }
        defer { session.recordsHaveChanged() }
        for (count, record) in found.enumerated() {
            do {
                try await change(record)
            } catch {
                throw BrokenOff(error, after: count, of: found, done, context.arguments)
            }
            context.progress("\(count + 1) of \(found.count) \(done)")
        }
        context.notes.add("\(Phrase.counted(found.count, "record")) of \(table) \(done).")
    }

    /// What a person calls a record, with its table.
    private static func name(of row: TableRow, _ table: String) -> String {
        "\(table) \(name(of: row) ?? row.sysID ?? "")"
    }

    private static func name(of row: TableRow) -> String? { namedColumn(of: row)?.text }

    private static func namedColumn(of row: TableRow) -> (column: String, text: String)? {
        ["number", "user_name", "name"].lazy.compactMap { column in row[column].map { (column, $0.value) } }
            .first { !$0.1.isEmpty }
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
