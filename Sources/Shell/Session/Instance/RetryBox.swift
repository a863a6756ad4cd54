import NowSDK
import Synchronization

/// The command that requests belong to at the moment, for whoever repeats them.
final class RetryBox: Sendable {
    private let watch = Mutex<RetryWatch?>(nil)

    var current: RetryWatch? {
        get { watch.withLock { $0 } }
        set { watch.withLock { $0 = newValue } }
    }
}
