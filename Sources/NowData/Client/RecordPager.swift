/// Reads a list of any length in batches, one in memory at a time.
///
/// A query without an order by `sys_id` gets one as its last, since rows are lost and doubled between batches otherwise.
/// Batches are windows of the list: rows without right to read leave a batch shorter, even empty, and the next one is
/// still read.
package struct RecordPager: AsyncSequence, Sendable {
    /// One batch.
    package typealias Element = RecordBatch

    private let client: TableClient
    private let read: TableRead
    private let batchSize: Int

    /// How many rows a batch asks for unless told.
    package static let usualBatchSize = 1000

    /// `read.limit` bounds the whole; nil reads to the end. `read.offset` is where it begins.
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
        /// Where the window ends; nil while there is no limit.
        private let end: Int?
        private var offset: Int
        private var isOver: Bool

        init(client: TableClient, read: TableRead, batchSize: Int) {
            self.client = client
            self.read = read
            self.batchSize = batchSize
            offset = read.offset ?? 0
            end = read.limit.map { (read.offset ?? 0) + $0 }
            isOver = read.limit == 0
            self.read.query = StableOrder.added(to: read.query)
        }

        /// Throws `RequestFailure`.
        package mutating func next() async throws -> RecordBatch? {
            try await next(isolation: nil)
        }

        /// The next batch; nil at the end, and after a failure the same batch is asked for again.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestFailure) -> RecordBatch?
        {
            guard !isOver else { return nil }
            read.offset = offset
            read.limit = end.map { Swift.min(batchSize, $0 - offset) } ?? batchSize
            let asked = read.limit ?? batchSize
            let answer = try await client.list(read)
            let batch = RecordBatch(
                rows: answer.rows, offset: offset, total: answer.total, withheld: answer.withheld)
            offset += asked
            let isEnd: Bool
            if let total = answer.total {
                isEnd = offset >= total
            } else if answer.links.next != nil {
                isEnd = false
            } else {
                isEnd = answer.rows.count < asked
            }
            isOver = isEnd || end.map { offset >= $0 } ?? false
            return batch
        }
    }
}
