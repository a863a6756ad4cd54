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
        let link = try session.connected()
        let table = arguments.string("table") ?? ""
        let check = try await QueryCheck(flags: ["order", "fields"], session, context)
        let view = arguments.string("view")
        let fields = arguments.list("fields") ?? (view == nil ? session.usualFields(of: table, arguments) : [])
        var read = TableRead(table, query: ListQuery(check.sent, arguments).text)
        read.fields = check.proving(fields)
        read.view = view
        read.offset = arguments.int("offset").flatMap { $0 > 0 ? $0 : nil }
        // A view has chosen already.
        let isPicked = view == nil && !session.format(of: arguments).isForPrograms
        if arguments.flag("all") {
            return try await everything(link, read, fields, isPicked: isPicked, check, context, session)
        }

        read.limit = arguments.int("limit") ?? session.settings.limit
        let answer = try await link.tables.list(read)
        let rows = Array(answer.rows.prefix(read.limit ?? Int.max))
        ShownRows(shown: rows.count, total: answer.total, offset: read.offset ?? 0, withheld: answer.withheld)
            .note(in: context.notes)
        try await check.note(rows: rows, foundNothing: rows.isEmpty, session, context)
        let columns = columns(fields, rows, isPicked: isPicked)
        return CommandResult(.table(TableRows.table(rows, columns))) {
            TableRows.json(rows, only: fields.isEmpty ? nil : fields)
        }
    }

    @Sendable static func get(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let arguments = context.arguments
        let table = arguments.string("table") ?? ""
        let asked = arguments.list("fields")
        let link = try session.connected()
        let row = try await link.tables.record(
            named: arguments.string("record") ?? "", TableRead(table, fields: asked ?? []))
        try await QueryCheck(flags: ["fields"], session, context).note(
            rows: [row], foundNothing: false, session, context)
        return record(row, asked, isForPeople: !session.format(of: arguments).isForPrograms, context)
    }

    @Sendable static func describe(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let columns = try await session.connected().schema.describe(
            context.arguments.string("table") ?? "", for: .command)
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
        _ link: InstanceLink, _ read: TableRead, _ fields: [String], isPicked: Bool, _ check: QueryCheck,
        _ context: CommandContext, _ session: isolated ShellSession
    ) async throws -> CommandResult {
        var batches = RecordPager(link.tables, read).makeAsyncIterator()
        // The first rows say which columns there are; batches before them hold none that may be read.
        var held: [RecordBatch] = []
        while held.last?.rows.isEmpty ?? true, let batch = try await batches.next() { held.append(batch) }
        let rows = held.last?.rows ?? []
        let columns = columns(fields, rows, isPicked: isPicked)
        let notes = context.notes, progress = context.progress
        try await check.note(rows: rows, foundNothing: rows.isEmpty, session, context)
        let feed = RowFeed(batches, held: held)
        let stream = RowBatches {
            let next: RecordBatch?
            do {
                next = try await feed.next()
            } catch RequestFailure.stalled(let stall) {
                let (rows, total) = (await feed.sum.rows, await feed.total)
                let of = total.map { " of \($0)" } ?? ""
                throw BrokenOff(
                    RequestFailure.stalled(stall),
                    notes: ["The list ended after \(rows)\(of) records, which are shown."])
            }
            guard let batch = next else {
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
    private static func columns(_ fields: [String], _ rows: [TableRow], isPicked: Bool) -> [String] {
        guard fields.isEmpty else { return fields }
        let all = rows.first?.columns ?? []
        return isPicked ? UsualColumns.picked(from: all) : all
    }
}
