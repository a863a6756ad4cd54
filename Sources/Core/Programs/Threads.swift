import Glibc

/// Threads for blocking work. All signals are blocked in them; they belong to the program's other threads.
package enum Threads {
    /// Runs work on a new thread, or on the current one if none can be created.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            if !begin({ continuation.resume(returning: work()) }) { continuation.resume(returning: work()) }
        }
    }

    /// Starts work on a new thread; false if none can be created.
    package static func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let piece = Unmanaged.passRetained(Piece(work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { piece in
                if let piece { Unmanaged<Piece>.fromOpaque(piece).takeRetainedValue().work() }
                return nil
            }, piece.toOpaque())
        guard code == 0 else {
            piece.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Piece: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
