import Notation
import NowData
import Rendering
import TapeDeck

/// Runs a document page by page.
enum GraphQLPaging {
    /// `--all`: all records of the single queried table, in batches, written as they arrive.
    static func everything(
        _ run: GraphQLRun, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> CommandResult {
        let paged = try paged(run, context.arguments)
        let link = try session.connected()
        let batches = GraphQLBatches(
            paged, GraphQLClient(instance: session.instance, transport: link.readingAhead))
        let faults = GraphQLDiagnostics(run)
        // The first batch with records determines the columns; earlier ones contain no readable record.
        let first: GraphQLBatches.Batch?
        do {
            first = try await batches.first()
        } catch let refused as GraphQLBatches.Refused {
            throw problem(refused.errors, faults)
        }
        guard let columns = GraphQLColumns(paged.fields, GraphQL.Fragments(run.document), rows: first?.rows ?? [])
        else {
            throw context.arguments.problem(
                .usage, "--all prints a table, and these records have too many columns.", at: "all")
        }
        let notes = context.notes, progress = context.progress, deck = session.slot.deck
        let stream = RowBatches.reading {
            let batch: GraphQLBatches.Batch?
            do {
                batch = try await batches.next()
            } catch {
                throw await endedEarly(error, batches, faults)
            }
            let sum = await batches.sum
            guard let batch else {
                progress("")
                if sum.rows == 0, sum.withheld == 0 { notes.add("No record found.") }
                if sum.withheld > 0 { notes.add(RowCounts.withheldText(shown: sum.rows, withheld: sum.withheld)) }
                let errors = await batches.errors
                if !errors.isEmpty { throw problem(errors, faults) }
                return nil
            }
            return RowBatch {
                await deck?.settle()
                context.count(sum.rows, of: batch.total, "records")
                return batch.rows.map(columns.cells)
            }
        }
        return CommandResult(.stream(columns: columns.columns, batches: stream))
    }

    private static func paged(_ run: GraphQLRun, _ arguments: BoundArguments) throws -> PagedDocument {
        guard let entry = run.entries.first, run.entries.count == 1 else {
            throw arguments.problem(
                .usage, "--all requires a single operation, and the document has several.", at: "all",
                hints: ["Choose one with --operation NAME."])
        }
        do throws(PagingError) {
            return try PagedDocument(run.document, entry.operation, given: entry.variables)
        } catch {
            let place = error.place
            throw Problem(
                .usage, error.message, source: place.range.isEmpty ? nil : run.source.source(of: place),
                hints: ["To send the document once, unchanged, omit --all."])
        }
    }

    /// The error that ended a list, with a note on how many records were shown.
    private static func endedEarly(
        _ error: any Error, _ batches: GraphQLBatches, _ faults: GraphQLDiagnostics
    ) async -> any Error {
        var cause: any Error = (error as? GraphQLBatches.Refused).map { problem($0.errors, faults) } ?? error
        if case RequestFailure.stalled = error {
            cause = Problem(.refused, "\(error)", hints: ["To send the document once, unchanged, omit --all."])
        }
        let rows = await batches.sum.rows
        guard rows > 0 else { return cause }
        let total = await batches.total
        return IncompleteError(
            cause, notes: ["Only the first \(rows)" + (total.map { " of \($0)" } ?? "") + " records are shown."])
    }

    private static func problem(_ errors: [GraphQLError], _ faults: GraphQLDiagnostics) -> Problem {
        var problems = errors.prefix(maxShown).map { faults.problem($0, of: 0, isRewritten: true) }
        guard !problems.isEmpty else {
            return Problem(
                .refused, "The instance returned neither records nor an error.", hints: ["tape show"])
        }
        var first = problems.removeFirst()
        first.further = problems
        return first
    }

    private static let maxShown = 8
}

/// Fetches the records of a document in batches and counts them.
///
/// As in `table list --all`, pages by sys_id if the query sets no order and is fully parsed, else by offset.
actor GraphQLBatches {
    struct Batch: Sendable {
        let rows: [JSONNode]
        /// The number of records; nil if the instance does not count.
        let total: Int?
    }

    struct Refused: Error {
        /// The errors of the instance; may be empty.
        let errors: [GraphQLError]
    }

    private let paged: PagedDocument
    private let client: GraphQLClient
    private let read: TableRead
    private let size: Int
    private var window: PageWindow
    /// Batches that were fetched but not yet returned by `next()`.
    private var held: [Batch] = []
    private(set) var sum: (rows: Int, withheld: Int) = (0, 0)
    private(set) var total: Int?
    private var seen = SeenRecords()
    private(set) var errors: [GraphQLError] = []

    init(_ paged: PagedDocument, _ client: GraphQLClient) {
        self.paged = paged
        self.client = client
        size = paged.limit ?? RecordPager.defaultBatchSize
        read = TableRead(paged.table, query: paged.query, offset: paged.offset > 0 ? paged.offset : nil)
        window = PageWindow(read)
    }

    /// Fetches batches up to the first with a record, and returns that one; nil if there is none. `next()` returns all.
    func first() async throws -> Batch? {
        var found: [Batch] = []
        while found.last?.rows.isEmpty ?? true, let batch = try await fetch() { found.append(batch) }
        held = found
        return found.last
    }

    func next() async throws -> Batch? {
        let batch: Batch?
        if held.isEmpty {
            batch = try await fetch()
        } else {
            batch = held.removeFirst()
        }
        sum.rows += batch?.rows.count ?? 0
        return batch
    }

    private func fetch() async throws -> Batch? {
        guard let asked = window.next(atMost: size, read) else { return nil }
        let limit = asked.limit ?? size
        let document = paged.batch(query: asked.query, limit: limit, offset: asked.offset ?? 0)
        let answer = try await client.run(GraphQLRequest(query: document.text, variables: paged.variables))
        let node = paged.path.reduce(answer.data) { $0?[$1] }
        guard let list = node?[paged.results], list.kind == .array else { throw Refused(errors: answer.errors) }
        let rows = Array(list.elements.prefix(limit))
        let keys = rows.map { row in paged.key.reduce(Optional(row)) { $0?[$1] }?.scalarText }
        if !window.isInOrder(keys), window.switchToOffset() { return try await fetch() }
        let counted = paged.count.flatMap { node?[$0]?.number }.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        let taken = window.take(count: rows.count, last: keys.last ?? nil, total: counted, of: asked)
        if !window.isAtEnd {
            try seen.take(zip(keys, rows).map { $0 ?? JSON($1).compact }, isByKey: window.isByKey)
        }
        total = taken.total
        sum.withheld += taken.withheld ?? 0
        errors += answer.errors
        return Batch(rows: rows, total: taken.total)
    }
}
