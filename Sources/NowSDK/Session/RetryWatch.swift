/// The command in whose course requests are repeated.
package struct RetryWatch: Sendable {
    /// What the pauses that grow are spread by, so that many clients do not come back at the same moment.
    package let seed: UInt64
    /// How many seconds one request may wait altogether.
    package let limit: Int64
    /// Told when a pause begins.
    package let begins: @Sendable (RetryPause) -> Void
    /// Told each second how many are left; 0 when the pause is over.
    package let counts: @Sendable (RetryPause, _ secondsLeft: Int64) -> Void

    /// A command that is told of its pauses.
    package init(
        seed: UInt64, limit: Int64, begins: @escaping @Sendable (RetryPause) -> Void = { _ in },
        counts: @escaping @Sendable (RetryPause, _ secondsLeft: Int64) -> Void = { _, _ in }
    ) {
        self.seed = seed
        self.limit = limit
        self.begins = begins
        self.counts = counts
    }
}
