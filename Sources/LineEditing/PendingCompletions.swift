import Synchronization

/// An answer that is given on another thread, with a descriptor that can be waited on.
final class PendingCompletions: Sendable {
    private let pipe: WakePipe
    private let answer = Mutex<Completions?>(nil)

    /// Nil when the process has no descriptor left.
    init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    var descriptor: Int32 { pipe.reading }

    func give(_ completions: Completions?) {
        answer.withLock { $0 = completions }
        pipe.wake()
    }

    var taken: Completions? { answer.withLock { $0 } }
}
