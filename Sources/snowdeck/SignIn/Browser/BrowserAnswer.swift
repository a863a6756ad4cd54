import Glibc
import NowSDK
import Programs
import Synchronization

/// What comes of sending somebody to a browser: the first answer counts, and wakes whoever waits at the prompt.
final class BrowserAnswer: Sendable {
    /// What came.
    enum Outcome: Sendable {
        /// The path and query that the browser asked this machine for.
        case redirect(String)
        /// Nothing, for too long.
        case late
        /// The task was called off.
        case cancelled
    }

    private let state = Mutex<Outcome?>(nil)
    private let wake: DescriptorPair

    /// Nil when the process has no descriptor left.
    init?() {
        guard let wake = DescriptorPair.pipe() else { return nil }
        self.wake = wake
    }

    deinit { wake.close() }

    /// What can be waited on until there is an answer.
    var descriptor: Int32 { wake.read }

    /// The answer, if there is one.
    var outcome: Outcome? { state.withLock { $0 } }

    /// Takes an answer; false when there was one already.
    @discardableResult
    func take(_ outcome: Outcome) -> Bool {
        let isFirst = state.withLock { state in
            guard state == nil else { return false }
            state = outcome
            return true
        }
        var byte: UInt8 = 0
        if isFirst { _ = write(wake.write, &byte, 1) }
        return isFirst
    }
}
