import NowData

/// Hands on the batches of a long list and adds up what came.
actor RowFeed {
    private var batches: RecordPager.Iterator
    private var first: RecordBatch?
    private(set) var sum: (rows: Int, withheld: Int) = (0, 0)

    init(_ batches: RecordPager.Iterator, first: RecordBatch?) {
        self.batches = batches
        self.first = first
    }

    func next() async throws -> RecordBatch? {
        let batch: RecordBatch?
        if let first {
            batch = first
            self.first = nil
        } else {
            var batches = self.batches
            batch = try await batches.next()
            self.batches = batches
        }
        sum.rows += batch?.rows.count ?? 0
        sum.withheld += batch?.withheld ?? 0
        return batch
    }
}
