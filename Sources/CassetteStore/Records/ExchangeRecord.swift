/// One whole exchange as it stands on the tape. `id` is its sequence number.
package struct ExchangeRecord: Sendable, Hashable {
    /// The sequence number, from 1.
    package var id: Int64
    /// What was sent.
    package var request: RequestRecord
    /// What came of it.
    package var outcome: OutcomeRecord

    /// An exchange of its halves.
    package init(id: Int64, request: RequestRecord, outcome: OutcomeRecord) {
        self.id = id
        self.request = request
        self.outcome = outcome
    }
}
