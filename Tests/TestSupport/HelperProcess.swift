import Glibc
import Synchronization

/// Another program beside a test: with files as its streams, and signals as at a fresh prompt. It is ended with its value,
/// by its own number.
///
/// An end of a pipe would be held by whatever else is started meanwhile, and the signals that threads of the shared pool
/// block would be blocked in the program too.
final class HelperProcess: Sendable {
    private let id: pid_t
    private let status = Mutex<Int32?>(nil)

    /// Nil when it cannot be started.
    init?(_ words: [String], _ environment: [String: String], input: String, output: String) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id: pid_t = 0
        guard posix_spawnp(&id, words[0], &actions, &attributes, arguments, variables) == 0 else { return nil }
        self.id = id
    }

    deinit { end() }

    /// Whether it still runs.
    var isRunning: Bool { status.withLock { collect(&$0, WNOHANG) } == nil }

    /// Waits for its end: its exit status, 128 + the signal's number when one ended it.
    func wait() -> Int32 { status.withLock { collect(&$0, 0) } ?? -1 }

    /// Ends it and waits for that.
    func end() {
        status.withLock { status in
            if collect(&status, WNOHANG) == nil { kill(id, SIGTERM) }
            _ = collect(&status, 0)
        }
    }

    private func collect(_ status: inout Int32?, _ how: Int32) -> Int32? {
        if let status { return status }
        var code: Int32 = 0
        var ended = waitpid(id, &code, how)
        while ended == -1, errno == EINTR { ended = waitpid(id, &code, how) }
        if ended != 0 { status = code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F) }
        return status
    }
}
