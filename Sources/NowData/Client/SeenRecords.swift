import ExchangeModel

/// Notices an instance that sends no new records of a list, whatever page it is asked for.
///
/// Of records that are read by offset a digest of each is kept. Batches by key follow each other in growing order, so
/// only the last one can come again.
package struct SeenRecords: Sendable {
    /// How many batches without a record may follow each other: records may be withheld, but not without end.
    static let mostEmptyBatches = 1000

    private var digests: Set<Int64> = []
    private var emptyBatches = 0

    /// Nothing has been seen.
    package init() {}

    /// Whether there are records and none of them is new.
    func hold(_ records: some Collection<String>) -> Bool {
        !records.isEmpty && records.allSatisfy { digests.contains(StableHash.of($0)) }
    }

    /// Takes the records of a batch, each by its sys_id or its whole text. Throws when none is new.
    package mutating func take(_ records: some Collection<String>, isByKey: Bool) throws(RequestFailure) {
        guard !records.isEmpty else {
            emptyBatches += 1
            guard emptyBatches < SeenRecords.mostEmptyBatches else { throw .stalled(.empty(batches: emptyBatches)) }
            return
        }
        emptyBatches = 0
        guard !hold(records) else { throw .stalled(.repeated) }
        if isByKey { digests = [] }
        for record in records { digests.insert(StableHash.of(record)) }
    }
}
