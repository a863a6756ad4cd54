package import ExchangeModel
import Synchronization

/// A clock that shows the time it was set to and never waits.
package final class ManualClock: ExchangeModel.Clock {
    private let time: Mutex<Timestamp>

    package init(_ now: Timestamp) { time = Mutex(now) }

    package var now: Timestamp { time.withLock { $0 } }

    package func advance(by seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

    package func sleep(microseconds: Int64) async throws {}
}
