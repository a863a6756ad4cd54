import Glibc
import Synchronization

/// A thread for work that blocks, one piece after another: reading from a person, or waiting for signals, must not hold
/// up a thread of the shared pool. It ends when the last reference to it is gone and its work is done.
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

    /// Has a piece of work done, and does not wait for it; false when there is no thread to do it.
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

/// A counting semaphore. The pointer is constant and the system's functions on it are safe from any thread.
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
