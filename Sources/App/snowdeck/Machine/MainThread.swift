import Glibc
import LineEditing
import LiveTransport
import Synchronization

/// Runs the program's tasks on the main thread.
///
/// A prompt and its commands run one after another, so a thread pool would only add thread switches, which take longer
/// than everything else on a busy machine. Unstructured tasks such as completion still run on the pool, also while this
/// thread waits for a key.
final class MainThread: TaskExecutor {
    private let waiting = Mutex<[UnownedJob]>([])
    private let count = Semaphore()
    private let own = pthread_self()
    /// A thread that was started in advance and can take more work. glibc's `dlopen` holds a lock that `pthread_create`
    /// needs, so while libcurl is being loaded, code that needs a thread uses the one that loads it.
    let helper: WorkerThread?

    private init(_ helper: WorkerThread?) { self.helper = helper }

    var isCurrent: Bool { pthread_equal(own, pthread_self()) != 0 }

    /// Runs a program on this thread and exits with its status.
    ///
    /// Exit handlers of libraries are skipped: another thread may still be loading libcurl, and OpenSSL's clean-up
    /// would race with its initialization. Files are closed and output is written by then.
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

enum LibraryPreloader {
    /// Arguments of runs that need no network: replays, explanations and lists.
    private static let quiet = [
        "replay", "dump", "serve", "tape", "links", "source", "find", "cache", "theme", "history", "help", "set",
        "quit", "format", "git", "version", "man", "alias", "clear", "last", "profile", "--help", "-h", "--version",
    ]

    /// Begins to load libcurl in parallel if the arguments look like a run that sends requests, because loading takes
    /// longer than starting up. A wrong guess only wastes processor time.
    ///
    /// - Returns: the loading thread; nil if nothing is loaded.
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
