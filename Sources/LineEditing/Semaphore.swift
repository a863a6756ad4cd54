import Glibc

/// A counting semaphore. The pointer is constant and the system's functions on it are safe from any thread.
package final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// A semaphore that nobody has signalled.
    package init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Counts one up.
    package func signal() { sem_post(semaphore) }

    /// Waits until there is one, and counts it down.
    package func wait() { while sem_wait(semaphore) != 0 {} }
}
