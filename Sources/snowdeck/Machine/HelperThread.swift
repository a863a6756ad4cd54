import Glibc
import LineEditing
import Synchronization

/// A thread that is started before anything else, for one piece of work at once and perhaps another one later.
///
/// While one thread loads a library the system starts no other (glibc's `dlopen` holds the lock that `pthread_create`
/// wants), so whoever needs a thread while libcurl is being loaded takes the one that loads it, when that is done.
final class HelperThread: Sendable {
    private let next = Mutex<(@Sendable () -> Void)?>(nil)
    private let isGiven = Semaphore()
    private let first: @Sendable () -> Void

    private init(_ first: @escaping @Sendable () -> Void) { self.first = first }

    /// Starts one; nil when the system has no thread to give.
    static func start(_ first: @escaping @Sendable () -> Void) -> HelperThread? {
        let helper = HelperThread(first)
        let context = Unmanaged.passRetained(helper)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<HelperThread>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return nil
        }
        pthread_detach(thread)
        return helper
    }

    /// Runs one more piece of work, after the first; false when it has been given one already.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isFree = next.withLock { next in
            guard next == nil else { return false }
            next = work
            return true
        }
        if isFree { isGiven.signal() }
        return isFree
    }

    private func work() {
        first()
        isGiven.wait()
        next.withLock { $0 }?()
    }
}
