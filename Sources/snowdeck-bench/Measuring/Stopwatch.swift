import Glibc

/// Time that passes, in nanoseconds, by the clock that nobody sets.
enum Stopwatch {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// How long a piece of work takes, in nanoseconds.
    static func time(_ work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return Double(now - start)
    }

    /// The same for work that waits.
    static func time(_ work: () async throws -> Void) async rethrows -> Double {
        let start = now
        try await work()
        return Double(now - start)
    }
}
