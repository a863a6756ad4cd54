import Database
import Glibc
import Synchronization

/// Copies the log of a cassette into its file while recording goes on. A checkpoint waits for the disk twice, so it has
/// its own thread. What is recorded after it has begun is not copied.
final class LogCheckpoint: Sendable {
    private final class Work: Sendable {
        let file: CassetteFile
        let place: RecordingFiles
        let hasEnded = Atomic(false)

        init(_ file: CassetteFile, _ place: RecordingFiles) { (self.file, self.place) = (file, place) }

        /// A failure is not reported: the log is complete, and the recorder's next checkpoint fails too.
        func run() {
            defer { hasEnded.store(true, ordering: .releasing) }
            guard let connection = try? Connection(path: file.real, mode: .readWrite) else { return }
            connection.leavesLogWhenClosed()
            connection.distrust()
            // SQLite would copy the recorder's log into any file at the path. The statement opens file and log; only
            // then is it certain that both are the recorder's.
            guard (try? connection.row("PRAGMA user_version") { $0.integer(0) }) != nil, place.areAllInPlace else {
                return
            }
            try? connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    private let work: Work
    private let thread: pthread_t

    /// Begins; nil if no thread can be created. The thread blocks all signals: they belong to the program's threads.
    init?(of file: CassetteFile, in place: RecordingFiles) {
        var all = sigset_t(), before = sigset_t(), thread = pthread_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Work(file, place)
        let begun = Unmanaged.passRetained(work)
        let failure = pthread_create(
            &thread, nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
                return nil
            }, begun.toOpaque())
        guard failure == 0 else {
            begun.release()
            return nil
        }
        (self.work, self.thread) = (work, thread)
    }

    var hasEnded: Bool { work.hasEnded.load(ordering: .acquiring) }

    /// Waits until it has ended.
    deinit { pthread_join(thread, nil) }
}
