package import ExchangeModel

/// Why and how long a request waits before it is sent again.
package struct RetryPause: Sendable, Hashable {
    /// What the attempt before it came to.
    package enum Cause: Sendable, Hashable {
        /// 429.
        case tooManyRequests
        /// 502, 503, 504.
        case unavailable(status: Int)
        /// No answer came.
        case failure(TransportFailure)
    }

    /// What the attempt before it came to.
    package let cause: Cause
    /// How long.
    package let microseconds: Int64
    /// Whether the instance named the time; else it grows from one attempt to the next.
    package let isAskedFor: Bool
    /// How many times the request has been repeated before.
    package let repeats: Int

    /// Whole seconds, rounded up.
    package var seconds: Int64 { (microseconds + 999_999) / 1_000_000 }
}

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
