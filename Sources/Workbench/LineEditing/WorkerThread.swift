import Glibc
import Synchronization

/// A thread for blocking work, such as reading from a terminal or waiting for signals, which must not block the shared
/// pool. It ends after its work when the last reference to it is gone.
package final class WorkerThread: Sendable {
    private let queue = Queue()
    private let started: Bool

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

    /// Queues work without waiting for it; false if there is no thread.
    package func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        if started { queue.add(work) }
        return started
    }

    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        guard started else { return work() }
        return await withCheckedContinuation { continuation in
            queue.add { continuation.resume(returning: work()) }
        }
    }

    /// Work in order; nil ends the thread.
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

/// A counting semaphore. The pointer is constant and the functions are thread-safe.
package final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    package func signal() { sem_post(semaphore) }

    package func wait() { while sem_wait(semaphore) != 0 {} }
}
