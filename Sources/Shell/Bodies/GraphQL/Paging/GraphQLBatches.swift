import NowData
import Notation

/// Fetches the records of a document batch after batch, and adds up what came.
///
/// Batches follow each other as those of `table list --all` do: behind the sys_id of the last record, where the query has
/// no order of its own and is wholly understood, else by offset.
actor GraphQLBatches {
    /// Part of the list.
    struct Batch: Sendable {
        let rows: [JSONNode]
        /// How many records there are; nil when the instance was told not to count.
        let total: Int?
    }

    /// The instance gave no list.
    struct Refused: Error {
        /// Why, in its words; may be empty.
        let errors: [GraphQLError]
    }

    private let paged: PagedDocument
    private let client: GraphQLClient
    private let read: TableRead
    private let size: Int
    private var window: PageWindow
    /// Batches that were read already, to be handed on first.
    private var held: [Batch] = []
    /// What came so far.
    private(set) var sum: (rows: Int, withheld: Int) = (0, 0)
    private(set) var total: Int?
    private var seen = SeenRecords()
    /// What went wrong beside the records.
    private(set) var errors: [GraphQLError] = []

    init(_ paged: PagedDocument, _ client: GraphQLClient) {
        self.paged = paged
        self.client = client
        size = paged.limit ?? RecordPager.usualBatchSize
        read = TableRead(paged.table, query: paged.query, offset: paged.offset > 0 ? paged.offset : nil)
        window = PageWindow(read)
    }

    /// The first batch that holds a record, with those before it still to be handed on; nil when none does.
    func first() async throws -> Batch? {
        var found: [Batch] = []
        while found.last?.rows.isEmpty ?? true, let batch = try await fetch() { found.append(batch) }
        held = found
        return found.last
    }

    /// The next batch; nil at the end.
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
        if !window.isInOrder(keys), window.goByOffset() { return try await fetch() }
        let counted = paged.count.flatMap { node?[$0]?.number }.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        let taken = window.take(count: rows.count, last: keys.last ?? nil, total: counted, of: asked)
        if !window.isOver {
            try seen.take(zip(keys, rows).map { $0 ?? JSON($1).compact }, isByKey: window.isByKey)
        }
        total = taken.total
        sum.withheld += taken.withheld ?? 0
        errors += answer.errors
        return Batch(rows: rows, total: taken.total)
    }
}
