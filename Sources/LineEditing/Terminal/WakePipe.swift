import Glibc

/// A pipe whose bytes wake whoever waits on it. Neither end ever blocks.
final class WakePipe: Sendable {
    /// The end that is waited on.
    let reading: Int32
    /// The end that is written to, by a signal handler too.
    let writing: Int32

    /// Nil when the process has no descriptor left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// The next byte that was written; nil when none is waiting.
    func next() -> UInt8? {
        var byte: UInt8 = 0
        return read(reading, &byte, 1) == 1 ? byte : nil
    }
}
