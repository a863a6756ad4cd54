/// Where the time comes from, and how to wait. Only the executable makes one that reads the machine's clock.
public protocol Clock: Sendable {
    /// The present moment.
    var now: Timestamp { get }
    /// Waits; in replay it returns at once. Throws `CancellationError` when the task is cancelled.
    func sleep(microseconds: Int64) async throws
}
