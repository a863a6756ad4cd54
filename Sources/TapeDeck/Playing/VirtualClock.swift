package import ExchangeModel
import Synchronization

/// A clock that shows the time it was given last and never waits.
package final class VirtualClock: Clock {
    private let time: Mutex<Timestamp>

    /// A clock that shows this time.
    package init(_ now: Timestamp = Timestamp(microseconds: 0)) { time = Mutex(now) }

    /// The time it was given last.
    package var now: Timestamp { time.withLock { $0 } }

    /// Shows another time from now on; it may be an earlier one.
    package func set(_ now: Timestamp) { time.withLock { $0 = now } }

    /// Returns at once; the time stays, as it does for a command that waits while it is recorded.
    package func sleep(microseconds: Int64) async throws { try Task.checkCancellation() }
}
