import Glibc
import LineEditing
import LiveTransport
import Programs
import Synchronization
import Workbench

/// Runs the program's tasks on the main thread.
///
/// A prompt and its commands run one after another, so a thread pool would only add thread switches, which take longer
/// than everything else on a busy machine. Unstructured tasks such as completion still run on the pool, also while this
/// thread waits for a key.
final class MainThread: TaskExecutor {
    private let waiting = Mutex<[UnownedJob]>([])
    private let count = Semaphore()
    /// A thread that was started in advance and can take more work. glibc's `dlopen` holds a lock that `pthread_create`
    /// needs, so while libcurl is being loaded, code that needs a thread uses the one that loads it.
    let helper: WorkerThread?

    private init(_ helper: WorkerThread?) { self.helper = helper }

    /// Runs a program on this thread and exits with its status.
    ///
    /// Exit handlers of libraries are skipped: another thread may still be loading libcurl, and OpenSSL's clean-up
    /// would race with its initialization. Files are closed and output is written by then.
    static func run(_ helper: WorkerThread?, _ program: @escaping @Sendable (MainThread) async -> Int32) -> Never {
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

/// Passes signals through a pipe to a thread: Ctrl-C cancels the running command instead of killing the program.
///
/// While a line is edited, the line editor handles signals itself.
final class SignalPipe: Sendable {
    private let ends: DescriptorPair?
    private let signals: [Int32]
    /// The descriptor that handlers write to. There is one pipe at a time, since signal handlers are global.
    private static let target = Atomic<Int32>(-1)
    /// The first SIGTERM or SIGHUP; 0 before.
    private static let final = Atomic<Int32>(0)

    /// Begins to catch these signals; without a free descriptor, none. An ignored hang-up stays ignored, for nohup(1).
    init(_ signals: [Int32]) {
        ends = DescriptorPair.pipe()
        guard let ends else {
            self.signals = []
            return
        }
        self.signals = signals.filter { $0 != SIGHUP || !Self.isIgnored($0) }
        Self.target.store(ends.write, ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            // Only async-signal-safe code from here on.
            if number == SIGTERM || number == SIGHUP {
                _ = SignalPipe.final.compareExchange(expected: 0, desired: number, ordering: .relaxed)
            }
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.target.load(ordering: .relaxed), &byte, 1)
        }
        action.sa_flags = SA_RESTART
        for number in self.signals { sigaction(number, &action, nil) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The first SIGTERM or SIGHUP; nil before. Set when the handler returns.
    static var end: Int32? {
        let number = final.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    static func die(by number: Int32) -> Never {
        CrashGuard.restoreTerminal()
        signal(number, SIG_DFL)
        TerminalKeys.deliver(number)
        _exit(128 + number)
    }

    /// Calls `action` for each signal until `stop`, on the given thread, which is blocked by it, or on a new one. Without
    /// a thread the signals end the program.
    func onEach(on thread: WorkerThread? = nil, _ action: @escaping @Sendable (Int32) -> Void) {
        guard let ends else { return }
        if !(thread ?? WorkerThread()).begin({ SignalPipe.read(ends.read, action) }) { restore() }
    }

    /// Waits for the first signal, as a server does. If the server does not go on then, because libdispatch can start no
    /// thread, the program ends by this signal after a while, or by the next one at once.
    func first() async {
        let (numbers, give) = AsyncStream<Int32>.makeStream()
        onEach { number in
            give.yield(number)
            self.dieUnlessStopped(by: number)
        }
        // libdispatch opens its descriptors for the first timer, and ends the program without one: they are opened
        // before connections take them all.
        try? await Task.sleep(nanoseconds: 1)
        for await _ in numbers { break }
        stop()
    }

    private func dieUnlessStopped(by number: Int32) {
        var end = pollfd(fd: ends?.read ?? -1, events: Int16(POLLIN), revents: 0)
        if poll(&end, 1, Self.patience) == 0 || Int32(end.revents) & POLLIN != 0 { Self.die(by: number) }
    }

    /// In milliseconds.
    private static let patience: Int32 = 5000

    /// From now on the signals end the program.
    private func restore() { for number in signals { signal(number, SIG_DFL) } }

    func stop() {
        restore()
        guard let ends else { return }
        Self.target.store(-1, ordering: .sequentiallyConsistent)
        close(ends.write)
    }

    private static func read(_ descriptor: Int32, _ action: (Int32) -> Void) {
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count == 1 { action(Int32(byte)) } else if count == 0 || errno != EINTR { break }
        }
        close(descriptor)
    }
}

/// What this process may use at most. With less than it needs, libdispatch hangs or ends the program without a message.
enum ProcessLimits {
    /// Files: a tape, a connection, their logs and the libraries' own descriptors.
    private static let files: rlim_t = 32
    /// Bytes of addresses: libraries, and a stack of 8 MB for each thread.
    private static let memory: rlim_t = 256 << 20
    /// What a server needs besides for each processor: the stack of a thread, and the 64 MB that malloc reserves for it.
    private static let memoryOfThread: rlim_t = 72 << 20

    static func check(serves: Bool = false) throws(Problem) {
        if let allowed = limit(RLIMIT_NOFILE), allowed < files {
            throw Problem(
                .internal, "Only \(allowed) open files are allowed; Snowdeck needs \(files).",
                hints: ["ulimit -n 1024"])
        }
        let threads = serves ? rlim_t(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) : 0
        let needed = memory + threads * memoryOfThread
        if let allowed = limit(RLIMIT_AS), allowed < needed {
            throw Problem(
                .internal, "Only \(allowed >> 20) MB of memory are allowed; Snowdeck needs \(needed >> 20) MB.",
                hints: ["ulimit -v \(needed >> 10)"])
        }
    }

    private static func limit(_ resource: __rlimit_resource) -> rlim_t? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit.rlim_cur : nil
    }
}
