public import ExchangeModel
import Glibc

/// The machine's own clock: for applications, which are their own top floor.
public struct MachineClock: ExchangeModel.Clock {
    /// The one clock of this machine.
    public init() {}

    /// The present moment, to the microsecond.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Waits; throws `CancellationError` when the task is cancelled.
    public func sleep(microseconds: Int64) async throws {
        try await Task.sleep(for: .microseconds(microseconds))
    }
}
