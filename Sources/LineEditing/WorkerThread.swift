import Glibc
import Synchronization

/// A thread for work that blocks, one piece after another: reading from a person, or waiting for signals, must not hold
/// up a thread of the shared pool. It ends when the last reference to it is gone and its work is done.
package final class WorkerThread: Sendable {
    private let queue = Queue()
    /// False when the system had no thread to give; then work runs where it is asked for.
    private let started: Bool

    /// Starts it.
    package init() {
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { queue in
                if let queue { Unmanaged<Queue>.fromOpaque(queue).takeRetainedValue().work() }
                return nil
            }, Unmanaged.passRetained(queue).toOpaque())
        started = failure == 0
        if started { pthread_detach(thread) } else { Unmanaged.passUnretained(queue).release() }
    }

    deinit { queue.add(nil) }

    /// Has a piece of work done, and does not wait for it; false when there is no thread to do it.
    package func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        if started { queue.add(work) }
        return started
    }

    /// Runs a piece of work and gives back what it made.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        guard started else { return work() }
        return await withCheckedContinuation { continuation in
            queue.add { continuation.resume(returning: work()) }
        }
    }

    /// Work in its order; nil ends the thread.
    private final class Queue: Sendable {
        private let waiting = Mutex<[(@Sendable () -> Void)?]>([])
        private let count = Semaphore()

        func add(_ work: (@Sendable () -> Void)?) {
            waiting.withLock { $0.append(work) }
            count.signal()
        }

        func work() {
            while true {
                count.wait()
                guard let next = waiting.withLock({ $0.removeFirst() }) else { return }
                next()
            }
        }
    }
}
