import ExchangeModel
import Glibc
import Synchronization

/// The time a test sees: it stands still at the moment the tape was begun. Waiting is real only while recording.
struct TestClock: ExchangeModel.Clock {
    let now: Timestamp
    let waits: Bool

    func sleep(microseconds: Int64) async throws {
        try Task.checkCancellation()
        if waits { try await Task.sleep(for: .microseconds(microseconds)) }
    }
}

/// The machine's time, which begins with a moment that was looked at before: the session on the tape begins when its test
/// does.
final class RecordingClock: ExchangeModel.Clock {
    private let first: Mutex<Timestamp?>

    init(beginningAt first: Timestamp) { self.first = Mutex(first) }

    var now: Timestamp {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        return first ?? Self.machine()
    }

    func sleep(microseconds: Int64) async throws { try await Task.sleep(for: .microseconds(microseconds)) }

    /// The present moment.
    static func machine() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
