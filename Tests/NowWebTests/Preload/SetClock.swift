import ExchangeModel
import Synchronization

/// A clock that is set by hand.
final class SetClock: ExchangeModel.Clock {
    /// Tue, 16 Apr 2024 17:16:18 GMT.
    static let start = Timestamp(seconds: 1_713_287_778)
    private let time = Mutex(start)

    var now: Timestamp { time.withLock { $0 } }

    func advance(by seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

    func sleep(microseconds: Int64) async throws {}
}
