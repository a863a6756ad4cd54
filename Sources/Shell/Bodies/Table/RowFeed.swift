import NowData

/// Hands on the batches of a long list and adds up what came.
actor RowFeed {
    private var batches: RecordPager.Iterator
    /// Batches that were read already, to be handed on first.
    private var held: ArraySlice<RecordBatch>
    private(set) var sum: (rows: Int, withheld: Int) = (0, 0)
    /// How many records the instance says there are; nil when it did not count.
    private(set) var total: Int?

    init(_ batches: RecordPager.Iterator, held: [RecordBatch]) {
        self.batches = batches
        self.held = held[...]
    }

    func next() async throws -> RecordBatch? {
        let batch: RecordBatch?
        if let next = held.popFirst() {
            batch = next
        } else {
            var batches = self.batches
            batch = try await batches.next()
            self.batches = batches
        }
        total = batch?.total ?? total
        sum.rows += batch?.rows.count ?? 0
        sum.withheld += batch?.withheld ?? 0
        return batch
    }
}
