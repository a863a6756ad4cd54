import Dispatch
import Foundation
import Synchronization

/// A thread that runs tasks, as a program's main thread may: one that a request is allowed to block.
package final class OneThread: TaskExecutor {
    private let waiting = Mutex<[UnownedJob]>([])
    private let count = DispatchSemaphore(value: 0)
    private let own = Mutex<pthread_t?>(nil)

    package init() {
        Thread.detachNewThread { [self] in
            own.withLock { $0 = pthread_self() }
            while true {
                count.wait()
                guard let job = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    /// Whether the caller runs on it.
    package var isCurrent: Bool { own.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    /// Ends the thread when its work is done.
    package func end() { count.signal() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        count.signal()
    }
}
