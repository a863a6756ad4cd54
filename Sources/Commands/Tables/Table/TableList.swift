import ExchangeModel
import Notation
import NowData
import Rendering
import Synchronization
import TapeDeck
package import Workbench

extension Parameter {
    package static let recordLimit = Flag<Int>(
        "limit", short: "n", .number(0...1_000_000_000), fallback: "20", "Show at most this many records")
    package static let offset = Flag<Int>(
        "offset", .number(0...1_000_000_000), fallback: "0", "Skip this many records first")
    package static let allRecords = Flag<Bool>("all", "Fetch every record, in batches")
    package static let recordOrder = Flag<FieldOrder>("order", .ordering, "Order by these fields; -FIELD descends")
    package static let listView = Flag<String>("view", .word("VIEW"), "Show the fields of this view")
}

extension Command {
    package static let tableList = Command(
        "table list", arguments: [.table],
        flags: [
            .query, .strictQuery, .rawQuery, .fields, .recordLimit, .offset, .allRecords, .recordOrder, .listView,
        ] + Parameter.shown,
        rules: [
            .atMostOne([.recordLimit, .allRecords]), .atMostOne([.fields, .listView]),
            .atMostOne([.strictQuery, .rawQuery]),
        ], traits: Traits(value: .answerUnless(.allRecords))
    ) { run in
        let arguments = run.arguments
        let link = try run.connected()
        let table = arguments.table
        let check = try await QueryCheck(flags: [.recordOrder, .fields], run)
        let view = arguments[.listView]
        let fields = arguments[.fields] ?? (view == nil ? run.usualFields(of: table) : [])
        var read = TableRead(table, query: ListQuery(check.sent, arguments).text)
        read.fields = check.requestedFields(fields)
        read.view = view
        read.offset = arguments[.offset].flatMap { $0 > 0 ? $0 : nil }
        // A view selects the columns itself.
        let isPicked = view == nil && !run.format(of: arguments).isForPrograms
        if arguments[.allRecords] { return try await everything(link, read, fields, isPicked: isPicked, check, run) }

        read.limit = arguments[.recordLimit] ?? run.settings.limit
        let rows: [TableRow]
        var brokenOff: BrokenOffList?
        do throws(RequestFailure) {
            let answer = try await link.tables.list(read)
            rows = Array(answer.rows.prefix(read.limit ?? Int.max))
            RowCounts(shown: rows.count, total: answer.total, offset: read.offset ?? 0, withheld: answer.withheld)
                .note(in: run.notes)
        } catch {
            rows = error.wholeRows
            guard !rows.isEmpty else { throw error }
            brokenOff = BrokenOffList(failure: error, shown: rows.count, total: nil)
        }
        try await check.note(rows: rows, foundNothing: rows.isEmpty, run)
        let columns = columns(fields, rows, isPicked: isPicked)
        var result = CommandResult(.table(TableRows.table(rows, columns))) {
            TableRows.json(rows, only: fields.isEmpty ? nil : fields)
        }.of(table)
        result.ending = { [brokenOff] in brokenOff?.error(arguments) }
        return result
    }
}

/// A list whose records are shown as far as they were received.
private struct BrokenOffList {
    let failure: RequestFailure
    let shown: Int
    let total: Int?

    func error(_ arguments: BoundArguments) -> any Error {
        let of = total.map { " of \($0)" } ?? ""
        let note =
            shown == 1 && total == nil
            ? "Only the first record is shown." : "Only the first \(shown)\(of) records are shown."
        guard case .errorResponse(let response) = failure, response.kind == .truncated else {
            return IncompleteError(failure, notes: [note])
        }
        // Its own note is about records that are not shown.
        var problem = ProblemMapper.problem(failure, of: arguments)
        problem.notes = [note]
        return problem
    }
}

extension RequestFailure {
    /// The complete records of a list that was broken off.
    fileprivate var wholeRows: [TableRow] {
        if case .errorResponse(let response) = self { response.wholeRows ?? [] } else { [] }
    }

    fileprivate var isCancellation: Bool {
        if case .transport(let failure) = self { failure.kind == .cancelled } else { false }
    }
}

/// All records in batches, written as they arrive.
private func everything(
    _ link: InstanceLink, _ read: TableRead, _ fields: [String], isPicked: Bool, _ check: QueryCheck,
    _ run: isolated Run
) async throws -> CommandResult {
    let tables = TableClient(instance: link.tables.instance, transport: link.readingAhead)
    let feed = RowStream(RecordPager(tables, read).makeAsyncIterator())
    let rows = try await feed.first()
    let columns = columns(fields, rows, isPicked: isPicked)
    let notes = run.notes, progress = run.progress, deck = run.slot.deck
    try await check.note(rows: rows, foundNothing: rows.isEmpty, run)
    let stream = RowBatches.reading {
        guard let batch = try await feed.next() else {
            let sum = await feed.sum
            progress("")
            if sum.rows == 0, sum.withheld == 0 { notes.add("No record found.") }
            if sum.withheld > 0 { notes.add(RowCounts.withheldText(shown: sum.rows, withheld: sum.withheld)) }
            return nil
        }
        let sum = await feed.sum
        return RowBatch {
            await deck?.settle()
            run.count(sum.rows, of: batch.total, "records")
            return batch.rows.map { TableRows.cells($0, columns) }
        }
    }
    var result = CommandResult(.stream(columns: columns.map(OutputColumn.init), batches: stream)).of(read.table)
    result.ending = { [arguments = run.arguments] in await feed.brokenOff?.error(arguments) }
    return result
}

/// The columns of a list: the requested ones, or those picked from the response.
private func columns(_ fields: [String], _ rows: [TableRow], isPicked: Bool) -> [String] {
    guard fields.isEmpty else { return fields }
    let all = rows.first?.columns ?? []
    return isPicked ? DefaultColumns.picked(from: all) : all
}

/// Passes on the batches of a long list and counts their records. After a failure it ends with the records received
/// so far.
private actor RowStream {
    private var batches: RecordPager.Iterator
    /// Batches that were already read and are returned first.
    private var held: ArraySlice<RecordBatch> = []
    private(set) var sum: (rows: Int, withheld: Int) = (0, 0)
    /// The instance's total; nil if it did not count.
    private var total: Int?
    private var failure: RequestFailure?

    init(_ batches: RecordPager.Iterator) { self.batches = batches }

    var brokenOff: BrokenOffList? { failure.map { BrokenOffList(failure: $0, shown: sum.rows, total: total) } }

    /// The first rows, which determine the columns. Batches before them contain no readable record.
    func first() async throws(RequestFailure) -> [TableRow] {
        while held.last?.rows.isEmpty ?? true, let batch = try await fetch() { held.append(batch) }
        if let failure, held.last?.rows.isEmpty ?? true { throw failure }
        return held.last?.rows ?? []
    }

    func next() async throws(RequestFailure) -> RecordBatch? {
        var batch = held.popFirst()
        if batch == nil { batch = try await fetch() }
        total = batch?.total ?? total
        sum.rows += batch?.rows.count ?? 0
        sum.withheld += batch?.withheld ?? 0
        return batch
    }

    private func fetch() async throws(RequestFailure) -> RecordBatch? {
        guard failure == nil else { return nil }
        var batches = self.batches
        do throws(RequestFailure) {
            let batch = try await batches.next(isolation: self)
            self.batches = batches
            return batch
        } catch {
            if error.isCancellation { throw error }
            failure = error
            let rows = error.wholeRows
            return rows.isEmpty ? nil : RecordBatch(rows: rows, offset: 0, total: nil, withheld: nil)
        }
    }
}
