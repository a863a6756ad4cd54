import ExchangeModel
import Synchronization

/// The limits of requests that hold at the moment: the session's settings, or a command's own flags while it runs.
final class LimitBox: Sendable {
    private let limits: Mutex<RequestLimits>

    init(_ limits: RequestLimits) { self.limits = Mutex(limits) }

    var current: RequestLimits {
        get { limits.withLock { $0 } }
        set { limits.withLock { $0 = newValue } }
    }
}
