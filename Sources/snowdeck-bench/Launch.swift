import Glibc

/// A program to measure, with its arguments and environment.
struct Launch: Sendable {
    var words: [String]
    var environment: [String: String]

    /// How a program ended and how long it took.
    struct Ending: Sendable {
        /// The time from before the process was spawned until it ended, in nanoseconds.
        var nanoseconds: Double
        /// The exit status, or 128 + the signal's number; nil if it could not be started.
        var status: Int32?
        /// The peak resident memory in bytes, but at least this process's when it was spawned; 0 if unknown.
        var peak = 0.0
    }

    /// Runs the program to its end with empty standard input, output to a file and no standard error.
    func run(output: String = "/dev/null") -> Ending {
        let start = Stopwatch.now
        guard
            let child = spawn(prepare: { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            })
        else { return Ending(nanoseconds: 0, status: nil) }
        var code: Int32 = 0
        var usage = rusage()
        while wait4(child, &code, 0, &usage) == -1, errno == EINTR {}
        // ru_maxrss is in kilobytes on Linux.
        return Ending(
            nanoseconds: Double(Stopwatch.now - start), status: Launch.status(code),
            peak: Double(usage.ru_maxrss) * 1024)
    }

    /// Starts the program; nil on failure.
    func spawn(ownSession: Bool = false, prepare: (inout posix_spawn_file_actions_t) -> Void) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // Threads of the pool block most signals, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let session = ownSession ? Launch.newSession : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | session)

        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var child: pid_t = 0
        return posix_spawn(&child, words[0], &actions, &attributes, arguments, variables) == 0 ? child : nil
    }

    /// Waits for a child process to end.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return Launch.status(status)
    }

    private static func status(_ code: Int32) -> Int32 {
        code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which glibc declares only with GNU extensions.
    private static let newSession: Int16 = 0x80
}

/// Launches through a small helper process. On Linux a program's peak includes the memory of the process that spawned
/// it, and this one holds whole sandboxes.
extension Launch {
    /// The argument that makes the benchmark act as the helper process.
    static let alone = "--alone"

    /// Like `run`, with the program's own peak. `report` is a writable file.
    func runIsolated(output: String, report: String) -> Ending {
        let between = Launch(
            words: ["/proc/self/exe", Launch.alone, report, output] + words, environment: environment)
        guard between.run().status == 0, let file = fopen(report, "r") else {
            return Ending(nanoseconds: 0, status: nil)
        }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return Ending(nanoseconds: 0, status: nil) }
        let numbers = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        guard numbers.count == 3 else { return Ending(nanoseconds: 0, status: nil) }
        return Ending(nanoseconds: numbers[0], status: Int32(numbers[1]), peak: numbers[2])
    }

    /// The helper process: `words` are the report, the output and the program with its arguments.
    static func relay(_ words: [String]) -> Int32 {
        guard words.count > 2, let file = fopen(words[0], "w") else { return 1 }
        var environment: [String: String] = [:]
        var cursor = environ
        while let entry = cursor.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
            cursor += 1
        }
        let ending = Launch(words: Array(words[2...]), environment: environment).run(output: words[1])
        fputs("\(ending.nanoseconds) \(ending.status ?? 127) \(ending.peak)\n", file)
        return fclose(file) == 0 ? 0 : 1
    }
}

/// The resident memory of a running process in bytes, from `/proc`, including shared libraries.
enum ResidentMemory {
    /// Of this process.
    static var bytes: Double { bytes(of: getpid()) }

    /// Of another process; 0 if it has ended.
    static func bytes(of process: pid_t) -> Double {
        guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: " ")
        return (words.count > 1 ? Double(words[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// Starts an interactive program on its own terminal and waits for its prompt.
enum PromptProbe {
    /// Measurements when the prompt appeared.
    struct PromptMeasurement: Sendable {
        /// Since before the program was started, in nanoseconds.
        var nanoseconds: Double
        /// The program's resident memory in bytes.
        var resident: Double
    }

    /// Nil when the prompt does not come within ten seconds.
    static func run(_ launch: Launch, until prompt: String) -> PromptMeasurement? {
        let start = Stopwatch.now
        guard let terminal = BenchTerminal(launch) else { return nil }
        defer { terminal.end() }
        guard terminal.shows(prompt) else { return nil }
        return PromptMeasurement(
            nanoseconds: Double(Stopwatch.now - start), resident: ResidentMemory.bytes(of: terminal.child))
    }
}

/// A program on a terminal of its own, 80 by 24, and the keys that are typed there.
final class BenchTerminal {
    let child: pid_t
    private let controller: Int32

    /// Nil when there is no terminal or the program does not start.
    init?(_ launch: Launch) {
        let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard controller >= 0 else { return nil }
        var locked: Int32 = 0, number: Int32 = 0
        guard ioctl(controller, Self.setLock, &locked) == 0, ioctl(controller, Self.getNumber, &number) == 0 else {
            close(controller)
            return nil
        }
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        let terminal = "/dev/pts/\(number)"
        // The leader of a new session that opens a terminal gets it as its controlling one.
        guard
            let child = launch.spawn(
                ownSession: true,
                prepare: { actions in
                    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
                    posix_spawn_file_actions_adddup2(&actions, 0, 1)
                    posix_spawn_file_actions_adddup2(&actions, 0, 2)
                })
        else {
            close(controller)
            return nil
        }
        self.controller = controller
        self.child = child
    }

    func end() {
        kill(child, SIGKILL)
        _ = Launch.wait(for: child)
        close(controller)
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(controller, bytes, bytes.count)
    }

    /// Whether a text is shown within so many seconds.
    func shows(_ wanted: String, within seconds: Int64 = 10) -> Bool {
        let wanted = Array(wanted.utf8)
        var shown: [UInt8] = []
        let end = Stopwatch.now + seconds * 1_000_000_000
        while true {
            let left = (end - Stopwatch.now) / 1_000_000
            guard left > 0, let piece = next(within: Int32(left)) else { return false }
            shown += piece
            if Self.occurs(wanted, in: shown) { return true }
            shown = Array(shown.suffix(wanted.count))
        }
    }

    /// Types and returns the nanoseconds until the last byte that is drawn for it; nil when nothing is drawn.
    func repaint(after keys: String) -> Double? {
        let start = Stopwatch.now
        type(keys)
        var last: Int64?
        while next(within: Self.silence) != nil { last = Stopwatch.now }
        return last.map { Double($0 - start) }
    }

    /// So many milliseconds without a byte mean that everything is drawn.
    private static let silence: Int32 = 40

    private func next(within milliseconds: Int32) -> ArraySlice<UInt8>? {
        var piece = [UInt8](repeating: 0, count: 4096)
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return nil }
        let count = read(controller, &piece, piece.count)
        return count > 0 ? piece[..<count] : nil
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not import.
    private static let setLock: UInt = 0x4004_5431, getNumber: UInt = 0x8004_5430

    private static func occurs(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
    }
}
