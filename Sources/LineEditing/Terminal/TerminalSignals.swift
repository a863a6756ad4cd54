import CLibedit
import Glibc

/// Signals as bytes of a pipe, so that whoever waits for a key can wait for them too.
///
/// Signals are only caught between `watch` and `unwatch`; at any other time they do what the program wants of them.
final class TerminalSignals {
    private let pipe: WakePipe
    private var isWatching = false

    /// Nil when the process has no descriptor left.
    init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    /// What is waited on.
    var descriptor: Int32 { pipe.reading }

    /// Begins to catch signals, unless somebody else in this process does.
    func watch() {
        if cel_watch_signals(pipe.writing) == 0 { isWatching = true }
    }

    func unwatch() {
        if isWatching { cel_unwatch_signals() }
        isWatching = false
    }

    /// The next signal that has come; nil when none is waiting.
    func next() -> Int32? { pipe.next().map { Int32($0) } }

    /// Lets a signal do here and now what it does to this program. Threads of the shared pool block signals, and their
    /// offspring inherit that, so it is let through for this moment.
    static func deliver(_ number: Int32) {
        var wanted = sigset_t()
        var before = sigset_t()
        sigemptyset(&wanted)
        sigaddset(&wanted, number)
        pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
