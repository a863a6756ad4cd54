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
