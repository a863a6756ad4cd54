import Notation

/// Reads a list of any length in batches, one in memory at a time.
///
/// A list without an order of its own goes by `sys_id`, each batch beginning behind the last record of the one before: a
/// record that is deleted or made meanwhile lets none slip and brings none twice. Any other list goes by offset, with
/// `sys_id` as its last order, since rows that are equal otherwise are lost and doubled between batches.
///
/// An instance may answer with fewer rows than were asked for, and with none, because some may not be read or because it
/// sends no more at once; the list goes on all the same. One that sends nothing new ends it with `.stalled`.
package struct RecordPager: AsyncSequence, Sendable {
    /// One batch.
    package typealias Element = RecordBatch

    private let client: TableClient
    private let read: TableRead
    private let batchSize: Int

    /// How many rows a batch asks for unless told.
    package static let usualBatchSize = 1000

    /// `read.limit` bounds the rows of the whole; nil reads to the end. `read.offset` is where it begins.
    package init(_ client: TableClient, _ read: TableRead, batchSize: Int = usualBatchSize) {
        self.client = client
        self.read = read
        self.batchSize = Swift.max(1, batchSize)
    }

    /// Begins at the first batch.
    package func makeAsyncIterator() -> Iterator { Iterator(client: client, read: read, batchSize: batchSize) }

    /// Reads one batch after another.
    package struct Iterator: AsyncIteratorProtocol {
        private let client: TableClient
        private var read: TableRead
        private let batchSize: Int
        private var window: PageWindow
        private var seen = SeenRecords()

        init(client: TableClient, read: TableRead, batchSize: Int) {
            self.client = client
            self.batchSize = batchSize
            window = PageWindow(read)
            var read = read
            // Batches cannot follow each other by a column that they do not hold.
            if window.isByKey, !read.fields.isEmpty, !read.fields.contains("sys_id") { read.fields.append("sys_id") }
            self.read = read
        }

        /// Throws `RequestFailure`.
        package mutating func next() async throws -> RecordBatch? {
            try await next(isolation: nil)
        }

        /// The next batch; nil at the end, and after a failure the same batch is asked for again.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestFailure) -> RecordBatch?
        {
            guard let asked = window.next(atMost: batchSize, read) else { return nil }
            let answer = try await client.list(asked)
            if !window.isInOrder(answer.rows.lazy.map(\.sysID)), window.goByOffset() {
                return try await next(isolation: actor)
            }
            var following = window
            let batch = following.take(answer, of: asked)
            let records = batch.rows.map { $0.sysID ?? JSON($0.node).compact }
            // The last batch may repeat records: those before it may have become more meanwhile.
            if !following.isOver {
                // Different records can hold the same in the columns asked for; their sys_ids tell.
                if !read.fields.isEmpty, !read.fields.contains("sys_id"), seen.hold(records) {
                    read.fields.append("sys_id")
                    return try await next(isolation: actor)
                }
                try seen.take(records, isByKey: window.isByKey)
            }
            window = following
            return batch
        }
    }
}
