import ExchangeModel
import NowData
import Notation
import Rendering
import Synchronization

/// The `table` commands.
enum TableBodies {
    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let tables = try session.tables()
        let asked = arguments.list("fields")
        let table = arguments.string("table") ?? ""
        var read = TableRead(table, query: try ListQuery(arguments).text)
        read.fields = asked ?? session.usualFields(of: table, arguments)
        read.offset = arguments.int("offset").flatMap { $0 > 0 ? $0 : nil }
        ListQuery.warn(about: read.query, in: context.notes)
        if arguments.flag("all") {
            return try await everything(
                tables, read, isForPeople: !session.format(of: arguments).isForPrograms, context)
        }

        read.limit = arguments.int("limit") ?? session.settings.limit
        let answer = try await tables.list(read)
        let rows = Array(answer.rows.prefix(read.limit ?? Int.max))
        ShownRows(shown: rows.count, total: answer.total, offset: read.offset ?? 0, withheld: answer.withheld)
            .note(in: context.notes)
        noteMissing(asked ?? [], rows, table, context)
        let columns = columns(read.fields, rows, isForPeople: !session.format(of: arguments).isForPrograms)
        return CommandResult(.table(TableRows.table(rows, columns))) { TableRows.json(rows) }
    }

    @Sendable static func get(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let asked = arguments.list("fields")
        let row = try await session.tables().record(
            named: arguments.string("record") ?? "", TableRead(table, fields: asked ?? []))
        noteMissing(asked ?? [], [row], table, context)
        return record(row, asked, isForPeople: !session.format(of: arguments).isForPrograms, context)
    }

    @Sendable static func count(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let query = arguments.string("query")
        ListQuery.warn(about: query, in: context.notes)
        let counts = try await session.tables().count(arguments.string("table") ?? "", query: query)
        let count = String(counts.first?.count ?? 0)
        let value: @Sendable () -> JSON = { .object([JSON.Member("count", .string(count))]) }
        if session.format(of: arguments).isForPrograms {
            return CommandResult(.record(columns: [Column("count")], cells: [Cell(count)]), value: value)
        }
        return CommandResult(.text(count), value: value)
    }

    @Sendable static func describe(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let columns = try await session.tables().describe(context.arguments.string("table") ?? "")
        let described = DescribedColumns(columns)
        let isForPeople = !session.format(of: context.arguments).isForPrograms
        return CommandResult(.table(isForPeople ? described.forPeople : described.whole)) { described.json }
    }

    @Sendable static func names(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let part = context.arguments.string("text")?.lowercased()
        let names = try await session.tables().tableNames().filter { table in
            guard let part else { return true }
            return table.name.lowercased().contains(part) || table.label.lowercased().contains(part)
        }
        let rows = names.map { [Cell($0.name), Cell($0.label)] }
        return CommandResult(.table(Table(columns: [Column("name"), Column("label")], rows: rows))) {
            .array(
                names.map { .object([JSON.Member("name", .string($0.name)), JSON.Member("label", .string($0.label))]) })
        }
    }

    /// Every record, batch by batch, written as it comes.
    private static func everything(
        _ tables: TableClient, _ read: TableRead, isForPeople: Bool, _ context: CommandContext
    ) async throws -> CommandResult {
        var batches = RecordPager(tables, read).makeAsyncIterator()
        // The first rows say which columns there are; batches before them hold none that may be read.
        var held: [RecordBatch] = []
        while held.last?.rows.isEmpty ?? true, let batch = try await batches.next() { held.append(batch) }
        let rows = held.last?.rows ?? []
        let columns = columns(read.fields, rows, isForPeople: isForPeople)
        let notes = context.notes, progress = context.progress
        noteMissing(context.arguments.list("fields") ?? [], rows, read.table, context)
        let feed = RowFeed(batches, held: held)
        let stream = RowBatches {
            guard let batch = try await feed.next() else {
                let sum = await feed.sum
                progress("")
                if sum.rows == 0, sum.withheld == 0 { notes.add("No record found.") }
                if sum.withheld > 0 { notes.add(ShownRows.withheldText(shown: sum.rows, withheld: sum.withheld)) }
                return nil
            }
            let sum = await feed.sum
            progress(batch.total.map { "\(sum.rows) of \($0) records" } ?? "\(sum.rows) records")
            return batch.rows.map { TableRows.cells($0, columns) }
        }
        return CommandResult(.stream(columns: columns.map(Column.init), batches: stream))
    }

    /// A record: for people the fields that hold something, unless they chose the fields.
    static func record(
        _ row: TableRow, _ asked: [String]?, isForPeople: Bool, _ context: CommandContext
    ) -> CommandResult {
        var columns = asked ?? row.columns
        if asked == nil, isForPeople {
            let table = context.arguments.string("table") ?? ""
            let filled = columns.filter {
                !(row[$0].map { ($0.display ?? $0.value).isEmpty && $0.value.isEmpty } ?? true)
            }
            let empty = columns.count - filled.count
            if empty > 0 {
                context.notes.add(
                    "\(Phrase.counted(empty, "empty field")) not shown; -f FIELDS or --format json shows them.")
            }
            columns = UsualColumns.first(of: table, in: filled)
        }
        return CommandResult(.record(columns: columns.map(Column.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }
    }

    /// The columns of a list: those asked for, else picked from what came.
    private static func columns(_ fields: [String], _ rows: [TableRow], isForPeople: Bool) -> [String] {
        guard fields.isEmpty else { return fields }
        let all = rows.first?.columns ?? []
        return isForPeople ? UsualColumns.picked(from: all) : all
    }

    static func noteMissing(_ asked: [String], _ rows: [TableRow], _ table: String, _ context: CommandContext) {
        for field in TableRows.missing(asked, from: rows) {
            context.notes.add("\(table) has no field \(field), or it may not be read.")
        }
    }
}
