import Glibc

/// A program under measurement: what is run, and with which environment.
struct Launch: Sendable {
    var words: [String]
    var environment: [String: String]

    /// How it ended and how long it took.
    struct Ending: Sendable {
        /// From before the system was asked to start it until it was gone, in nanoseconds.
        var nanoseconds: Double
        /// Exit status, 128 + the signal's number when one ended it; nil when it could not be started.
        var status: Int32?
        /// The most memory it held at one time, in bytes, but no less than this process held when it was started; 0 when
        /// it is not known.
        var peak = 0.0
    }

    /// Runs it to its end, with standard input empty, standard output into a file and standard error thrown away.
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

    /// Starts it; nil when the system refuses.
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
        // Threads of the pool block most signals; a child must not begin so.
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

    /// Waits for a child's end.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return Launch.status(status)
    }

    private static func status(_ code: Int32) -> Int32 {
        code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which glibc shows only with GNU extensions.
    private static let newSession: Int16 = 0x80
}
