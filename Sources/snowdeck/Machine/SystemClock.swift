import ExchangeModel
import Glibc

/// The machine's clock, and the one place of the program that reads it.
struct SystemClock: Clock {
    var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    func sleep(microseconds: Int64) async throws {
        try await Task.sleep(nanoseconds: UInt64(max(0, microseconds)) * 1000)
    }
}
