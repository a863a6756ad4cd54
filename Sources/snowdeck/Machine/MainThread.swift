import Glibc
import LineEditing
import LiveTransport
import Synchronization

/// The thread that the program was started on, as the one that runs its tasks.
///
/// A prompt and a command are one thing after another, so a pool of threads would only cost their start: on a busy machine
/// each hand-over from one thread to another may wait for the scheduler longer than everything else takes. What is started
/// with `Task { }` alone, as completion is, still runs on the pool, and goes on while this thread waits for a key.
final class MainThread: TaskExecutor {
    private let waiting = Mutex<[UnownedJob]>([])
    private let count = Semaphore()
    private let own = pthread_self()
    /// A thread that was started earlier and can take more work. While a library is being loaded the system starts no
    /// other (glibc's `dlopen` holds the lock that `pthread_create` wants), so code that needs a thread while libcurl is
    /// being loaded takes the one that loads it, when that is done.
    let helper: WorkerThread?

    private init(_ helper: WorkerThread?) { self.helper = helper }

    var isCurrent: Bool { pthread_equal(own, pthread_self()) != 0 }

    /// Runs a program on this thread, and exits with its status.
    ///
    /// Libraries are not asked to tidy up: another thread may still be loading libcurl, and OpenSSL's clean-up would take
    /// away what that thread is setting up. Nothing waits for it, since files are closed and output is written by then.
    static func run(
        _ helper: WorkerThread?, _ program: @escaping @Sendable (MainThread) async -> Int32
    ) -> Never {
        let thread = MainThread(helper)
        Task.detached(executorPreference: thread) { _exit(await program(thread)) }
        thread.serve()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        count.signal()
    }

    private func serve() -> Never {
        while true {
            count.wait()
            waiting.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

enum Foresight {
    /// Words of runs that need no network: a tape plays, or something is only explained or listed.
    private static let quiet = [
        "replay", "dump", "serve", "tape", "links", "source", "find", "cache", "theme", "history", "help", "set",
        "quit", "format", "--help", "-h", "--version",
    ]

    /// Begins to load libcurl when the arguments look like a run that will ask an instance: that takes longer than
    /// reading them, so it runs in parallel. A wrong guess costs a little time on another processor, or saves none.
    ///
    /// - Returns: the thread that does it; nil when there is nothing to be loaded.
    static func prepare(for arguments: ArraySlice<String>) -> WorkerThread? {
        guard !arguments.isEmpty, !arguments.contains(where: { word in quiet.contains { isNamed($0, by: word) } })
        else { return nil }
        let thread = WorkerThread()
        return thread.begin { CurlTransport.prepare() } ? thread : nil
    }

    private static func isNamed(_ word: String, by argument: String) -> Bool {
        argument == word || argument.hasPrefix("--mode=") && argument.hasSuffix("=" + word)
    }
}
